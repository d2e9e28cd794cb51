import type { FieldChange } from '../../../model/change.js';
import { type Json, type JsonObject, asObject } from '../../../std/json.js';

/**
 * The fields of an object that a field manager applied, as `managedFields` notes them (Kubernetes FieldsV1): a tree whose
 * keys are `f:<field>`, `k:<keys of a list item as JSON>`, `v:<item of a set as JSON>` and `.` for the value itself.
 */
export type FieldSet = JsonObject;

/** What a manager has applied to an object or, with `subresource` 'status', to its status; undefined where nothing. */
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
 * The fields of a set that a wanted value does not have any more, with their live values; named by paths like
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

/** The item of a wanted list that a live item of an associative list is; defaulted keys may be absent from it. */
export function findItem(items: readonly Json[], keys: JsonObject): Json | undefined {
  return items.find((item) => {
    const object = asObject(item);
    const isSame = ([name, value]: [string, Json]) => object?.[name] === undefined || object[name] === value;
    return object !== undefined && Object.entries(keys).every(isSame) && Object.keys(keys).some((key) => key in object);
  });
}

/** The keys of the items, where a list is one that server-side apply merges by key. */
export function keysOfItems(owned: FieldSet | undefined): readonly JsonObject[] {
  return Object.keys(owned ?? {}).flatMap((key) => {
    const keys = key.startsWith('k:') ? asObject(parse(key.slice(2))) : undefined;
    return keys ? [keys] : [];
  });
}

/** Whether server-side apply merges a list as a set. */
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
