import { type Failure, fail } from '../../../model/change.js';
import { northboundSchema } from '../../../northbound/schema/northbound.js';
import { ID_KEY } from '../../../ovn-kubernetes/object-ids.js';
import { DEFAULT_RELEASE } from '../../../ovn-kubernetes/releases/index.js';
import { type LiveEntry, createLiveIndex, liveIdsOf } from '../diff/live-index.js';
import type { LiveDatabase } from '../wire/database.js';
import { governedSchema } from '../wire/governed-columns.js';
import { readFromFile } from './database-file.js';

/** The table of a row, and its name: the id among its `external_ids`, or the key by which Weir finds it again. */
export interface NamedRow {
  readonly table: string;
  readonly name: string;
}

/** Finds a row by its UUID in a database file or the output of `ovsdb-client -f json dump`. */
export async function findRowByUuid(file: string, uuid: string): Promise<NamedRow | Failure> {
  const read = await readFromFile(file, (_version, available) => columnsIn(available));
  if (read.result === 'failed') return read;
  const scope = { release: DEFAULT_RELEASE, managed: false, services: false, asked: new Map<never, never>() };
  const { schemaVersion, available, rows } = read.live;
  const index = createLiveIndex(governedSchema(schemaVersion, available), scope);
  index.update(rows, new Set(), new Map());
  const entry = [...rows.keys()].map((table) => index.entries.get(table, uuid)).find((found) => found !== undefined);
  return entry ? nameOfEntry(entry) : fail(`${file} has no row ${uuid}`);
}

/** Returns all columns that the database and Weir know. */
function columnsIn(available: LiveDatabase['available']): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...northboundSchema].flatMap(([table, { columns }]) => {
      const own = available.get(table);
      return own ? [[table, [...columns.keys()].filter((column) => own.has(column))] as const] : [];
    }),
  );
}

function nameOfEntry({ table, uuid, row, identity }: LiveEntry): NamedRow {
  const name = table === 'Address_Set' || table === 'Port_Group' ? undefined : liveIdsOf(row)(ID_KEY.id);
  return { table, name: name ?? identity ?? uuid };
}
