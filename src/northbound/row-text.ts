import type { Columns, ColumnValue, Row } from '../model/northbound.js';
import { flat, quoteJson } from '../std/json-text.js';
import { northboundSchema } from './schema/northbound.js';

/** Writes the columns of a row of a table of the schema as an object: one column a line, one list element a line. */
export type RowRenderer = (table: string, row: Pick<Row, 'columns'>) => string;

const COLUMN = '        ';
const ELEMENT = '          ';

/** Enough for enumerations, priorities and the names of features; a column of other values only fills it once. */
const MAX_FREQUENT = 1024;

type List = readonly (string | number)[];
type Entries = Readonly<Record<string, string | number>>;

/** A column and how its text begins: with the comma that follows the column before. */
interface ColumnText {
  readonly name: string;
  readonly head: string;
}

/** Table → its columns in byte order of their names. */
const COLUMNS: ReadonlyMap<string, readonly ColumnText[]> = new Map(
  [...northboundSchema].map(([table, { columns }]) => [
    table,
    [...columns.keys()].sort().map((name) => ({ name, head: `,\n${COLUMN}${quoteJson(name)}: ` })),
  ]),
);

/** Starts to write the rows of a run. Texts that come often are made once: rows have much in common. */
export function createRowRenderer(): RowRenderer {
  const renderColumn = createColumnRenderer();
  return (table, { columns }) => {
    let text = '';
    for (const column of COLUMNS.get(table) ?? []) {
      const value = columns[column.name];
      if (value === undefined) continue;
      const own = renderColumn(column, value);
      text = text === '' ? `{${own.slice(1)}` : text + own;
    }
    return text === '' ? '{}' : `${text}\n      }`;
  };
}

/** Writes columns with their names. Single values are remembered. */
function createColumnRenderer(): (column: ColumnText, value: ColumnValue) => string {
  const renderMap = createMapRenderer();
  const frequent = new Map<ColumnText, Map<string | number | boolean, string>>();
  return (column, value) => {
    if (typeof value === 'object') {
      return column.head + (Array.isArray(value) ? renderList(value as List) : renderMap(value as Entries));
    }
    const texts = frequent.get(column) ?? new Map<string | number | boolean, string>();
    if (texts.size === 0) frequent.set(column, texts);
    const known = texts.get(value);
    if (known !== undefined) return known;
    const text = column.head + quoteJson(value);
    if (texts.size < MAX_FREQUENT) texts.set(value, flat(text));
    return text;
  };
}

/** Returns a set as a column of a row has it. */
export function renderList(elements: List): string {
  const [only] = elements;
  if (elements.length <= 1) return only === undefined ? '[]' : `[${quoteJson(only)}]`;
  let text = '';
  for (const element of elements) text += `${text === '' ? '' : ','}\n${ELEMENT}${quoteJson(element)}`;
  return `[${text}\n${COLUMN}]`;
}

/** Returns a map as a column of a row has it, for one that no other is like. */
export function renderMap(entries: Readonly<Record<string, string>>): string {
  return createMapRenderer()(entries);
}

/** Writes maps. Neighbouring rows have most of their keys and entries in common. */
function createMapRenderer(): (entries: Entries) => string {
  const renderEntry = createEntryRenderer();
  const sortedKeys = createKeySorter();
  return (entries) => {
    const keys = sortedKeys(entries);
    const [only] = keys;
    if (only === undefined) return '{}';
    if (keys.length === 1) return `{ ${quoteJson(only)}: ${quoteJson(entries[only] ?? '')} }`;
    let text = '';
    for (const key of keys) text = `${text}${text === '' ? '' : ','}${renderEntry(key, entries[key] ?? '')}`;
    return `{${text}\n${COLUMN}}`;
  };
}

/** Writes entries of maps, each on a line of its own, and remembers the last entry of each key. */
function createEntryRenderer(): (key: string, value: string | number) => string {
  const last = new Map<string, { readonly value: string | number; readonly text: string }>();
  return (key, value) => {
    const known = last.get(key);
    if (known?.value === value) return known.text;
    const text = `\n${ELEMENT}${quoteJson(key)}: ${quoteJson(value)}`;
    if (known || last.size < MAX_FREQUENT) last.set(key, { value, text });
    return text;
  };
}

/** Gives the keys of maps in byte order, and remembers those of the last map. */
function createKeySorter(): (entries: Columns) => readonly string[] {
  let last: { readonly given: readonly string[]; readonly sorted: readonly string[] } = { given: [], sorted: [] };
  return (entries) => {
    const given = Object.keys(entries);
    const isKnown = given.length === last.given.length && given.every((key, index) => key === last.given[index]);
    if (!isKnown) last = { given, sorted: given.toSorted() };
    return last.sorted;
  };
}
