import type { Intent, ObjectIntent, StatusIntent } from '../../model/intent.js';
import type { Json } from '../../model/manifest.js';
import type { Both } from '../side.js';
import type { FieldDifference, ItemChange } from './change.js';

interface Item {
  readonly sort: string;
  readonly name: string;
  readonly owner: string;
  readonly value: Json;
}

/** The objects to apply and the status patches that differ, in byte order of sort and name. */
export function compareObjects({ before, after }: Both<readonly Intent[]>): ItemChange[] {
  const [left, right] = [itemsOf(before), itemsOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((key): ItemChange[] => {
    const [old, now] = [left.get(key), right.get(key)];
    const item = now ?? old;
    if (!item) return [];
    const { sort, name, owner } = item;
    if (!old || !now) return [{ change: old ? 'removed' : 'added', sort, name, owner, fields: [] }];
    const fields = compareValues(old.value, now.value, '');
    return fields.length > 0 ? [{ change: 'changed', sort, name, owner, fields }] : [];
  });
}

function itemsOf(intents: readonly Intent[]): Map<string, Item> {
  const items = intents.flatMap((intent) =>
    intent.effect === 'object' ? [objectOf(intent)] : intent.effect === 'status' ? [statusOf(intent)] : [],
  );
  return new Map(items.map((item) => [`${item.sort} ${item.name}`, item]));
}

function ownerOf({ cause: { kind, namespace, name } }: Intent): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

function objectOf(intent: ObjectIntent): Item {
  const { kind, metadata } = intent.object;
  const { namespace, name } = typeof metadata === 'object' && metadata && !Array.isArray(metadata) ? metadata : {};
  const path = [namespace, name].filter((part) => typeof part === 'string').join('/');
  return { sort: typeof kind === 'string' ? kind : '', name: path, owner: ownerOf(intent), value: intent.object };
}

function statusOf(intent: StatusIntent): Item {
  const owner = ownerOf(intent);
  return { sort: 'status', name: owner, owner, value: intent.status };
}

/** The innermost values that differ, by JSON pointer. */
function compareValues(before: Json | undefined, after: Json | undefined, pointer: string): FieldDifference[] {
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
    const keys = [...new Set([...left.keys(), ...right.keys()])];
    return keys.flatMap((key) => compareValues(left.get(key), right.get(key), `${pointer}/${key}`));
  }
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)] as [string | undefined, string | undefined];
  if (old === now) return [];
  return [
    { name: pointer, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) },
  ];
}

function isContainer(
  value: Json | undefined,
): value is Json[] | Exclude<Json, null | string | number | boolean | Json[]> {
  return typeof value === 'object' && value !== null;
}
