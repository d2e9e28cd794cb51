import type { Columns, ColumnValue, Row } from '../model/northbound.js';
import { flat, quote } from '../std/json-text.js';
import { northboundSchema } from './schema/northbound.js';
import type { ColumnSchema } from './schema/table.js';

/** A row in the two notations of a zone's files. */
export interface RowText {
  /** An object as the design of `ovn-nb.json` has it: one column a line, one list element a line. */
  readonly pretty: string;
  /** RFC 7047 §5.1 <row>, on one line. */
  readonly compact: string;
}

/** How the transaction names a row that a column refers to. */
export type NameReference = (table: string, key: string) => string;

const COLUMN = '        ';
const ELEMENT = '          ';

/** What is the same for all values of a column. Texts begin with the comma that follows the column before. */
interface ColumnText {
  readonly name: string;
  readonly pretty: string;
  readonly compact: string;
  readonly isSet: boolean;
  /** The table that its values refer to. */
  readonly target?: string;
  /** Texts of values that come often. */
  readonly frequent: Map<string | number | boolean, RowText>;
}

/** Enough for enumerations, priorities and the names of features; a column of other values only fills it once. */
const MOST_FREQUENT = 1024;

const tables = new Map<string, readonly ColumnText[]>();

/** The columns of a table in byte order of their names. */
export function columnTextsOf(table: string): readonly ColumnText[] {
  let columns = tables.get(table);
  if (!columns) {
    const schemas = [...(northboundSchema.get(table)?.columns.values() ?? [])];
    columns = schemas.sort((a, b) => (a.name < b.name ? -1 : 1)).map(columnTextOf);
    tables.set(table, columns);
  }
  return columns;
}

function columnTextOf({ name, key, max }: ColumnSchema): ColumnText {
  return {
    name,
    pretty: `,\n${COLUMN}${quote(name)}: `,
    compact: `,${quote(name)}:`,
    isSet: max > 1,
    frequent: new Map(),
    ...(key.reference ? { target: key.reference.table } : {}),
  };
}

/** Writes a row of a table of the schema in both notations at once: most of the work is the same. */
export function renderRow(table: string, { columns }: Pick<Row, 'columns'>, nameReference: NameReference): RowText {
  let pretty = '';
  let compact = '';
  for (const column of columnTextsOf(table)) {
    const value = columns[column.name];
    if (value === undefined) continue;
    const text = renderColumn(column, value, nameReference);
    pretty = pretty === '' ? `{${text.pretty.slice(1)}` : pretty + text.pretty;
    compact = compact === '' ? `{${text.compact.slice(1)}` : compact + text.compact;
  }
  return pretty === '' ? { pretty: '{}', compact: '{}' } : { pretty: `${pretty}\n      }`, compact: `${compact}}` };
}

/** A column with its name. Single values that are no references are remembered. */
function renderColumn(column: ColumnText, value: ColumnValue, nameReference: NameReference): RowText {
  const atom = typeof value === 'object' ? undefined : value;
  const known = atom === undefined ? undefined : column.frequent.get(atom);
  if (known) return known;
  const { pretty, compact } = renderValue(column, value, nameReference);
  const text = { pretty: column.pretty + pretty, compact: column.compact + compact };
  if (atom !== undefined && column.target === undefined && column.frequent.size < MOST_FREQUENT) {
    column.frequent.set(atom, { pretty: flat(text.pretty), compact: flat(text.compact) });
  }
  return text;
}

function renderValue(column: ColumnText, value: ColumnValue, nameReference: NameReference): RowText {
  if (Array.isArray(value)) return renderList(column, value as readonly (string | number)[], nameReference);
  if (typeof value === 'object') return renderMap(value as Readonly<Record<string, string | number>>);
  const pretty = quote(value);
  const compact = renderAtom(column, value, pretty, nameReference);
  return { pretty, compact: column.isSet ? `["set",[${compact}]]` : compact };
}

function renderList(column: ColumnText, elements: readonly (string | number)[], nameReference: NameReference): RowText {
  const [only] = elements;
  const isSingle = elements.length === 1;
  let pretty = '';
  let compact = '';
  for (const element of elements) {
    const text = quote(element);
    const separator = compact === '' ? '' : ',';
    pretty += isSingle ? text : `${separator}\n${ELEMENT}${text}`;
    compact += separator + renderAtom(column, element, text, nameReference);
  }
  return {
    pretty: isSingle || only === undefined ? `[${pretty}]` : `[${pretty}\n${COLUMN}]`,
    compact: isSingle && !column.isSet ? compact : `["set",[${compact}]]`,
  };
}

/** RFC 7047 §5.1: a reference is a named UUID, or whatever stands for a row that is not inserted here. */
function renderAtom(
  { target }: ColumnText,
  atom: string | number | boolean,
  text: string,
  nameReference: NameReference,
): string {
  return target === undefined || typeof atom !== 'string' ? text : nameReference(target, atom);
}

function renderMap(entries: Readonly<Record<string, string | number>>): RowText {
  const keys = sortedKeys(entries);
  const [only] = keys;
  if (only === undefined) return { pretty: '{}', compact: '["map",[]]' };
  let pretty = '';
  let compact = '';
  for (const key of keys) {
    const text = renderEntry(key, entries[key] ?? '');
    pretty = pretty === '' ? text.pretty : `${pretty},${text.pretty}`;
    compact = compact === '' ? text.compact : `${compact},${text.compact}`;
  }
  if (keys.length === 1) pretty = ` ${quote(only)}: ${quote(entries[only] ?? '')} `;
  else pretty += `\n${COLUMN}`;
  return { pretty: `{${pretty}}`, compact: `["map",[${compact}]]` };
}

/** An entry of a map. Neighbouring rows have most of their entries in common. */
interface EntryText extends RowText {
  readonly value: string | number;
}

/** Key → the entry that it was last in. */
const entryTexts = new Map<string, EntryText>();

/** An entry of a map, on a line of its own. */
function renderEntry(key: string, value: string | number): RowText {
  const last = entryTexts.get(key);
  if (last?.value === value) return last;
  const name = quote(key);
  const text = quote(value);
  const entry = { value, pretty: `\n${ELEMENT}${name}: ${text}`, compact: `[${name},${text}]` };
  if (last || entryTexts.size < MOST_FREQUENT) entryTexts.set(key, entry);
  return entry;
}

/** The keys of the last map, as they stood there and in order. */
let lastKeys: { readonly given: readonly string[]; readonly sorted: readonly string[] } = { given: [], sorted: [] };

/** The keys of a map in byte order. Neighbouring rows have the same keys most of the time. */
function sortedKeys(entries: Columns): readonly string[] {
  const given = Object.keys(entries);
  const isKnown = given.length === lastKeys.given.length && given.every((key, index) => key === lastKeys.given[index]);
  if (!isKnown) lastKeys = { given, sorted: given.toSorted() };
  return lastKeys.sorted;
}
