import type { Configuration } from '../../../../model/configuration.js';
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

/** Returns the three address sets of each family that all zones have. `nodeAddresses`: the addresses of all nodes. */
export function createServedSets(
  nodeAddresses: readonly CanonicalAddress[],
  { ipFamilies, release }: Configuration,
): readonly Row[] {
  const { nodeAddresses: nodeSet, servedPods } = release.egressIP;
  return ipFamilies
    .flatMap((family) => [
      addressSetRow(nodeSet(family), nodeAddresses, family),
      addressSetRow(servicePods(family), [], family),
      addressSetRow(servedPods(family), [], family),
    ])
    .sort(byKey);
}

/**
 * Returns the members that a zone adds to these sets: the addresses of its pods that an EgressIP serves, and of those
 * behind an EgressService.
 */
export function membersOfServedSets(
  served: readonly CanonicalAddress[],
  behindServices: readonly CanonicalAddress[],
  { ipFamilies, release }: Configuration,
): readonly Row[] {
  const { servedPods } = release.egressIP;
  return ipFamilies
    .flatMap((family) => [
      addressesRow(servicePods(family), behindServices, family),
      addressesRow(servedPods(family), served, family),
    ])
    .filter((row) => row !== undefined);
}
