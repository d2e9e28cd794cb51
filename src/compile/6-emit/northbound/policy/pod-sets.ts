import type { Configuration } from '../../../../model/configuration.js';
import type { PodSelection } from '../../../../model/intent/policy.js';
import type { Row, RowIdentity } from '../../../../model/northbound.js';
import type { Family } from '../../../../net/address.js';
import { FAMILY_ID, byHashedName, objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { selectorText } from '../../../../ovn-kubernetes/selector-text.js';
import { addressSetRow } from '../address-set.js';

/** Returns the name in the ids of the address set of selected pods. All policies with equal selectors share it. */
export function podSetName({ namespaces, podSelector }: PodSelection): string {
  const where = typeof namespaces === 'string' ? namespaces : selectorText(namespaces);
  return `${where}_${selectorText(podSelector ?? {})}${podSelector ? '' : '_LNM'}`;
}

function podSet(name: string, family: Family): RowIdentity {
  return byHashedName(objectIds(OWNER_TYPE.selectedPods, ['name', name], ['ip-family', FAMILY_ID[family]]));
}

/** Returns the address sets of selected pods by name, one for each family of the cluster. */
export function podSetNames(name: string, families: readonly Family[]): readonly string[] {
  return families.map((family) => podSet(name, family).key);
}

/** Returns the rows of the address sets of selected pods of all zones, one for each family of the cluster. */
export function podSetRows(selection: PodSelection, { ipFamilies }: Configuration): readonly Row[] {
  const { pods, namespaces } = selection;
  const name = podSetName(selection);
  const addresses = pods.flatMap((pod) => pod.addresses);
  const namespace = typeof namespaces === 'string' ? namespaces : undefined;
  return ipFamilies.map((family) => addressSetRow(podSet(name, family), addresses, family, namespace));
}
