import type { KindContext, KindInput } from '../contract/kind-context.js';
import type { ChangeNodes, ImpactAnswer } from '../contract/kind-placement.js';
import type { Manifest } from '../../model/manifest.js';
import { type Placed, type Placing, type UnplacedItem, assessNodeImpact } from '../shared/node-impact.js';
import { type ImpactWording, answerImpact } from '../shared/node-impact-text.js';
import { describeUnplaced } from './placement/reasons.js';
import { type Placement, createFindLostAddresses, lockPlacement, placeEgressIPs } from './resolve.js';

/** An address of an EgressIP. */
interface EgressAddress {
  readonly egressIP: string;
  readonly address: string;
}

const WORDING: ImpactWording<EgressAddress> = {
  nameOf: ({ egressIP, address }) => `${egressIP}  ${address}`,
  noMove: 'No address moves.',
  moves: 'Addresses that move',
  noNode: 'no node',
  noneStranded: 'Every address has a node.',
  stranded: 'Addresses without a node',
  losses: 'Loss of one more node (N-1):',
  noLoss: 'no node has an egress address',
  noun: ['address', 'addresses'],
  allPlaced: 'all find another node',
  nonePlaced: 'would have no node',
};

/** Returns the effect of a change of nodes on the addresses of EgressIPs. */
export function assessAddresses({ manifests, context }: KindInput, change: ChangeNodes): ImpactAnswer {
  return answerImpact(assessNodeImpact(placingOf(manifests), context, change), WORDING);
}

/** Returns the placement of the addresses of EgressIPs on nodes. */
export function placingOf(manifests: readonly Manifest[]): Placing<Placement, EgressAddress> {
  const place = (at: KindContext): Placement => placeEgressIPs(manifests, at);
  const findLost = (at: KindContext): ((node: string) => UnplacedItem<EgressAddress>[]) => {
    const find = createFindLostAddresses(manifests, at);
    return (node) =>
      find(node).map(({ parsed, address, reason }) => ({
        egressIP: parsed.name,
        address: address.text,
        from: node,
        reason: describeUnplaced(reason),
      }));
  };
  return { place, lock: lockPlacement, list: listAddresses, count: countAddresses, findLost };
}

function listAddresses({ placed }: Placement): Placed<EgressAddress>[] {
  const identify = (egressIP: string, address: string) => ({
    key: `${egressIP} ${address}`,
    item: { egressIP, address },
  });
  return placed.flatMap(({ parsed: { name }, assignments, unplaced }) => [
    ...assignments.map(({ address, node }) => ({ ...identify(name, address.text), node: node.name })),
    ...unplaced.map(({ address, reason }) => ({
      ...identify(name, address.text),
      reason: describeUnplaced(reason),
    })),
  ]);
}

/** Addresses of EgressIPs that are refused as a whole count too: they keep what they have. */
function countAddresses({ allocation }: Placement): [string, number][] {
  const hosting = [...allocation.loads.values()].filter(({ total }) => total > 0);
  return hosting.map(({ node, total }) => [node.name, total]);
}
