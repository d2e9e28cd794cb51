import type { Cluster } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { RerouteIntent } from '../../../../model/intent/egress-point.js';
import type { Row, RowIdentity } from '../../../../model/northbound.js';
import type { CanonicalAddress, Family } from '../../../../net/address.js';
import { addressSetRow, addressesRow } from '../address-set.js';
import { byKey } from '../keys.js';
import { FAMILY_ID, byHashedName, objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';

/**
 * Returns the address set of pods behind an EgressService, each in its own zone only. The set exists even without such
 * a pod.
 */
export function servicePods(family: Family): RowIdentity {
  return byHashedName(
    objectIds(OWNER_TYPE.throughHost, ['name', 'egresssvc-served-pods'], ['ip-family', FAMILY_ID[family]]),
  );
}

/** Address sets of all zones, and the members that a zone adds to them. */
export interface ServedSets {
  readonly shared: readonly Row[];
  readonly membersOf: (zone: string) => readonly Row[];
  /** Returns true if the zone has pods that an EgressIP serves. */
  readonly servesPods: (zone: string) => boolean;
}

/**
 * Returns the three address sets of each family. `serviceAddresses` returns the addresses of a zone's pods behind an
 * EgressService.
 */
export function createServedSets(
  intents: readonly RerouteIntent[],
  { nodes, nodeByName }: Cluster,
  { ipFamilies, release }: Configuration,
  serviceAddresses: (zone: string) => readonly CanonicalAddress[],
): ServedSets {
  const { nodeAddresses: nodeSet, servedPods } = release.egressIP;
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
        addressSetRow(nodeSet(family), nodeAddresses, family),
        addressSetRow(servicePods(family), [], family),
        addressSetRow(servedPods(family), [], family),
      ])
      .sort(byKey),
    membersOf: (zone) =>
      ipFamilies
        .flatMap((family) => [
          addressesRow(servicePods(family), serviceAddresses(zone), family),
          addressesRow(servedPods(family), served.get(zone) ?? [], family),
        ])
        .filter((row) => row !== undefined),
    servesPods: (zone) => (served.get(zone) ?? []).length > 0,
  };
}
