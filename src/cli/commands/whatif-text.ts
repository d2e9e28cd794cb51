import type { EgressAddress } from '../../kinds/egress-ip/what-if.js';
import type { HostedService } from '../../kinds/egress-service/what-if.js';
import type { NodeImpact, Stranded } from '../../kinds/node-impact.js';

/** How a person is told of one sort of what is placed on nodes. */
interface Wording<Item> {
  readonly nameOf: (item: Item) => string;
  readonly noMove: string;
  readonly moves: string;
  readonly noNode: string;
  readonly noneStranded: string;
  readonly stranded: string;
  readonly losses: string;
  readonly noLoss: string;
  readonly countOf: (count: number) => string;
  readonly allPlaced: string;
  readonly nonePlaced: string;
}

const ADDRESSES: Wording<EgressAddress> = {
  nameOf: ({ egressIP, address }) => `${egressIP}  ${address}`,
  noMove: 'No address moves.',
  moves: 'Addresses that move',
  noNode: 'no node',
  noneStranded: 'Every address has a node.',
  stranded: 'Addresses without a node',
  losses: 'Loss of one more node (N-1):',
  noLoss: 'no node has an egress address',
  countOf: (count) => `${count} ${count === 1 ? 'address' : 'addresses'}`,
  allPlaced: 'all find another node',
  nonePlaced: 'would have nowhere to go',
};

const SERVICES: Wording<HostedService> = {
  nameOf: ({ egressService }) => egressService,
  noMove: 'No EgressService moves.',
  moves: 'EgressServices that move',
  noNode: 'no host',
  noneStranded: 'Every EgressService that needs a host has one.',
  stranded: 'EgressServices without a host',
  losses: 'Loss of one more host of EgressServices (N-1):',
  noLoss: 'no node is a host',
  countOf: (count) => `${count} ${count === 1 ? 'service' : 'services'}`,
  allPlaced: 'all find another host',
  nonePlaced: 'would have none',
};

/** What becomes of addresses, and then of EgressServices, where one of them has a host or needs one. */
export function renderOutlooks(addresses: NodeImpact<EgressAddress>, services: NodeImpact<HostedService>): string {
  const { moves, stranded, losses } = services;
  const isAbout = moves.length + stranded.length + losses.length > 0;
  const lines = [...linesOf(addresses, ADDRESSES), ...(isAbout ? ['', ...linesOf(services, SERVICES)] : [])];
  return lines.join('\n');
}

function linesOf<Item>({ moves, stranded, losses }: NodeImpact<Item>, wording: Wording<Item>): string[] {
  const { nameOf, noNode, countOf, allPlaced, nonePlaced } = wording;
  const strandedLine = (one: Stranded<Item>): string =>
    `  ${nameOf(one)}  ${one.from === undefined ? 'had none' : `was on ${one.from}`}: ${one.reason}`;
  return [
    moves.length === 0 ? wording.noMove : `${wording.moves}: ${moves.length}`,
    ...moves.map((one) => `  ${nameOf(one)}  ${one.from ?? noNode} → ${one.to}`),
    '',
    stranded.length === 0 ? wording.noneStranded : `${wording.stranded}: ${stranded.length}`,
    ...stranded.map(strandedLine),
    '',
    wording.losses,
    ...(losses.length === 0 ? [`  ${wording.noLoss}`] : []),
    ...losses.flatMap(({ node, count, stranded: left }) => [
      `  ${node}  ${countOf(count)}, ${left.length === 0 ? allPlaced : `${left.length} ${nonePlaced}`}`,
      ...left.map((one) => `  ${strandedLine(one)}`),
    ]),
  ];
}
