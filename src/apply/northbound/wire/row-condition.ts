import type { Atom, Condition } from '../../../clients/ovsdb/index.js';

/** The condition that a row is the one that an atom names (RFC 7047 §5.1): `["uuid", …]` or `["named-uuid", …]`. */
export function whereIs(atom: Atom): readonly Condition[] {
  return [['_uuid', '==', atom]];
}
