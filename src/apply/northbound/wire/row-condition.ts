import type { Atom, Condition } from '../../../clients/ovsdb/index.js';

/** Returns the condition for the row of an atom (RFC 7047 §5.1): `["uuid", …]` or `["named-uuid", …]`. */
export function whereIs(atom: Atom): readonly Condition[] {
  return [['_uuid', '==', atom]];
}
