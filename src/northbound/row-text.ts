import type { Columns, ColumnValue } from '../model/northbound.js';
import { flat, quoteJson } from '../std/json-text.js';
import { northboundSchema } from './schema/northbound.js';
import { sameItems } from '../std/same-items.js';

const COLUMN = '        ';
const ELEMENT = '          ';

/**
 * Maximum cached texts, enough for enumerations, priorities and names of features. A column with more values fills the
 * cache only once.
 */
const MAX_FREQUENT = 1024;

type List = readonly (string | number)[];
type Entries = Readonly<Record<string, string | number>>;

/** A column and the start of its text, including the comma after the previous column. */
interface ColumnText {
  readonly name: string;
  readonly head: string;
}

/** Columns in byte order of their names, by table. */
const COLUMNS: ReadonlyMap<string, readonly ColumnText[]> = new Map(
  [...northboundSchema].map(([table, { columns }]) => [
    table,
    [...columns.keys()].sort().map((name) => ({ name, head: `,\n${COLUMN}${quoteJson(name)}: ` })),
  ]),
);

/**
 * Creates a renderer of the columns of rows: an object, with one column and one list element per line. Frequent texts
 * are cached, because rows have much in common.
 */
export function createColumnsRenderer(): (table: string, columns: Columns) => string {
  const renderColumn = createColumnRenderer();
  return (table, columns) => {
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

/** Creates a renderer of columns with their names. Caches texts of single values. */
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

/** Returns the text of a set column. */
export function renderList(elements: List, quote: (element: string | number) => string = quoteJson): string {
  const [only] = elements;
  if (elements.length <= 1) return only === undefined ? '[]' : `[${quote(only)}]`;
  let text = '';
  for (const element of elements) text += `${text === '' ? '' : ','}\n${ELEMENT}${quote(element)}`;
  return `[${text}\n${COLUMN}]`;
}

/** Creates a renderer of maps. Adjacent rows share most keys and entries. */
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

/** Creates a renderer of map entries, one per line. Caches the last entry of each key. */
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

/** Creates a function that returns the keys of a map in byte order. Caches those of the last map. */
function createKeySorter(): (entries: Columns) => readonly string[] {
  let last: { readonly given: readonly string[]; readonly sorted: readonly string[] } = { given: [], sorted: [] };
  return (entries) => {
    const given = Object.keys(entries);
    if (!sameItems(given, last.given)) last = { given, sorted: given.toSorted() };
    return last.sorted;
  };
}
