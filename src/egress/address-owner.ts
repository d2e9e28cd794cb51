import type { Cluster } from '../model/cluster.js';
import type { Intent } from '../model/intent.js';
import type { RequestedEgress } from '../model/requested-egress.js';
import { formatAddress } from '../net/address.js';

/** Whose a source address is: given by a resource and kept by it, a node's, or the pod's own. */
export type AddressOwner = 'egress' | 'node' | 'pod';

/** Makes the function that says whose an address (canonical text) is that packets leave with. */
export function createFindOwner(
  intents: readonly Intent[],
  { nodes }: Cluster,
  requested: readonly RequestedEgress[],
): (address: string) => AddressOwner {
  const given = new Set([
    ...requested.flatMap(({ addresses }) => addresses.map(({ text }) => text)),
    ...intents.flatMap((intent) => {
      if (intent.effect === 'translate') return [intent.point.address.text];
      return intent.effect === 'translate-on-host' ? [intent.address.text] : [];
    }),
  ]);
  const ofNodes = new Set(
    nodes.flatMap(({ gateway, primaryAddresses, hostAddresses = [] }) => [
      ...[...(gateway?.ipAddresses ?? []), ...primaryAddresses].map(({ address }) => formatAddress(address)),
      ...hostAddresses.map(({ text }) => text),
    ]),
  );
  return (address) => (given.has(address) ? 'egress' : ofNodes.has(address) ? 'node' : 'pod');
}
