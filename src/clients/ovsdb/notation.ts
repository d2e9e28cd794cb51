import { isObject } from '../../std/json.js';

/** A JSON value. */
export type OvsdbJson =
  null | boolean | number | string | readonly OvsdbJson[] | { readonly [field: string]: OvsdbJson };

/** RFC 7047 §5.1 <uuid>. */
export type Uuid = readonly ['uuid', string];

/** RFC 7047 §5.1 <named-uuid>: a row that the same transaction inserts under this `uuid-name`. */
export type NamedUuid = readonly ['named-uuid', string];

/** RFC 7047 §5.1 <atom>. */
export type Atom = string | number | boolean | Uuid | NamedUuid;

/** RFC 7047 §5.1 <set>; one element may stand for itself. */
export type OvsdbSet = readonly ['set', readonly Atom[]];

/** RFC 7047 §5.1 <map>. */
export type OvsdbMap = readonly ['map', readonly (readonly [Atom, Atom])[]];

/** RFC 7047 §5.1 <value>. */
export type OvsdbValue = Atom | OvsdbSet | OvsdbMap;

/** RFC 7047 §5.1 <row>: columns by name, as a server writes them; `_uuid` and `_version` are among them where asked for. */
export type OvsdbRow = Readonly<Record<string, OvsdbValue>>;

/** The elements of a set; a value that is no set counts as the one element of one, a map has none. */
export function elementsOf(value: OvsdbValue | undefined): readonly Atom[] {
  if (value === undefined) return [];
  if (typeof value !== 'object') return [value];
  if (value[0] === 'set') return value[1];
  return value[0] === 'map' ? [] : [value];
}

/** The pairs of a map; anything else has none. */
export function entriesOf(value: OvsdbValue | undefined): readonly (readonly [Atom, Atom])[] {
  return typeof value === 'object' && value[0] === 'map' ? value[1] : [];
}

/** The UUID that a row or an atom says; undefined for anything else. */
export function uuidOf(value: OvsdbValue | undefined): string | undefined {
  return typeof value === 'object' && value[0] === 'uuid' ? value[1] : undefined;
}

/** Returns true if a server's JSON is a <row>: an object whose every member is a <value>. */
export function isRow(json: unknown): json is OvsdbRow {
  if (!isObject(json)) return false;
  for (const name in json) if (!isValue(json[name])) return false;
  return true;
}

/** Returns true if a server's JSON is a <value> (a server never sends a named UUID). */
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
