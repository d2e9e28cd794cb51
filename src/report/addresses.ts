import { type NetworkUse, describeNetworks } from '../compile/4-claim/address-use.js';
import type { Claims } from '../compile/4-claim/claims.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { Lock } from '../model/lock.js';
import { compareAddresses } from '../net/address.js';
import { formatPrefix } from '../net/prefix.js';
import type { AddressData, NetworkData } from './data.js';
import { locateAll } from './places.js';

/** Returns the addresses with their owners, those of EgressIPs first, in ascending order. */
export function collectAddresses({ byAddress }: Claims, lock: Lock, folder: string): AddressData[] {
  const nodes = new Map(
    [...lock.egressIPs.values()].flatMap(({ addresses }) =>
      Array.from(addresses, ([text, { node }]) => [text, node] as const),
    ),
  );
  const places = locateAll(
    [...byAddress.values()].flatMap((claims) => claims.map(({ location }) => location)),
    folder,
  );
  const found = Array.from(byAddress, ([address, claims]): AddressData => {
    const node = nodes.get(address);
    return {
      address,
      ...(node === undefined ? {} : { node }),
      isEgress: node !== undefined || claims.some(({ role }) => role === 'requested-by-egress-ip'),
      holders: claims.map(({ claimant, description: words, location }) => {
        const place = places.get(location);
        return { name: titleOf(claimant.kind, claimant), words, ...(place ? { place } : {}) };
      }),
    };
  });
  const values = new Map(Array.from(byAddress, ([text, [first]]) => [text, first?.address]));
  return found.sort((a, b) => {
    if (a.isEgress !== b.isEgress) return a.isEgress ? -1 : 1;
    const [one, other] = [values.get(a.address), values.get(b.address)];
    return one && other ? compareAddresses(one, other) : 0;
  });
}

/** Returns the networks of the nodes, with their free addresses. */
export function collectNetworkData(claims: Claims): NetworkData[] {
  return describeNetworks(claims).map(({ network, nodes, free, lowest }: NetworkUse) => ({
    network: formatPrefix(network),
    nodes,
    free: `${free}`,
    lowest,
  }));
}
