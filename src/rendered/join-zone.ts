import { isDeepStrictEqual } from 'node:util';
import type { Row, ZoneRows } from '../model/northbound.js';
import { joinLists, joinZone } from '../northbound/join-rows.js';
import { keepEqualRows } from '../northbound/keep-rows.js';
import type { OutputPart } from '../northbound/parse-part.js';

/** Parts of a zone's rows by path. */
export type ZoneParts = ReadonlyMap<string, OutputPart>;

type Tables = ReadonlyMap<string, readonly Row[]>;

/**
 * Creates a function that joins parts as `joinZone` does, with the same result. It sorts only rows that are other objects
 * than in the last parts. Tables without such rows are the same lists.
 */
export function createZoneJoin(zone: string): (parts: ZoneParts) => ZoneRows {
  let last: { readonly parts: ZoneParts; readonly rows: Tables } | undefined;
  return (parts) => {
    const all = [...parts.values()];
    const switches = all.flatMap((part) => part.switches);
    if (!last) {
      const joined = joinZone(all, { zone, switches });
      last = { parts, rows: joined.rows };
      return joined;
    }
    // Few parts have more than rows.
    const others = all.filter(({ attachments, absent }) => attachments.length > 0 || absent.size > 0);
    const withoutRows = others.map((part) => ({ ...part, rows: new Map<string, never>() }));
    const joined = joinZone(withoutRows, { zone, switches });
    const rows = joinTables(parts, last);
    last = { parts, rows };
    return { ...joined, rows };
  };
}

function joinTables(parts: ZoneParts, last: { readonly parts: ZoneParts; readonly rows: Tables }): Tables {
  const changed = changedKeys(last.parts, parts);
  const names = new Set([...parts.values()].flatMap(({ rows }) => [...rows.keys()]));
  return new Map(
    [...names].sort().map((name) => [name, joinTable(name, parts, last.rows.get(name), changed.get(name))]),
  );
}

function joinTable(
  name: string,
  parts: ZoneParts,
  before: readonly Row[] | undefined,
  changed: ReadonlySet<string> | undefined,
): readonly Row[] {
  if (before && !changed) return before;
  const lists = [...parts.values()].flatMap(({ rows }) => {
    const list = rows.get(name);
    return list ? [list] : [];
  });
  const [only = []] = lists;
  if (lists.length < 2) return only;
  if (!before || !changed || !isSorted(before)) return joinLists(lists);
  const isChanged = ({ key }: Row): boolean => changed.has(key);
  const joined = joinLists(lists.map((list) => (list.some(isChanged) ? list.filter(isChanged) : NO_ROWS)));
  const merged: Row[] = [];
  let next = 0;
  for (const row of before) {
    for (let one = joined[next]; one && one.key <= row.key; one = joined[next]) {
      merged.push(one);
      next++;
    }
    if (!isChanged(row)) merged.push(row);
  }
  for (const row of joined.slice(next)) merged.push(row);
  return merged;
}

const NO_ROWS: readonly Row[] = [];

function isSorted(rows: readonly Row[]): boolean {
  return rows.every(({ key }, index) => index === 0 || (rows[index - 1]?.key ?? '') < key);
}

/** Returns the keys of rows that are other objects, or are only in one of the parts, by table. */
function changedKeys(before: ZoneParts, after: ZoneParts): ReadonlyMap<string, ReadonlySet<string>> {
  const changed = new Map<string, Set<string>>();
  const compare = (one: OutputPart | undefined, other: OutputPart | undefined): void => {
    if (one === other) return;
    for (const name of new Set([...(one?.rows.keys() ?? []), ...(other?.rows.keys() ?? [])])) {
      const [rows, others] = [one?.rows.get(name) ?? NO_ROWS, other?.rows.get(name) ?? NO_ROWS];
      if (rows === others) continue;
      const [set, otherSet] = [new Set(rows), new Set(others)];
      const keys = changed.get(name) ?? new Set();
      for (const row of rows) if (!otherSet.has(row)) keys.add(row.key);
      for (const row of others) if (!set.has(row)) keys.add(row.key);
      changed.set(name, keys);
    }
  };
  for (const [path, part] of after) compare(before.get(path), part);
  for (const [path, part] of before) if (!after.has(path)) compare(part, undefined);
  return changed;
}

/** Returns a part that has the rows and lists of an earlier version of it, if they are equal. */
export function reuseRows(part: OutputPart, before: OutputPart | undefined): OutputPart {
  if (!before) return part;
  const rows = Array.from(
    part.rows,
    ([name, list]) => [name, keepEqualRows(list, before.rows.get(name) ?? [])] as const,
  );
  const attachments = isDeepStrictEqual(part.attachments, before.attachments) ? before.attachments : part.attachments;
  return { ...part, rows: new Map(rows), attachments };
}
