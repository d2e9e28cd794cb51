import type { Cluster } from '../model/cluster.js';
import type { Intent } from '../model/intent.js';
import type { RequestedEgress } from '../model/requested-egress.js';
import { formatAddress } from '../net/address.js';

/** Owner of a source address: `egress` for an address that a resource assigns permanently, `node`, or `pod`. */
export type AddressOwner = 'egress' | 'node' | 'pod';

/** Creates a function that returns the owner of a source address, given in canonical text. */
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
