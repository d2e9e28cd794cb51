import { isDeepStrictEqual } from 'node:util';
import type { Row, ZoneRows } from '../model/northbound.js';
import { joinLists, joinZone } from '../northbound/join-rows.js';
import { keepEqualRows } from '../northbound/keep-rows.js';
import type { OutputPart } from '../northbound/parse-part.js';
import { concatenate } from '../std/concatenate.js';
import { firstFrom } from '../std/find-sorted.js';
import { type PartIndex, type ZoneParts, createPartIndex } from './part-index.js';

type Tables = ReadonlyMap<string, readonly Row[]>;

/**
 * Creates a function that joins parts as `joinZone` does, with the same result. It looks only at parts, and joins only rows,
 * that are other objects than in the last parts. Tables without such rows are the same lists.
 */
export function createZoneJoin(zone: string): (parts: ZoneParts) => ZoneRows {
  let last: { readonly rows: Tables; readonly index: PartIndex } | undefined;
  return (parts) => {
    const all = [...parts.values()];
    const switches = all.flatMap((part) => part.switches);
    const { rows: before, index = createPartIndex() } = last ?? {};
    // What a failed join leaves is not continued.
    last = undefined;
    const changed = index.update(parts);
    if (!before || !changed) {
      const joined = joinZone(all, { zone, switches });
      if (changed) last = { rows: joined.rows, index };
      return joined;
    }
    // Few parts have more than rows.
    const others = all.filter(({ attachments, absent }) => attachments.length > 0 || absent.size > 0);
    const withoutRows = others.map((part) => ({ ...part, rows: new Map<string, never>() }));
    const joined = joinZone(withoutRows, { zone, switches });
    const rows = new Map(
      index.tables().map((table) => {
        const [known = [], keys] = [before.get(table), changed.get(table)];
        return [table, keys && keys.size > 0 ? replaceRows(known, keys, (key) => index.rowsOf(table, key)) : known];
      }),
    );
    last = { rows, index };
    return { ...joined, rows };
  };
}

/** Returns sorted rows in which those of some keys are replaced. `rowsOf` returns the rows of all parts with a key. */
function replaceRows(
  before: readonly Row[],
  keys: ReadonlySet<string>,
  rowsOf: (key: string) => readonly Row[],
): readonly Row[] {
  const pieces: (readonly Row[])[] = [];
  let start = 0;
  for (const key of [...keys].sort()) {
    const place = firstFrom(before, key, start);
    pieces.push(before.slice(start, place), joinLists(rowsOf(key).map((row) => [row])));
    start = before[place]?.key === key ? place + 1 : place;
  }
  return concatenate([...pieces, before.slice(start)]);
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
