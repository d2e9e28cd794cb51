import { titleOf } from '../../model/kubernetes-object.js';
import type { ManifestObject } from '../../model/artefact.js';
import type { StatusIntent } from '../../model/intent/kubernetes-object.js';
import type { Both } from '../../traffic/side.js';
import type { FieldDifference, ItemChange } from './change.js';
import { type Json, type JsonObject, asObject } from '../../std/json.js';

interface Item {
  readonly sort: string;
  readonly name: string;
  readonly owner: string;
  readonly value: Json;
}

/** Returns the objects to apply and the status patches that differ, in byte order of sort and name. */
export function compareObjects({ before, after }: Both<readonly (ManifestObject | StatusIntent)[]>): ItemChange[] {
  const [left, right] = [itemsOf(before), itemsOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((key): ItemChange[] => {
    const [old, now] = [left.get(key), right.get(key)];
    const item = now ?? old;
    if (!item) return [];
    const { sort, name, owner } = item;
    if (!old || !now) return [{ change: old ? 'removed' : 'added', sort, name, owner, fields: [] }];
    // An object that both sides share renders to the same object.
    if (old.value === now.value) return [];
    const fields = compareValues(old.value, now.value, '');
    return fields.length > 0 ? [{ change: 'changed', sort, name, owner, fields }] : [];
  });
}

function itemsOf(wanted: readonly (ManifestObject | StatusIntent)[]): Map<string, Item> {
  const items = wanted.map((one) => ('object' in one ? objectOf(one) : statusOf(one)));
  return new Map(items.map((item) => [`${item.sort} ${item.name}`, item]));
}

function objectOf({ object, causes: [cause] }: ManifestObject): Item {
  const { kind, metadata } = object;
  const { namespace, name } = asObject(metadata) ?? {};
  const path = [namespace, name].filter((part) => typeof part === 'string').join('/');
  // For a Node, only labels are set: the Node itself is neither added nor removed.
  const sort = kind === 'Node' ? 'labels of Node' : typeof kind === 'string' ? kind : '';
  return { sort, name: path, owner: titleOf(cause.kind, cause), value: object };
}

function statusOf(intent: StatusIntent): Item {
  const owner = titleOf(intent.cause.kind, intent.cause);
  return { sort: 'status', name: owner, owner, value: intent.status };
}

/** Returns the innermost values that differ, with their JSON pointers. */
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

function isContainer(value: Json | undefined): value is Json[] | JsonObject {
  return typeof value === 'object' && value !== null;
}
