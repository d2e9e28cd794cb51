import type { Attachment, ColumnValue, Row, ZoneRows } from '../model/northbound.js';
import { flat, quote } from './json-text.js';
import { createKeySorter, type KeySorter } from './ordered-keys.js';
import { northboundSchema } from './schema/northbound.js';
import type { ColumnSchema } from './schema/table.js';

/** Table → key of a row → the name that stands for its UUID. */
type NamedUuids = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Renders the rows of a zone as the params of one RFC 7047 §4.1.3 `transact`, one operation a line:
 *
 * - a row is an `insert` whose `uuid-name` is its table and its place there; NB_Global, of which every database has
 *   exactly one row, is an `update` of that row;
 * - an attachment is a `mutate` of the base row with that name;
 * - a reference to a row outside of the zone's rows is the atom `["base-row", "<table>", "<name>"]`: RFC 7047 has no way
 *   to say it, so it must be replaced by the row's UUID before the transaction is sent.
 *
 * `absent` rows are not in it: to delete a row of a table that is not root is to take its UUID out of the row that
 * refers to it, and only a look at the live database gives that UUID.
 */
export function renderTransaction(zone: ZoneRows): string {
  const uuids = nameRows(zone);
  const lines = ['["OVN_Northbound"'];
  for (const table of inOrder(zone.rows)) {
    const name = quote(table);
    const head = `{"op":"insert","table":${name},"uuid-name":"${table.toLowerCase()}`;
    for (const [index, row] of (zone.rows.get(table) ?? []).entries()) {
      const text = renderRow(table, row, uuids);
      if (table === 'NB_Global') lines.push(`{"op":"update","table":${name},"where":[],"row":${text}}`);
      else lines.push(`${head}${index}","row":${text}}`);
    }
  }
  for (const attachment of zone.attachments) lines.push(renderAttachment(attachment, uuids));
  return `${lines.join(',\n')}\n]\n`;
}

/** The tables of a zone in the order of the schema. */
function inOrder(rows: ReadonlyMap<string, unknown>): string[] {
  const unknown = [...rows.keys()].filter((table) => !northboundSchema.has(table));
  return [...[...northboundSchema.keys()].filter((table) => rows.has(table)), ...unknown];
}

const referencedTables = new Set(
  [...northboundSchema.values()].flatMap(({ columns }) =>
    [...columns.values()].flatMap(({ key }) => (key.reference === undefined ? [] : [key.reference.table])),
  ),
);

function nameRows(zone: ZoneRows): NamedUuids {
  const uuids = new Map<string, ReadonlyMap<string, string>>();
  for (const [table, rows] of zone.rows) {
    if (!referencedTables.has(table)) continue;
    const prefix = table.toLowerCase();
    uuids.set(table, new Map(rows.map(({ key }, index) => [key, `${prefix}${index}`])));
  }
  return uuids;
}

/** Texts of rows without references, which are the same in every zone. */
const texts = new WeakMap<Row, string>();

function renderRow(table: string, row: Row, uuids: NamedUuids): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const renderers = renderersOf(table);
  const { names, quoted } = renderers.sortKeys(row.columns);
  let text = '';
  let refers = false;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    const value = row.columns[name];
    if (value === undefined) continue;
    const renderer = renderers.columns.get(name);
    refers ||= renderer?.table !== undefined;
    text += `${text === '' ? '{' : ','}${quoted[index] ?? ''}:${renderValue(renderer, value, uuids)}`;
  }
  text = flat(text === '' ? '{}' : `${text}}`);
  if (!refers) texts.set(row, text);
  return text;
}

/** How the values of a column are written. */
interface Renderer {
  readonly isSet: boolean;
  /** The table that its values refer to. */
  readonly table?: string;
  readonly sortKeys: KeySorter;
}

interface Renderers {
  readonly columns: ReadonlyMap<string, Renderer>;
  readonly sortKeys: KeySorter;
}

const renderersByTable = new Map<string, Renderers>();

function renderersOf(table: string): Renderers {
  let renderers = renderersByTable.get(table);
  if (renderers === undefined) {
    const columns = [...(northboundSchema.get(table)?.columns.values() ?? [])];
    renderers = {
      columns: new Map(columns.map((column) => [column.name, rendererOf(column)])),
      sortKeys: createKeySorter(),
    };
    if (northboundSchema.has(table)) renderersByTable.set(table, renderers);
  }
  return renderers;
}

function rendererOf({ key, max }: ColumnSchema): Renderer {
  const base = { isSet: max > 1, sortKeys: createKeySorter() };
  return key.reference === undefined ? base : { ...base, table: key.reference.table };
}

/** RFC 7047 §5.1 <value>. */
function renderValue(renderer: Renderer | undefined, value: ColumnValue, uuids: NamedUuids): string {
  if (Array.isArray(value)) return renderSet(renderer, value as readonly (string | number)[], uuids);
  if (typeof value === 'object') return renderMap(renderer, value as Readonly<Record<string, string | number>>);
  return renderer?.isSet === true ? renderSet(renderer, [value], uuids) : renderAtom(renderer, value, uuids);
}

function renderSet(
  renderer: Renderer | undefined,
  elements: readonly (string | number | boolean)[],
  uuids: NamedUuids,
): string {
  const [only] = elements;
  if (renderer?.isSet !== true && elements.length === 1 && only !== undefined) return renderAtom(renderer, only, uuids);
  let text = '';
  for (const element of elements) text += `${text === '' ? '' : ','}${renderAtom(renderer, element, uuids)}`;
  return `["set",[${text}]]`;
}

function renderMap(renderer: Renderer | undefined, entries: Readonly<Record<string, string | number>>): string {
  const { names, quoted } = (renderer?.sortKeys ?? createKeySorter())(entries);
  let text = '';
  for (let index = 0; index < names.length; index++) {
    text += `${text === '' ? '' : ','}[${quoted[index] ?? ''},${quote(entries[names[index] ?? ''] ?? '')}]`;
  }
  return `["map",[${text}]]`;
}

function renderAtom(renderer: Renderer | undefined, atom: string | number | boolean, uuids: NamedUuids): string {
  if (renderer?.table === undefined || typeof atom !== 'string') return quote(atom);
  const name = uuids.get(renderer.table)?.get(atom);
  if (name !== undefined) return `["named-uuid","${name}"]`;
  return `["base-row","${renderer.table}",${quote(atom)}]`;
}

function renderAttachment({ table, key, column, references }: Attachment, uuids: NamedUuids): string {
  const renderer = renderersOf(table).columns.get(column);
  const where = table === 'NB_Global' ? '[]' : `[["name","==",${quote(key)}]]`;
  const mutation = `[${quote(column)},"insert",${renderSet(renderer, references, uuids)}]`;
  return `{"op":"mutate","table":${quote(table)},"where":${where},"mutations":[${mutation}]}`;
}
