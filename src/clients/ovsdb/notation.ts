import { isObject } from '../../std/json.js';

/** A JSON value. */
export type OvsdbJson =
  null | boolean | number | string | readonly OvsdbJson[] | { readonly [field: string]: OvsdbJson };

/** A <uuid> (RFC 7047 §5.1). */
export type Uuid = readonly ['uuid', string];

/** A <named-uuid> (RFC 7047 §5.1): a row that the same transaction inserts under this `uuid-name`. */
export type NamedUuid = readonly ['named-uuid', string];

/** An <atom> (RFC 7047 §5.1). */
export type Atom = string | number | boolean | Uuid | NamedUuid;

/** A <set> (RFC 7047 §5.1). A set of one element can be written as that element. */
export type OvsdbSet = readonly ['set', readonly Atom[]];

/** A <map> (RFC 7047 §5.1). */
export type OvsdbMap = readonly ['map', readonly (readonly [Atom, Atom])[]];

/** A <value> (RFC 7047 §5.1). */
export type OvsdbValue = Atom | OvsdbSet | OvsdbMap;

/** A <row> (RFC 7047 §5.1): columns by name, as a server writes them. Includes `_uuid` and `_version` if requested. */
export type OvsdbRow = Readonly<Record<string, OvsdbValue>>;

/** Returns the elements of a set. Any other value is a set of that one element, except a map, which has none. */
export function elementsOf(value: OvsdbValue | undefined): readonly Atom[] {
  if (value === undefined) return [];
  if (typeof value !== 'object') return [value];
  if (value[0] === 'set') return value[1];
  return value[0] === 'map' ? [] : [value];
}

/** Returns the pairs of a map, or none for any other value. */
export function entriesOf(value: OvsdbValue | undefined): readonly (readonly [Atom, Atom])[] {
  return typeof value === 'object' && value[0] === 'map' ? value[1] : [];
}

/** Returns the UUID in a value, or undefined for any other value. */
export function uuidOf(value: OvsdbValue | undefined): string | undefined {
  return typeof value === 'object' && value[0] === 'uuid' ? value[1] : undefined;
}

/** Returns true if JSON of a server is a <row>: an object with only <value> members. */
export function isRow(json: unknown): json is OvsdbRow {
  if (!isObject(json)) return false;
  for (const name in json) if (!isValue(json[name])) return false;
  return true;
}

/** Returns true if JSON of a server is a <value>. A server never sends a named UUID. */
export function isValue(json: unknown): json is OvsdbValue {
  if (isAtom(json)) return true;
  if (!Array.isArray(json) || json.length !== 2) return false;
  const [tag, content] = json as readonly unknown[];
  if (!Array.isArray(content)) return false;
  if (tag === 'set') return content.every(isAtom);
  return tag === 'map' && content.every(isPair);
}

function isPair(json: unknown): boolean {
  return Array.isArray(json) && json.length === 2 && isAtom(json[0]) && isAtom(json[1]);
}

function isAtom(json: unknown): json is Atom {
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') return true;
  return Array.isArray(json) && json.length === 2 && json[0] === 'uuid' && typeof json[1] === 'string';
}
