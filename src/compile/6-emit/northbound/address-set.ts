import type { Row } from '../../../model/northbound.js';
import { type Family, familyOfText } from '../../../net/address.js';
import { type ObjectIds, hashedNameOf } from '../../../ovn-kubernetes/object-ids.js';

/** An address set: the addresses of its family, each once, sorted. */
export function addressSetRow(ids: ObjectIds, addresses: readonly string[], family: Family): Row {
  const name = hashedNameOf(ids);
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
