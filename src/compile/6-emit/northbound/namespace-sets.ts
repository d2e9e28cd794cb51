import type { Cluster } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Row } from '../../../model/northbound.js';
import { addressSetRow } from './address-set.js';
import { byKey } from './keys.js';

/**
 * Returns the address sets of all namespaces, in order of their keys: the addresses of the pods on the pod network, of
 * all zones. Returns none if the release makes none.
 */
export function namespaceSetRows(
  { namespaces, podsByNamespace }: Cluster,
  { ipFamilies, release }: Configuration,
): readonly Row[] {
  const { addressSet } = release.namespaces;
  if (!addressSet) return [];
  return [...namespaces.keys()]
    .flatMap((namespace) => {
      const pods = (podsByNamespace.get(namespace) ?? []).filter(
        ({ hostNetwork, completed }) => !hostNetwork && !completed,
      );
      const addresses = pods.flatMap((pod) => pod.addresses);
      return ipFamilies.map((family) => addressSetRow(addressSet(namespace, family), addresses, family));
    })
    .sort(byKey);
}
