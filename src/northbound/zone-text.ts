import type { RowAttachment, Row, ZoneRows } from '../model/northbound.js';
import { type RowRenderer, createRowRenderer } from './row-shape.js';
import { createSection } from './section-text.js';

type Tables = ReadonlyMap<string, readonly Row[]>;

/**
 * Yields the rows of a zone as JSON, in pieces: the sections `rows`, `attachments` and `absent`. The last two are
 * omitted if they are empty.
 */
export function* renderZone({ rows, attachments, absent }: ZoneRows): Iterable<string> {
  const renderRow = createRowRenderer();
  yield '{\n';
  yield* renderSection('rows', rows, renderRow);
  for (const [name, tables] of [
    ['attachments', attachmentRows(attachments)],
    ['absent', absent],
  ] as const) {
    if (![...tables.values()].some((own) => own.length > 0)) continue;
    yield ',\n';
    yield* renderSection(name, tables, renderRow);
  }
  yield '\n}\n';
}

/** Returns attachments as rows, with the references of each column of a base row in one list. */
export function attachmentRows(attachments: readonly RowAttachment[]): Tables {
  const tables = new Map<string, Map<string, Map<string, string[]>>>();
  for (const { table, key, column, references } of attachments) {
    const rows = tables.get(table) ?? new Map<string, Map<string, string[]>>();
    const columns = rows.get(key) ?? new Map<string, string[]>();
    const list = columns.get(column) ?? [];
    for (const reference of references) list.push(reference);
    tables.set(table, rows.set(key, columns.set(column, list)));
  }
  return new Map([...tables].sort(byName).map(([table, rows]) => [table, [...rows].sort(byName).map(asRow)] as const));
}

function asRow([key, columns]: [string, ReadonlyMap<string, readonly string[]>]): Row {
  return { key, columns: Object.fromEntries([...columns].map(([column, list]) => [column, settle(list)])) };
}

/** Returns each reference once, in byte order. Most lists are already sorted. */
function settle(references: readonly string[]): readonly string[] {
  const isSettled = references.every((reference, index) => index === 0 || (references[index - 1] ?? '') < reference);
  return isSettled ? references : [...new Set(references)].sort();
}

function* renderSection(name: string, tables: Tables, renderRow: RowRenderer): Iterable<string> {
  const section = createSection(name);
  for (const [table, rows] of [...tables].sort(byName)) {
    for (const row of rows) yield section.before(table) + renderRow(table, row);
  }
  yield section.finish();
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
