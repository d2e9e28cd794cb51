import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../kind.js';
import type { ChangeNodes } from '../node-change.js';
import { type NodeImpact, type Placed, assessNodeImpact } from '../node-impact.js';
import { describeUnplaced } from './reasons.js';
import { type Placement, lockPlacement, placeEgressIPs } from './resolve.js';

/** An address of an EgressIP. */
export interface EgressAddress {
  readonly egressIP: string;
  readonly address: string;
}

/** What a change of the nodes does to the addresses of EgressIPs. */
export function assessAddresses(
  manifests: readonly Manifest[],
  context: KindContext,
  change: ChangeNodes,
): NodeImpact<EgressAddress> {
  const place = (at: KindContext): Placement => placeEgressIPs(manifests, at);
  return assessNodeImpact({ place, lock: lockPlacement, list: listAddresses, count: countAddresses }, context, change);
}

function listAddresses({ placed }: Placement): Placed<EgressAddress>[] {
  const identify = (egressIP: string, address: string) => ({
    key: `${egressIP} ${address}`,
    item: { egressIP, address },
  });
  return placed.flatMap(({ request: { name }, assignments, unplaced }) => [
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
