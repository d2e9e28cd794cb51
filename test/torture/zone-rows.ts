import type { ColumnValue, Row, ZoneRows } from '../../src/model/northbound.js';
import { northboundSchema } from '../../src/northbound/schema/northbound.js';
import { isScalar } from '../../src/northbound/schema/table.js';
import type { ColumnSchema } from '../../src/northbound/schema/table.js';
import type { Json, JsonObject } from '../../src/std/json.js';
import type { State } from './commits.js';

/** Tables whose rows are found by their names. */
const NAMED: ReadonlySet<string> = new Set([
  ...['Logical_Switch', 'Logical_Switch_Port', 'Logical_Router', 'Logical_Router_Port'],
  ...['Port_Group', 'Address_Set', 'Load_Balancer_Group'],
]);

/** Returns the rows of a database as those of a zone, for a trace of packets. */
export function zoneRowsOf(state: State, zone: string): ZoneRows {
  const keys = new Map<string, string>();
  for (const [table, rows] of state)
    for (const [uuid, { name }] of rows) keys.set(uuid, NAMED.has(table) && typeof name === 'string' ? name : uuid);
  const rows = new Map(
    [...state].map(([table, own]) => [table, [...own].map(([uuid, row]) => rowOf(table, uuid, row, keys))] as const),
  );
  return { zone, rows, attachments: [], absent: new Map() };
}

function rowOf(table: string, uuid: string, row: JsonObject, keys: ReadonlyMap<string, string>): Row {
  const columns = northboundSchema.get(table)?.columns;
  const values = Object.entries(row).flatMap(([name, value]): [string, ColumnValue][] => {
    const column = columns?.get(name);
    const read = column && readValue(column, value, keys);
    return read === undefined ? [] : [[name, read]];
  });
  return { key: keys.get(uuid) ?? uuid, columns: Object.fromEntries(values) };
}

function readValue(column: ColumnSchema, value: Json, keys: ReadonlyMap<string, string>): ColumnValue | undefined {
  const [tag, content] = Array.isArray(value) ? value : [];
  const readAtom = (atom: Json): string | number =>
    Array.isArray(atom) ? (keys.get(atom[1] as string) ?? 'lost') : (atom as string | number);
  if (tag === 'map') {
    const pairs = content as [Json, Json][];
    return pairs.length === 0
      ? undefined
      : Object.fromEntries(pairs.map(([key, item]) => [String(readAtom(key)), readAtom(item)]));
  }
  const atoms = tag === 'set' ? (content as Json[]) : [value];
  const read = atoms.map(readAtom);
  if (isScalar(column) || column.max === 1) return read[0];
  return read.length === 0 ? undefined : (read.sort() as string[]);
}
