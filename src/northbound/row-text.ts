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

/** Writes a row of a table of the schema in both notations at once: most of the work is the same. */
export type RowRenderer = (table: string, row: Pick<Row, 'columns'>, nameReference: NameReference) => RowText;

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
}

/** Enough for enumerations, priorities and the names of features; a column of other values only fills it once. */
const MOST_FREQUENT = 1024;

/** Table → its columns in byte order of their names. */
const COLUMNS: ReadonlyMap<string, readonly ColumnText[]> = new Map(
  [...northboundSchema].map(([table, { columns }]) => [
    table,
    [...columns.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map(columnTextOf),
  ]),
);

/** The columns of a table in byte order of their names. */
export function columnTextsOf(table: string): readonly ColumnText[] {
  return COLUMNS.get(table) ?? [];
}

function columnTextOf({ name, key, max }: ColumnSchema): ColumnText {
  return {
    name,
    pretty: `,\n${COLUMN}${quote(name)}: `,
    compact: `,${quote(name)}:`,
    isSet: max > 1,
    ...(key.reference ? { target: key.reference.table } : {}),
  };
}

/** Starts to write the rows of a run. Texts that come often are made once: rows have much in common. */
export function createRowRenderer(): RowRenderer {
  const renderColumn = createColumnRenderer();
  return (table, { columns }, nameReference) => {
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
  };
}

/** Writes columns with their names. Single values that are no references are remembered. */
function createColumnRenderer(): (column: ColumnText, value: ColumnValue, nameReference: NameReference) => RowText {
  const renderMap = createMapRenderer();
  const frequent = new Map<ColumnText, Map<string | number | boolean, RowText>>();
  const textsOf = (column: ColumnText): Map<string | number | boolean, RowText> => {
    let texts = frequent.get(column);
    if (!texts) frequent.set(column, (texts = new Map<string | number | boolean, RowText>()));
    return texts;
  };
  return (column, value, nameReference) => {
    const atom = typeof value === 'object' || column.target !== undefined ? undefined : value;
    const texts = atom === undefined ? undefined : textsOf(column);
    const known = atom === undefined ? undefined : texts?.get(atom);
    if (known) return known;
    const { pretty, compact } = renderValue(column, value, nameReference, renderMap);
    const text = { pretty: column.pretty + pretty, compact: column.compact + compact };
    if (atom !== undefined && texts && texts.size < MOST_FREQUENT) {
      texts.set(atom, { pretty: flat(text.pretty), compact: flat(text.compact) });
    }
    return text;
  };
}

type MapRenderer = (entries: Readonly<Record<string, string | number>>) => RowText;

function renderValue(
  column: ColumnText,
  value: ColumnValue,
  nameReference: NameReference,
  renderMap: MapRenderer,
): RowText {
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

/** Writes maps. Neighbouring rows have most of their keys and entries in common. */
function createMapRenderer(): MapRenderer {
  const renderEntry = createEntryRenderer();
  const sortedKeys = createKeySorter();
  return (entries) => {
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
  };
}

/** An entry of a map and its value. */
interface EntryText extends RowText {
  readonly value: string | number;
}

/** Writes entries of maps, each on a line of its own, and remembers the last entry of each key. */
function createEntryRenderer(): (key: string, value: string | number) => RowText {
  const last = new Map<string, EntryText>();
  return (key, value) => {
    const known = last.get(key);
    if (known?.value === value) return known;
    const name = quote(key);
    const text = quote(value);
    const entry = { value, pretty: `\n${ELEMENT}${name}: ${text}`, compact: `[${name},${text}]` };
    if (known || last.size < MOST_FREQUENT) last.set(key, entry);
    return entry;
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
