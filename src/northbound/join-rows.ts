import { type Memo, noMemo } from '../model/memo.js';
import type {
  RowAttachment,
  Columns,
  ColumnValue,
  NorthboundRows,
  OwnRows,
  Row,
  ZoneRows,
} from '../model/northbound.js';
import { groupBy } from '../std/group-by.js';
import { memoize } from '../std/memoize.js';

/** The key of an attachment that is one to each switch of the zone that has it. */
export const EVERY_SWITCH = '*';

type Tables = ReadonlyMap<string, readonly Row[]>;

/**
 * Everything that a zone holds, of its parts: what all zones share, and its own. Tables of the same lists are the same list
 * again, where they are remembered.
 */
export function joinZone(
  parts: readonly NorthboundRows[],
  { zone, switches }: Pick<OwnRows, 'zone' | 'switches'>,
  memo: Memo = noMemo,
): ZoneRows {
  const { rows, attachments, absent } = joinRows(parts, memo);
  return { zone, rows, attachments: joinAttachments(spreadAttachments(attachments, switches)), absent };
}

/**
 * Joins rows of one database. Lists of rows that share a key are joined, of other columns the last counts. Attachments
 * are put one after the other. Tables of the same lists are the same list again, where they are remembered.
 */
export function joinRows(parts: readonly NorthboundRows[], memo: Memo = noMemo): NorthboundRows {
  return {
    rows: joinTables(
      parts.map(({ rows }) => rows),
      memo,
    ),
    attachments: parts.flatMap(({ attachments }) => attachments),
    absent: joinTables(
      parts.map(({ absent }) => absent),
      noMemo,
    ),
  };
}

/** Attachments with one to each of the switches in the place of one to every switch. */
export function spreadAttachments(attachments: readonly RowAttachment[], switches: readonly string[]): RowAttachment[] {
  return attachments.flatMap((attachment) => {
    const { table, key, column, references } = attachment;
    return key === EVERY_SWITCH ? switches.map((name) => ({ table, key: name, column, references })) : attachment;
  });
}

/** Returns the columns of a row of which two parts tell. */
export function joinColumns(one: Columns, other: Columns): Columns {
  const joined: Record<string, ColumnValue> = { ...one };
  for (const [name, value] of Object.entries(other)) joined[name] = joinValues(joined[name], value);
  return joined;
}

function joinValues(one: ColumnValue | undefined, other: ColumnValue): ColumnValue {
  if (!Array.isArray(one) || !Array.isArray(other)) return other;
  return [...new Set([...(one as readonly string[]), ...(other as readonly string[])])].sort();
}

function joinTables(parts: readonly Tables[], memo: Memo): Tables {
  const names = [...new Set(parts.flatMap((tables) => [...tables.keys()]))].sort();
  return new Map(
    names.map((name) => {
      const lists = parts.flatMap((tables) => {
        const list = tables.get(name);
        return list ? [list] : [];
      });
      return [
        name,
        // A list alone is in order.
        lists.length === 1 ? (lists[0] ?? []) : memo('joined rows', name, lists, () => joinTable(lists.flat())),
      ];
    }),
  );
}

/** Lists that are in order one by one are merged in one pass: a sort looks for such runs. Most tables have one list. */
function joinTable(rows: readonly Row[]): readonly Row[] {
  if (rows.every(({ key }, index) => index === 0 || (rows[index - 1]?.key ?? '') < key)) return rows;
  const joined: Row[] = [];
  for (const row of [...rows].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))) {
    const last = joined.at(-1);
    if (last?.key !== row.key) joined.push(row);
    else joined[joined.length - 1] = joinTwo(last, row);
  }
  return joined;
}

function joinTwo(one: Row, other: Row): Row {
  const cause = one.cause ?? other.cause;
  const columns = joinColumns(one.columns, other.columns);
  const closes = one.closes ?? other.closes;
  return { key: one.key, columns, ...(cause ? { cause } : {}), ...(closes ? { closes } : {}) };
}

/** The same row with other columns, which its template knows nothing of. Rows may compute what they say: a spread leaves it out. */
export function withColumns({ key, cause, namespace, closes }: Row, columns: Columns): Row {
  return {
    key,
    columns,
    ...(cause ? { cause } : {}),
    ...(namespace === undefined ? {} : { namespace }),
    ...(closes ? { closes } : {}),
  };
}

/** One attachment for each column of a base row, in byte order. */
function joinAttachments(attachments: readonly RowAttachment[]): RowAttachment[] {
  const places = groupBy(attachments, ({ table, key, column }) => JSON.stringify([table, key, column]));
  // The switches of a zone have their references in common.
  const settle = memoize((references: readonly string[]) => [...new Set(references)].sort());
  return [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (!first) return [];
      const { table, key, column, references } = first;
      const all = others.length === 0 ? references : [first, ...others].flatMap((one) => one.references);
      return [{ table, key, column, references: settle(all) }];
    });
}
