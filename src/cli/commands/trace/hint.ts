import { kinds } from '../../../kinds/index.js';
import { titleOf } from '../../../model/kubernetes-object.js';
import type { Way } from '../../../trace/way.js';

/** The smallest change that would let a packet pass the rule that drops it; undefined where none is known. */
export function hintFor({ verdict, stages }: Way): string | undefined {
  const last = stages.at(-1);
  if (verdict === 'rejected' && last?.stage === 'load-balancer') return 'a ready endpoint of the Service would take it';
  if (verdict !== 'dropped' || last?.stage !== 'filter' || !last.decidedBy) return undefined;
  const { decidedBy, row, before } = last;
  const letPass = kinds.find(({ kind }) => kind === decidedBy.kind)?.letPass;
  const change = letPass?.({
    pointer: decidedBy.cause?.pointer ?? '',
    direction: /:Ingress(:|$)/.test(row?.key ?? '') ? 'ingress' : 'egress',
    source: before.source,
    destination: before.destination,
    protocol: before.protocol,
    port: before.destinationPort,
  });
  return change === undefined ? undefined : `${change} of ${titleOf(decidedBy.kind, decidedBy)}`;
}
