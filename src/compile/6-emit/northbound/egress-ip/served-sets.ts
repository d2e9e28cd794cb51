import type { Cluster } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { RerouteIntent } from '../../../../model/intent/egress-point.js';
import type { Row } from '../../../../model/northbound.js';
import type { CanonicalAddress, Family } from '../../../../net/address.js';
import { addressSetRow, addressesRow } from '../address-set.js';
import { byKey } from '../keys.js';
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

/** The address sets: those of all zones, and the members that a zone adds to them. */
export interface ServedSets {
  readonly shared: readonly Row[];
  readonly membersOf: (zone: string) => readonly Row[];
  /** Whether the zone has pods that an EgressIP serves. */
  readonly servesPods: (zone: string) => boolean;
}

/**
 * The three address sets of each family. `serviceAddresses` are those of a zone's pods behind an EgressService.
 */
export function createServedSets(
  intents: readonly RerouteIntent[],
  { nodes, nodeByName }: Cluster,
  { ipFamilies }: Configuration,
  serviceAddresses: (zone: string) => readonly CanonicalAddress[],
): ServedSets {
  const served = new Map<string, CanonicalAddress[]>();
  for (const { addresses, nodeName } of intents.flatMap(({ pods }) => pods)) {
    const zone = nodeByName.get(nodeName)?.zone;
    if (zone === undefined) continue;
    const known = served.get(zone);
    if (known) known.push(...addresses);
    else served.set(zone, [...addresses]);
  }
  const nodeAddresses = nodes.flatMap(({ hostAddresses }) => hostAddresses ?? []);
  return {
    shared: ipFamilies
      .flatMap((family) => [
        addressSetRow(nodeAddressesIds(family), nodeAddresses, family),
        addressSetRow(servicePodsIds(family), [], family),
        addressSetRow(servedPodsIds(family), [], family),
      ])
      .sort(byKey),
    membersOf: (zone) =>
      ipFamilies
        .flatMap((family) => [
          addressesRow(servicePodsIds(family), serviceAddresses(zone), family),
          addressesRow(servedPodsIds(family), served.get(zone) ?? [], family),
        ])
        .filter((row) => row !== undefined),
    servesPods: (zone) => (served.get(zone) ?? []).length > 0,
  };
}
