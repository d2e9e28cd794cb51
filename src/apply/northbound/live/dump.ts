import { fail } from '../../../model/change.js';
import { type OvsdbRow, isRow, uuidOf } from '../../../clients/ovsdb/notation.js';
import type { LiveDatabase } from '../wire/database.js';
import { northboundSchema, schemaAt } from '../../../northbound/schema/northbound.js';
import { isAvailable } from '../../../northbound/schema/version.js';
import { type JsonObject, asObject } from '../../../std/json.js';
import type { ChooseColumns, ReadLive } from './read-live.js';

interface DumpedTable {
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly OvsdbRow[];
}

/** Reason why a text is not a dump. Thrown and caught in this file only. */
class DumpError extends Error {}

/**
 * Parses the output of `ovsdb-client -f json dump`: a line for each table, with its headings and rows. The columns
 * determine the schema version, which a dump does not contain.
 */
export function readDump(text: string, choose: ChooseColumns): ReadLive {
  try {
    const tables = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(readTable);
    if (!tables.some(({ name }) => name === 'NB_Global')) throw new DumpError('it has no table NB_Global');
    const available = new Map(tables.map(({ name, headings }) => [name, new Set(headings)]));
    const schemaVersion = versionOf(available);
    const rows = new Map(tables.map((table) => [table.name, table.rows]));
    const chosen = [...choose(schemaVersion, available).keys()];
    return {
      result: 'live',
      live: { schemaVersion, available, rows: new Map(chosen.map((name) => [name, rows.get(name) ?? []])) },
    };
  } catch (error) {
    if (!(error instanceof DumpError)) throw error;
    const help = "create one with 'ovsdb-client -f json dump REMOTE OVN_Northbound'";
    return fail(`this is not a dump of a Northbound database: ${error.message}; ${help}`);
  }
}

function readTable(line: string): DumpedTable {
  const { caption, headings, data } = parse(line);
  const [, name] = typeof caption === 'string' ? (/^(\w+) table$/.exec(caption) ?? []) : [];
  if (name === undefined) throw new DumpError('a line names no table');
  if (!isTexts(headings) || !Array.isArray(data)) throw new DumpError(`${name} has no headings or no data`);
  return { name, headings, rows: data.map((cells) => rowOf(name, headings, cells)) };
}

function parse(line: string): JsonObject {
  const table = parseObject(line);
  if (!table) throw new DumpError('a line is not a JSON object');
  return table;
}

function parseObject(line: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}

function rowOf(table: string, headings: readonly string[], cells: unknown): OvsdbRow {
  const row: unknown = Array.isArray(cells)
    ? Object.fromEntries(headings.map((name, index) => [name, cells[index]]))
    : cells;
  if (!isRow(row) || uuidOf(row._uuid) === undefined)
    throw new DumpError(`a row of ${table} is not in the notation of OVSDB`);
  return row;
}

/** Returns the latest schema version whose columns are all in the dump, for tables of the dump. */
function versionOf(available: LiveDatabase['available']): string {
  const versions = new Set<string>();
  for (const table of northboundSchema.values()) {
    versions.add(table.since);
    for (const { since } of table.columns.values()) versions.add(since);
  }
  const fits = [...versions].sort(compareVersions).filter((version) =>
    [...schemaAt(version).values()].every(({ name, columns }) => {
      const there = available.get(name);
      return there !== undefined && [...columns.keys()].every((column) => there.has(column));
    }),
  );
  const latest = fits.at(-1);
  if (latest === undefined) throw new DumpError('its tables match no schema version that Weir knows');
  return latest;
}

function compareVersions(a: string, b: string): number {
  return a === b ? 0 : isAvailable(a, b) ? -1 : 1;
}
