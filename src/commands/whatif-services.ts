import { makeVisible } from '../diagnostics/visible.js';
import type { ServiceOutlook, StrandedService } from '../kinds/egress-service/what-if.js';

/** What becomes of EgressServices, to come after what becomes of addresses; empty where none has a host, or needs one. */
export function renderServices({ moves, stranded, losses }: ServiceOutlook): string {
  if (moves.length + stranded.length + losses.length === 0) return '';
  const lines = [
    '',
    moves.length === 0 ? 'No EgressService moves.' : `EgressServices that move: ${moves.length}`,
    ...moves.map(({ egressService, from, to }) => `  ${egressService}  ${from ?? 'no host'} → ${to}`),
    '',
    stranded.length === 0
      ? 'Every EgressService that needs a host has one.'
      : `EgressServices without a host: ${stranded.length}`,
    ...stranded.map(renderStranded),
    '',
    'Loss of one more host of EgressServices (N-1):',
    ...(losses.length === 0 ? ['  no node is a host'] : []),
    ...losses.flatMap(({ node, services, stranded: left }) => [
      `  ${node}  ${services} ${services === 1 ? 'service' : 'services'}, ${left.length === 0 ? 'all find another host' : `${left.length} would have none`}`,
      ...left.map((one) => `  ${renderStranded(one)}`),
    ]),
  ];
  return `${lines.map(makeVisible).join('\n')}\n`;
}

function renderStranded({ egressService, from, reason }: StrandedService): string {
  return `  ${egressService}  ${from === undefined ? 'had none' : `was on ${from}`}: ${reason}`;
}
