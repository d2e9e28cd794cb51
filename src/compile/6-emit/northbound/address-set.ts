import type { Row, RowIdentity } from '../../../model/northbound.js';
import type { CanonicalAddress, Family } from '../../../net/address.js';

/** Member of an address set: an address or a network. */
export type SetMember = Pick<CanonicalAddress, 'family' | 'text'>;

/** Returns an address set with the addresses of its family, each once, sorted. */
export function addressSetRow(
  { key, external_ids }: RowIdentity,
  addresses: readonly SetMember[],
  family: Family,
  namespace?: string,
): Row {
  const own = addressesIn(addresses, family);
  const columns = { ...(own.length > 0 ? { addresses: own } : {}), external_ids, name: key };
  return namespace === undefined ? { key, columns } : { key, columns, namespace };
}

/**
 * Returns the members that a zone adds to an address set without members, or undefined if there is no address of the
 * family.
 */
export function addressesRow(
  { key }: RowIdentity,
  addresses: readonly SetMember[],
  family: Family,
  namespace?: string,
): Row | undefined {
  const own = addressesIn(addresses, family);
  if (own.length === 0) return undefined;
  const row = { key, columns: { addresses: own } };
  return namespace === undefined ? row : { ...row, namespace };
}

/** Returns the texts of the addresses of a family, each once, sorted. */
export function addressesIn(addresses: readonly SetMember[], family: Family): string[] {
  const texts = new Set<string>();
  for (const address of addresses) if (address.family === family) texts.add(address.text);
  return [...texts].sort();
}
