import type { FieldChange } from '../../../model/change.js';
import { type Json, type JsonObject, asObject } from '../../../std/json.js';

/**
 * Fields of an object that a field manager applied, in the format of `managedFields` (Kubernetes FieldsV1). A tree
 * whose keys are `f:<field>`, `k:<keys of a list item as JSON>`, `v:<item of a set as JSON>`, and `.` for the value
 * itself.
 */
export type FieldSet = JsonObject;

/**
 * Returns the fields that a manager has applied to an object or, with `subresource` 'status', to its status. Returns
 * undefined if there are none.
 */
export function readOwnedFields(live: JsonObject, manager: string, subresource: 'status' | ''): FieldSet | undefined {
  const entries = asObject(live.metadata)?.managedFields;
  const entry = (Array.isArray(entries) ? entries : [])
    .map(asObject)
    .find(
      (one) =>
        one?.manager === manager &&
        one.operation === 'Apply' &&
        (one.subresource ?? '') === subresource &&
        one.fieldsType === 'FieldsV1',
    );
  return asObject(entry?.fieldsV1);
}

/**
 * Returns the owned fields that a desired value no longer has, with their live values and paths like
 * `.spec.ports[{"port":80}]`.
 */
export function findUnwanted(
  owned: FieldSet,
  wanted: Json | undefined,
  live: Json | undefined,
  path = '',
): FieldChange[] {
  return Object.entries(owned).flatMap(([key, children]) => {
    if (key === '.') return [];
    const value = wanted === undefined ? undefined : stepInto(wanted, key);
    const there = live === undefined ? undefined : stepInto(live, key);
    const below = path + segmentOf(key);
    const inner = asObject(children);
    // A field whose value has fields of its own is unwanted only as far as those are.
    if (inner && Object.keys(inner).some((one) => one !== '.')) return findUnwanted(inner, value, there, below);
    if (value !== undefined || there === undefined) return [];
    return [{ name: below, live: JSON.stringify(there), desired: '' }];
  });
}

/** Returns the item of a desired list that matches the keys of a live item. It may lack keys with defaults. */
export function findItem(items: readonly Json[], keys: JsonObject): Json | undefined {
  return items.find((item) => {
    const object = asObject(item);
    const isSame = ([name, value]: [string, Json]) => object?.[name] === undefined || object[name] === value;
    return object !== undefined && Object.entries(keys).every(isSame) && Object.keys(keys).some((key) => key in object);
  });
}

/** Returns the keys of the items if server-side apply merges the list by key, otherwise an empty list. */
export function keysOfItems(owned: FieldSet | undefined): readonly JsonObject[] {
  return Object.keys(owned ?? {}).flatMap((key) => {
    const keys = key.startsWith('k:') ? asObject(parse(key.slice(2))) : undefined;
    return keys ? [keys] : [];
  });
}

/** Returns true if server-side apply merges a list as a set. */
export function isSet(owned: FieldSet | undefined): boolean {
  return Object.keys(owned ?? {}).some((key) => key.startsWith('v:'));
}

function stepInto(value: Json, key: string): Json | undefined {
  const rest = key.slice(2);
  if (key.startsWith('f:')) {
    const object = asObject(value);
    return object && Object.hasOwn(object, rest) ? object[rest] : undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const parsed = parse(rest);
  const keys = asObject(parsed);
  if (key.startsWith('k:')) return keys && findItem(value, keys);
  if (key.startsWith('v:')) return value.find((item) => JSON.stringify(item) === JSON.stringify(parsed));
  return typeof parsed === 'number' ? value[parsed] : undefined;
}

function segmentOf(key: string): string {
  return key.startsWith('f:') ? `.${key.slice(2)}` : `[${key.slice(2)}]`;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
