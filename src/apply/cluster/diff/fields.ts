import type { FieldChange } from '../../../model/change.js';
import { type FieldSet, findItem, isSet, keysOfItems } from './owned-fields.js';
import { type Json, asObject } from '../../../std/json.js';

/** Fields that are kept from the live object, or renewed with every change. They are no difference by themselves. */
const TIMES = new Set(['lastTransitionTime']);

/**
 * Returns the desired fields that differ from a live value. Other live fields belong to other managers or are defaults.
 * `owned` shows which lists server-side apply merges. Other lists are atomic.
 */
export function compareFields(
  wanted: Json,
  live: Json | undefined,
  owned: FieldSet | undefined,
  path = '',
): FieldChange[] {
  const object = asObject(wanted);
  const liveObject = asObject(live);
  if (object && liveObject) {
    return Object.entries(object).flatMap(([name, value]) => {
      if (TIMES.has(name)) return [];
      const there = Object.hasOwn(liveObject, name) ? liveObject[name] : undefined;
      return compareFields(value, there, asObject(owned?.[`f:${name}`]), `${path}.${name}`);
    });
  }
  if (Array.isArray(wanted) && Array.isArray(live)) return compareLists(wanted, live, owned, path);
  // A desired empty map equals an unset field.
  if (object && live === undefined && Object.keys(object).length === 0) return [];
  return wanted === live ? [] : [differenceAt(path, wanted, live)];
}

function compareLists(
  wanted: readonly Json[],
  live: readonly Json[],
  owned: FieldSet | undefined,
  path: string,
): FieldChange[] {
  const keys = keysOfItems(owned);
  if (keys.length > 0) {
    const names = Object.keys(keys[0] ?? {});
    return wanted.flatMap((item, index) => {
      const own = Object.fromEntries(names.flatMap((name) => pick(item, name)));
      const known = keys.find((key) => findItem([item], key) !== undefined) ?? own;
      const there = live.find((one) => findItem([one], known) !== undefined);
      return compareFields(item, there, asObject(owned?.[`k:${JSON.stringify(known)}`]), `${path}[${index}]`);
    });
  }
  if (isSet(owned)) {
    const there = new Set(live.map((item) => JSON.stringify(item)));
    return wanted.every((item) => there.has(JSON.stringify(item))) ? [] : [differenceAt(path, [...wanted], [...live])];
  }
  if (wanted.length !== live.length) return [differenceAt(path, [...wanted], [...live])];
  return wanted.flatMap((item, index) => compareFields(item, live[index], undefined, `${path}[${index}]`));
}

function pick(item: Json, name: string): [string, Json][] {
  const value = asObject(item)?.[name];
  return value === undefined ? [] : [[name, value]];
}

function differenceAt(path: string, wanted: Json, live: Json | undefined): FieldChange {
  return { name: path, live: live === undefined ? '' : JSON.stringify(live), desired: JSON.stringify(wanted) };
}
