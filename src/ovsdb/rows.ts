import type { Attachment, ColumnValue, Row, ZoneRows } from '../model/northbound.js';
import { flat, quote } from './json-text.js';
import { createKeySorter, type KeySorter } from './ordered-keys.js';

const ROW = '      ';
const COLUMN = '        ';
const ELEMENT = '          ';

/**
 * Renders the rows of a zone as `ovn-nb.json`: the sections `rows`, `attachments` and `absent`, the last two only where
 * they hold something. Tables and columns are sorted, rows stand in the order given; lists and maps of more than one
 * element have one on a line.
 */
export function renderRows(zone: ZoneRows): string {
  const sections = [renderSection('rows', renderTables(zone.rows))];
  const attachments = renderAttachments(zone.attachments);
  const absent = renderTables(zone.absent);
  if (attachments !== '') sections.push(renderSection('attachments', attachments));
  if (absent !== '') sections.push(renderSection('absent', absent));
  return `{\n${sections.join(',\n')}\n}\n`;
}

function renderSection(name: string, content: string): string {
  return content === '' ? `  "${name}": {}` : `  "${name}": {\n${content}\n  }`;
}

function renderTables(tables: ReadonlyMap<string, readonly Row[]>): string {
  const sections: string[] = [];
  for (const table of [...tables.keys()].sort()) {
    const rows = tables.get(table) ?? [];
    if (rows.length === 0) continue;
    const lines = rows.map((row) => renderRow(table, row));
    sections.push(`    ${quote(table)}: {\n${lines.join(',\n')}\n    }`);
  }
  return sections.join(',\n');
}

/** Texts of rows: many zones hold the same row. */
const texts = new WeakMap<Row, string>();
const sorters = new Map<string, KeySorter>();

/** The sorter for the rows of a table, or for the maps of a column. */
function sorterFor(name: string): KeySorter {
  let sorter = sorters.get(name);
  if (sorter === undefined) sorters.set(name, (sorter = createKeySorter()));
  return sorter;
}

function renderRow(table: string, row: Row): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { names, quoted } = sorterFor(table)(row.columns);
  let text = '';
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    const value = row.columns[name];
    if (value === undefined) continue;
    text += `${text === '' ? '' : ',\n'}${COLUMN}${quoted[index] ?? ''}: ${renderValue(value, name)}`;
  }
  text = `${ROW}${quote(row.key)}: ${text === '' ? '{}' : `{\n${text}\n${ROW}}`}`;
  text = flat(text);
  texts.set(row, text);
  return text;
}

function renderValue(value: ColumnValue, column: string): string {
  if (Array.isArray(value)) return renderList(value as readonly (string | number)[]);
  if (typeof value === 'object') return renderMap(value as Readonly<Record<string, string | number>>, column);
  return quote(value);
}

function renderList(elements: readonly (string | number)[]): string {
  const [only] = elements;
  if (only === undefined) return '[]';
  if (elements.length === 1) return `[${quote(only)}]`;
  let text = '';
  for (const element of elements) text += `${text === '' ? '' : ','}\n${ELEMENT}${quote(element)}`;
  return `[${text}\n${COLUMN}]`;
}

function renderMap(entries: Readonly<Record<string, string | number>>, column: string): string {
  const { names, quoted } = sorterFor(column)(entries);
  if (names.length === 0) return '{}';
  if (names.length === 1) return `{ ${quoted[0] ?? ''}: ${quote(entries[names[0] ?? ''] ?? '')} }`;
  let text = '';
  for (let index = 0; index < names.length; index++) {
    const value = entries[names[index] ?? ''] ?? '';
    text += `${text === '' ? '' : ','}\n${ELEMENT}${quoted[index] ?? ''}: ${quote(value)}`;
  }
  return `{${text}\n${COLUMN}}`;
}

/** Attachments as if they were rows: the references of one column of one base row are one list. */
function renderAttachments(attachments: readonly Attachment[]): string {
  const tables = new Map<string, Map<string, Map<string, string[]>>>();
  for (const { table, key, column, references } of attachments) {
    const rows = tables.get(table) ?? new Map<string, Map<string, string[]>>();
    const columns = rows.get(key) ?? new Map<string, string[]>();
    const list = columns.get(column) ?? [];
    for (const reference of references) list.push(reference);
    tables.set(table, rows.set(key, columns.set(column, list)));
  }
  return renderTables(
    new Map(
      [...tables].map(([table, rows]) => [table, [...rows].map(([key, columns]) => asRow(key, columns)).sort(byKey)]),
    ),
  );
}

function asRow(key: string, columns: ReadonlyMap<string, readonly string[]>): Row {
  const lists = [...columns].map(([column, references]) => [column, [...new Set(references)].sort()] as const);
  return { key, columns: Object.fromEntries(lists) };
}

function byKey(a: Row, b: Row): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
