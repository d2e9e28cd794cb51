import type { Cluster } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { RerouteIntent } from '../../../../model/intent/egress-point.js';
import type { Row } from '../../../../model/northbound.js';
import type { CanonicalAddress, Family } from '../../../../net/address.js';
import { addressSetRow } from '../address-set.js';
import { type ObjectIds, objectIds, FAMILY_ID } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { addressSetIds } from './identity.js';

/** Addresses of pods that an EgressIP serves, in their own zone only. */
export function servedPodsIds(family: Family): ObjectIds {
  return addressSetIds('egressip-served-pods', family);
}

/** Addresses of all nodes. */
export function nodeAddressesIds(family: Family): ObjectIds {
  return addressSetIds('node-ips', family);
}

/** Addresses of pods behind an EgressService, in their own zone only; the set is there whether or not there is such a pod. */
export function servicePodsIds(family: Family): ObjectIds {
  return objectIds(OWNER_TYPE.throughHost, ['name', 'egresssvc-served-pods'], ['ip-family', FAMILY_ID[family]]);
}

/** The address sets of a zone. */
export interface ZoneSets {
  readonly rows: readonly Row[];
  /** Whether the zone has pods that are served. */
  readonly servesPods: boolean;
}

/**
 * Prepares the three address sets of each family and returns a function that gives those of a zone. `serviceAddresses`
 * are those of the zone's pods behind an EgressService.
 */
export function createServedSets(
  intents: readonly RerouteIntent[],
  { nodes, nodeByName }: Cluster,
  { ipFamilies }: Configuration,
  serviceAddresses: (zone: string) => readonly CanonicalAddress[],
): (zone: string) => ZoneSets {
  const served = new Map<string, CanonicalAddress[]>();
  for (const { addresses, nodeName } of intents.flatMap(({ pods }) => pods)) {
    const zone = nodeByName.get(nodeName)?.zone;
    if (zone === undefined) continue;
    const known = served.get(zone);
    if (known) known.push(...addresses);
    else served.set(zone, [...addresses]);
  }
  const nodeAddresses = nodes.flatMap(({ hostAddresses }) => hostAddresses ?? []);
  const shared = ipFamilies.map((family) => addressSetRow(nodeAddressesIds(family), nodeAddresses, family));
  return (zone) => {
    const addresses = served.get(zone) ?? [];
    const own = ipFamilies.flatMap((family) => [
      addressSetRow(servicePodsIds(family), serviceAddresses(zone), family),
      addressSetRow(servedPodsIds(family), addresses, family),
    ]);
    return { rows: [...shared, ...own], servesPods: addresses.length > 0 };
  };
}
