import type { RowAttachment, Columns, ColumnValue, Row, ZoneRows } from '../model/northbound.js';
import { quoteJson } from '../std/json-text.js';
import { northboundSchema } from './schema/northbound.js';
import type { ColumnSchema } from './schema/table.js';

/** Returns the notation of a reference to a row in the transaction. */
type NameReference = (table: string, key: string) => unknown;

/**
 * Yields the rows of a zone as the params of one RFC 7047 §4.1.3 `transact`: the name of the database, and one operation
 * per line. The database must contain none of the rows.
 *
 * - A row is an `insert`. Its `uuid-name` is its table and its index there. NB_Global, of which every database has exactly
 *   one row, is an `update` of that row.
 * - An attachment is a `mutate` of the base row with that name.
 * - A reference to a row outside the zone is the atom `["base-row", "<table>", "<name>"]`, because RFC 7047 has no
 *   notation for it. Replace it by the UUID of the row before sending the transaction.
 * - `absent` rows are omitted. To delete a row of a non-root table, its UUID must be removed from the row that refers to
 *   it. Only the live database has that UUID.
 */
export function* renderTransaction({ rows, attachments }: ZoneRows): Iterable<string> {
  const places = new Map(
    [...rows].map(([table, own]) => [table, new Map(own.map(({ key }, index) => [key, index]))] as const),
  );
  const nameReference: NameReference = (table, key) => {
    const place = places.get(table)?.get(key);
    return place === undefined ? ['base-row', table, key] : ['named-uuid', nameOf(table, place)];
  };
  yield '["OVN_Northbound"';
  for (const table of [...rows.keys()].sort()) {
    for (const [index, row] of (rows.get(table) ?? []).entries()) {
      yield `,\n${JSON.stringify(operationOf(table, row, index, nameReference))}`;
    }
  }
  for (const attachment of attachments) yield `,\n${renderAttachment(attachment, nameReference)}`;
  yield '\n]\n';
}

function nameOf(table: string, place: number): string {
  return `${table.toLowerCase()}${place}`;
}

function operationOf(table: string, { columns }: Row, index: number, nameReference: NameReference): object {
  const row = rowOf(table, columns, nameReference);
  if (table === 'NB_Global') return { op: 'update', table, where: [], row };
  return { op: 'insert', table, 'uuid-name': nameOf(table, index), row };
}

/** Returns a row (RFC 7047 §5.1 <row>) with its columns in byte order. */
function rowOf(table: string, columns: Columns, nameReference: NameReference): object {
  const schema = northboundSchema.get(table)?.columns;
  const values = Object.entries(columns).flatMap(([name, value]): [string, unknown][] => {
    const column = schema?.get(name);
    return column ? [[name, valueOf(column, value, nameReference)]] : [];
  });
  return Object.fromEntries(values.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns a value (RFC 7047 §5.1 <value>). A set of one atom is written as a set if the column is a set, and as the
 * atom otherwise.
 */
function valueOf({ key, max }: ColumnSchema, value: ColumnValue, nameReference: NameReference): unknown {
  const target = key.reference?.table;
  const atomOf = (atom: unknown): unknown =>
    target === undefined || typeof atom !== 'string' ? atom : nameReference(target, atom);
  if (Array.isArray(value)) {
    const atoms = (value as readonly unknown[]).map(atomOf);
    return atoms.length === 1 && max === 1 ? atoms[0] : ['set', atoms];
  }
  if (typeof value === 'object') return ['map', Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))];
  return max > 1 ? ['set', [atomOf(value)]] : atomOf(value);
}

function renderAttachment({ table, key, column, references }: RowAttachment, nameReference: NameReference): string {
  const target = northboundSchema.get(table)?.columns.get(column)?.key.reference?.table ?? '';
  const elements = references.map((reference) => JSON.stringify(nameReference(target, reference))).join(',');
  const where = table === 'NB_Global' ? '[]' : `[["name","==",${quoteJson(key)}]]`;
  return `{"op":"mutate","table":"${table}","where":${where},"mutations":[["${column}","insert",["set",[${elements}]]]]}`;
}
