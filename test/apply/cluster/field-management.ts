import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../../src/std/json.js';

/** Lists that the API server merges by key; all others are atomic here. */
const LIST_KEYS: Readonly<Record<string, string>> = { ports: 'port', containers: 'name', conditions: 'type' };

type Leaves = Map<string, Json>;

interface ManagedEntry extends JsonObject {
  manager: string;
  operation: string;
  fieldsV1: JsonObject;
}

export interface Conflict {
  readonly field: string;
  readonly manager: string;
}

/** The values of an object by FieldsV1 path (a JSON list of its segments), without what only names the object. */
function leavesOf(value: Json, path: readonly string[] = []): [string, Json][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, inner]) => {
      const isName = path.length === 0 ? name === 'apiVersion' || name === 'kind' : false;
      const isIdentity = path.length === 1 && path[0] === 'f:metadata' && !['labels', 'annotations'].includes(name);
      return isName || isIdentity ? [] : leavesOf(inner, [...path, `f:${name}`]);
    });
  }
  const key = LIST_KEYS[path.at(-1)?.slice(2) ?? ''];
  if (Array.isArray(value) && key !== undefined && value.length > 0) {
    return value.flatMap((item) => {
      const keys = { [key]: (item as JsonObject)[key] ?? null };
      return leavesOf(item, [...path, `k:${JSON.stringify(keys)}`]);
    });
  }
  return path.length === 0 ? [] : [[JSON.stringify(path), value]];
}

/** Paths of a FieldsV1 tree. */
function pathsOf(fields: JsonObject, path: readonly string[] = []): string[] {
  return Object.entries(fields).flatMap(([key, inner]) => {
    const below = [...path, key];
    const children = inner as JsonObject;
    return Object.keys(children).length === 0 ? [JSON.stringify(below)] : pathsOf(children, below);
  });
}

function treeOf(paths: Iterable<string>): JsonObject {
  const tree: JsonObject = {};
  for (const path of paths) {
    let at = tree;
    for (const segment of JSON.parse(path) as string[]) at = (at[segment] ??= {}) as JsonObject;
  }
  return tree;
}

/** Sets, or removes where `value` is undefined, the value at a path. */
function setLeaf(object: JsonObject, path: string, value: Json | undefined): void {
  const segments = JSON.parse(path) as string[];
  let at: Json = object;
  segments.forEach((segment, index) => {
    const rest = segment.slice(2);
    const isLast = index === segments.length - 1;
    if (segment.startsWith('f:')) {
      const holder = at as JsonObject;
      if (isLast && value === undefined) Reflect.deleteProperty(holder, rest);
      else if (isLast) holder[rest] = structuredClone(value ?? null);
      else at = holder[rest] ??= segments[index + 1]?.startsWith('k:') ? [] : {};
      return;
    }
    const keys = JSON.parse(rest) as JsonObject;
    const items = at as JsonObject[];
    let item = items.find((one) => Object.entries(keys).every(([name, wanted]) => one[name] === wanted));
    if (!item && value === undefined) item = {};
    if (!item) items.push((item = { ...keys }));
    at = item;
  });
}

/** Returns true if a path is that of a key of a list item. */
function isKey(path: string): boolean {
  const [item = '', field = ''] = (JSON.parse(path) as string[]).slice(-2);
  return item.startsWith('k:') && Object.hasOwn(JSON.parse(item.slice(2)) as JsonObject, field.slice(2));
}

/** A list item whose last field was removed is removed. */
function dropEmptyItems(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) {
    if (Array.isArray(inner)) {
      const kept = inner.filter((item) => !isDeepStrictEqual(item, {}));
      inner.splice(0, inner.length, ...kept);
    }
    dropEmptyItems(inner);
  }
}

function notationOf(path: string): string {
  const segments = JSON.parse(path) as string[];
  return segments.map((one) => (one.startsWith('f:') ? `.${one.slice(2)}` : `[${one.slice(2)}]`)).join('');
}

/**
 * Server-side apply without force: the merged object, or the conflicts. `part` is what the path writes: the status
 * alone, or all but the status where there is a path for that.
 */
export function applyFields(
  live: JsonObject,
  applied: JsonObject,
  manager: string,
  subresource: string,
): JsonObject | readonly Conflict[] {
  const merged = structuredClone(live);
  const metadata = merged.metadata as JsonObject;
  const entries = ((metadata.managedFields ?? []) as ManagedEntry[]).slice();
  const wanted: Leaves = new Map(leavesOf(applied));
  const there: Leaves = new Map(leavesOf(live));
  const isOwn = (one: ManagedEntry) =>
    one.manager === manager && one.operation === 'Apply' && (one.subresource ?? '') === subresource;
  const others = new Map(
    entries.filter((one) => !isOwn(one)).flatMap((one) => pathsOf(one.fieldsV1).map((path) => [path, one.manager])),
  );
  const conflicts = [...wanted].flatMap(([path, value]): Conflict[] => {
    const holder = others.get(path);
    if (holder === undefined || isDeepStrictEqual(value, there.get(path))) return [];
    return [{ field: notationOf(path), manager: holder }];
  });
  if (conflicts.length > 0) return conflicts;
  const before = entries.find(isOwn);
  const removed = (before ? pathsOf(before.fieldsV1) : []).filter((path) => !wanted.has(path) && !others.has(path));
  // An item of a list is found by its keys, so they go last.
  for (const isOfKey of [false, true]) {
    for (const path of removed) if (isKey(path) === isOfKey) setLeaf(merged, path, undefined);
  }
  dropEmptyItems(merged);
  for (const [path, value] of wanted) setLeaf(merged, path, value);
  const entry: ManagedEntry = {
    manager,
    operation: 'Apply',
    apiVersion: applied.apiVersion ?? '',
    time: '2026-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: treeOf(wanted.keys()),
    ...(subresource === '' ? {} : { subresource }),
  };
  metadata.managedFields = [...entries.filter((one) => !isOwn(one)), ...(wanted.size > 0 ? [entry] : [])];
  return merged;
}

/** Notes all fields of an object as those of a manager that wrote it whole. */
export function ownWhole(object: JsonObject, manager: string): JsonObject {
  const fieldsV1 = treeOf(leavesOf(object).map(([path]) => path));
  const entry = { manager, operation: 'Update', apiVersion: object.apiVersion ?? '', fieldsType: 'FieldsV1', fieldsV1 };
  return { ...object, metadata: { ...(object.metadata as JsonObject), managedFields: [entry] } };
}
