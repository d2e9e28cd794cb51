import type { Row } from '../../../model/northbound.js';
import { type Family, familyOfText } from '../../../net/address.js';
import { type ObjectIds, hashedName } from '../../../ovn-kubernetes/object-ids.js';

/** The name of the address set with an identity. */
export function addressSetName(ids: ObjectIds): string {
  return hashedName(ids['k8s.ovn.org/id']);
}

/** An address set: the addresses of its family, each once, sorted. */
export function addressSetRow(ids: ObjectIds, addresses: readonly string[], family: Family): Row {
  const name = addressSetName(ids);
  const own = addresses.filter((address) => familyOfText(address) === family);
  return {
    key: name,
    columns: {
      ...(own.length > 0 ? { addresses: [...new Set(own)].sort() } : {}),
      external_ids: ids,
      name,
    },
  };
}
