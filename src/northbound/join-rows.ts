import type {
  RowAttachment,
  Columns,
  ColumnValue,
  NorthboundRows,
  OwnRows,
  Row,
  ZoneRows,
} from '../model/northbound.js';
import { concatenate } from '../std/concatenate.js';
import { groupBy } from '../std/group-by.js';
import { memoize, memoizeItems } from '../std/memoize.js';
import { areApart } from './row-index.js';

/** Key of an attachment that applies to each switch of the zone. */
export const EVERY_SWITCH = '*';

type Tables = ReadonlyMap<string, readonly Row[]>;

/**
 * Returns all rows of a zone, joined from the shared parts and its own. Memoized tables and attachments: the same lists
 * give the same list.
 */
export function joinZone(
  parts: readonly NorthboundRows[],
  { zone, switches }: Pick<OwnRows, 'zone' | 'switches'>,
): ZoneRows {
  const { rows, absent } = joinRows(parts);
  const lists = parts.map((part) => part.attachments).filter(({ length }) => length > 0);
  return { zone, rows, attachments: attachmentsOf(lists)(switches.join(' ')), absent };
}

/**
 * Joins rows of one database. Sets of rows with the same key are merged. For other columns, the last value takes
 * precedence. Attachments are concatenated. Memoized tables: the same lists give the same list.
 */
export function joinRows(parts: readonly NorthboundRows[]): NorthboundRows {
  return {
    rows: joinTables(parts.map(({ rows }) => rows)),
    attachments: parts.flatMap(({ attachments }) => attachments),
    absent: joinTables(parts.map(({ absent }) => absent)),
  };
}

/** Returns the joined attachments of lists, as a function of the names of the switches, with spaces between them. */
const attachmentsOf = memoizeItems((lists: readonly (readonly RowAttachment[])[]) =>
  memoize((switches: string) => {
    const names = switches.split(' ').filter((name) => name !== '');
    return joinAttachments(spreadAttachments(lists.flat(), names));
  }),
);

/** Returns the attachments with those to every switch replaced by one for each switch. */
export function spreadAttachments(attachments: readonly RowAttachment[], switches: readonly string[]): RowAttachment[] {
  return attachments.flatMap((attachment) => {
    const { table, key, column, references } = attachment;
    return key === EVERY_SWITCH ? switches.map((name) => ({ table, key: name, column, references })) : attachment;
  });
}

/** Returns the merged columns of a row that is in several parts. */
export function joinColumns(parts: readonly Columns[]): Columns {
  const values = new Map<string, ColumnValue[]>();
  for (const columns of parts) {
    for (const [name, value] of Object.entries(columns)) {
      const own = values.get(name);
      if (own) own.push(value);
      else values.set(name, [value]);
    }
  }
  return Object.fromEntries(Array.from(values, ([name, own]) => [name, joinValues(own)]));
}

/** Returns the union of sets, or the last of other values. */
function joinValues(values: readonly ColumnValue[]): ColumnValue {
  const sets = values.filter((value): value is readonly string[] => Array.isArray(value));
  if (values.length === 1 || sets.length < values.length) return values.at(-1) ?? '';
  return [...new Set(sets.flat())].sort();
}

function joinTables(parts: readonly Tables[]): Tables {
  const names = [...new Set(parts.flatMap((tables) => [...tables.keys()]))].sort();
  return new Map(
    names.map((name) => {
      const lists = parts.flatMap((tables) => {
        const list = tables.get(name);
        return list ? [list] : [];
      });
      // Most tables have one list, which is sorted, or one of all zones and one of the zone.
      return [name, lists.length === 1 ? (lists[0] ?? []) : joinSameLists(lists)];
    }),
  );
}

/** The same lists give the same list. */
const joinSameLists = memoizeItems(joinLists);

/** Joins rows of a table by key. The sort merges sorted lists in one pass, because it detects sorted runs. */
export function joinLists(lists: readonly (readonly Row[])[]): readonly Row[] {
  const rows = concatenate(lists);
  if (areApart(rows)) return rows;
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
  const columns = joinColumns([one.columns, other.columns]);
  const closes = one.closes ?? other.closes;
  return { key: one.key, columns, ...(cause ? { cause } : {}), ...(closes ? { closes } : {}) };
}

/**
 * Returns the row with different columns, so without its shape. Copies fields one by one, because a spread omits
 * computed fields.
 */
export function withColumns({ key, cause, resource, namespace, closes }: Row, columns: Columns): Row {
  return {
    key,
    columns,
    ...(cause ? { cause } : {}),
    ...(resource ? { resource } : {}),
    ...(namespace === undefined ? {} : { namespace }),
    ...(closes ? { closes } : {}),
  };
}

/** Returns one attachment for each column of a base row, in byte order. */
function joinAttachments(attachments: readonly RowAttachment[]): RowAttachment[] {
  const places = groupBy(attachments, ({ table, key, column }) => JSON.stringify([table, key, column]));
  // The switches of a zone share their references.
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
