import type { Row } from '../../../model/northbound.js';
import type { CanonicalAddress, Family } from '../../../net/address.js';
import { type ObjectIds, hashedNameOf } from '../../../ovn-kubernetes/object-ids.js';

/** What an address set holds: an address, or a network. */
export type SetMember = Pick<CanonicalAddress, 'family' | 'text'>;

/** An address set: the addresses of its family, each once, sorted. */
export function addressSetRow(ids: ObjectIds, addresses: readonly SetMember[], family: Family): Row {
  const name = hashedNameOf(ids);
  const own = addresses.flatMap((address) => (address.family === family ? [address.text] : []));
  return {
    key: name,
    columns: {
      ...(own.length > 0 ? { addresses: [...new Set(own)].sort() } : {}),
      external_ids: ids,
      name,
    },
  };
}
