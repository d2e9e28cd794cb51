import type { ColumnValue, Columns } from '../../model/northbound.js';
import type { FieldDifference } from './change.js';
import { sameItems } from '../../std/same-items.js';

/** Returns the columns that differ, in byte order of their names. */
export function compareColumns(before: Columns, after: Columns): FieldDifference[] {
  const differing: string[] = [];
  for (const name in before) if (!sameValue(before[name], after[name])) differing.push(name);
  for (const name in after) if (!Object.hasOwn(before, name) && after[name] !== undefined) differing.push(name);
  return differing.sort().map((name) => describe(name, before[name], after[name]));
}

/** Returns true if two values of a column are equal, lists in their order. */
export function sameValue(a: ColumnValue | undefined, b: ColumnValue | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b);
  const [left, right] = [a as Entries, b as Entries];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

type Entries = Readonly<Record<string, string | number>>;

function describe(name: string, before: ColumnValue | undefined, after: ColumnValue | undefined): FieldDifference {
  if (isSet(before ?? []) && isSet(after ?? [])) {
    return { name, ...compareSets((before ?? []) as readonly string[], (after ?? []) as readonly string[]) };
  }
  return {
    name,
    ...(before === undefined ? {} : { before: JSON.stringify(before) }),
    ...(after === undefined ? {} : { after: JSON.stringify(after) }),
  };
}

function isSet(value: ColumnValue): boolean {
  return Array.isArray(value);
}

/** Returns the added and the removed members, as text. */
export function compareSets(
  before: readonly (string | number)[],
  after: readonly (string | number)[],
): { readonly added: string[]; readonly removed: string[] } {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: after.filter((item) => !had.has(item)).map(String),
    removed: before.filter((item) => !has.has(item)).map(String),
  };
}
