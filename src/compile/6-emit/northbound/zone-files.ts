import type { Db, Query, QueryInput } from '../../../engine/query.js';
import { type SortedParts, sortParts } from '../../../engine/sort-parts.js';
import type { Artefact, MadeArtefact } from '../../../model/artefact.js';
import type { NorthboundRows, OwnRows } from '../../../model/northbound.js';
import { EVERY_SWITCH, joinZone } from '../../../northbound/join-rows.js';
import { SHARED_PARTS, ownPartPath, ownPartsOf, transactionPath, zonePath } from '../../../northbound/part-paths.js';
import type { Keys } from '../../../northbound/row-index.js';
import type { RowBlock } from '../../../northbound/row-shape.js';
import type { SharedRowSource } from '../../../northbound/shared-rows.js';
import type { TableSource } from '../../../northbound/table-source.js';
import { renderTransaction } from '../../../northbound/transaction.js';
import { bytesOfChunks, createByteWriter, equalsChunks } from '../../../std/byte-writer.js';
import { isDeepEqual } from '../../../std/deep-equal.js';
import { memoize } from '../../../std/memoize.js';
import { hasSameContent, sameItems } from '../../../std/same-items.js';
import { type DigestGroup, byDigest, splitSorted } from '../../../std/split-by-digest.js';
import { sortedCounts } from '../shared/provenance.js';
import { PART_BYTES, artefactOf } from './part-artefacts.js';
import { createUnitPlacer } from './parts/collect.js';
import { type GroupedRows, type GroupedTable, groupRows, joinTables } from './parts/groups.js';
import { type PartItem, type PartUnit, unitsOf } from './parts/part.js';
import type { PartTools } from './shared-files.js';

/** Number of rows by table. */
export type RowCounts = ReadonlyMap<string, number>;

/** What the files of zones are made of. */
export interface ZoneFilesSource {
  readonly shared: SharedRowSource;
  readonly own: TableSource<string>;
  /** Returns the rows of a zone. */
  readonly rowsIn: (db: Db, zone: string) => OwnRows;
  readonly tools: Query<undefined, PartTools>;
}

/** Units of a zone that share a file. */
interface ZonePart extends DigestGroup<PartUnit> {
  readonly zone: string;
}

/** Queries of the files of zones. */
export interface ZoneFiles {
  /** Counts of the rows that all zones share. */
  readonly counts: QueryInput<RowCounts>;
  /** Name of the release that the files contain, if any. */
  readonly release: QueryInput<string | undefined>;
  /** The files of a zone: its own, and those of its parts. None for a zone without rows. Unchanged ones are the same objects. */
  readonly files: Query<string, readonly MadeArtefact[]>;
}

/** Creates the queries. */
export function createZoneFiles({ shared, own, rowsIn, tools }: ZoneFilesSource): ZoneFiles {
  const counts: ZoneFiles['counts'] = { name: 'counts of shared rows', same: hasSameContent };
  const release: ZoneFiles['release'] = { name: 'release of files' };
  const isEmpty: Query<undefined, boolean> = { name: 'no shared rows', run: (db) => db.read(counts).size === 0 };
  const spreads: Query<undefined, boolean> = {
    name: 'shared rows on each switch',
    run: (db) => db.get(shared.attachments, undefined).some(({ key }) => key === EVERY_SWITCH),
  };
  const addedTo = memoize((table: string): Query<string, number> => ({
    name: `number of ${table} rows that only a zone has`,
    hasOneReader: true,
    run: (db, zone) =>
      db.get(own.rowsOf(table), zone).length -
      countCommon(db.get(own.keysOf(table), zone), db.get(shared.keysOf(table), undefined)),
  }));
  const switches: Query<string, { readonly names: readonly string[]; readonly units: readonly PartUnit[] }> = {
    name: 'switches in the file of a zone',
    hasOneReader: true,
    run: (db, zone) => {
      const isNeeded =
        db.get(spreads, undefined) || db.get(own.attachments, zone).some(({ key }) => key === EVERY_SWITCH);
      const names = isNeeded ? rowsIn(db, zone).switches : [];
      return { names, units: names.flatMap((key) => unitsOf([{ section: 'switches', key, unit: '' }], PART_BYTES)) };
    },
    same: (a, b) => sameItems(a.names, b.names),
  };
  const groupsOf = memoize((table: string): Query<string, GroupedTable> => ({
    name: `units of ${table} rows of a zone`,
    hasOneReader: true,
    run: (db, zone, before) => groupRows('rows', table, db.get(own.rowsOf(table), zone), createUnitPlacer(), before),
  }));
  const grouped: Query<string, GroupedRows> = {
    name: 'units of a zone',
    hasOneReader: true,
    run: (db, zone, before) => {
      const rows = new Map(db.get(own.tables, zone).map((table) => [table, db.get(own.rowsOf(table), zone)]));
      return joinTables(
        { rows, attachments: db.get(own.attachments, zone), absent: rowsIn(db, zone).absent },
        { createPlacer: createUnitPlacer, groupTable: (table) => db.get(groupsOf(table), zone).groups },
        before,
      );
    },
  };
  const units: Query<string, SortedParts<PartUnit>> = {
    name: 'sorted units of a zone',
    hasOneReader: true,
    run: (db, zone, before) => {
      const { makeUnits } = db.get(tools, undefined);
      const own = Array.from(db.get(grouped, zone).groups).flatMap(([name, lists]) => makeUnits(name, lists));
      return sortParts([own, db.get(switches, zone).units], byDigest, before);
    },
  };
  const parts: Query<string, readonly ZonePart[]> = {
    name: 'parts of a zone',
    hasOneReader: true,
    run: (db, zone, before = []) => {
      const {
        parts: [own = []],
        sorted,
      } = db.get(units, zone);
      if (own.length === 0 && db.get(isEmpty, undefined)) return [];
      const known = new Map(before.map((part) => [part.prefix, part]));
      return splitSorted(sorted, PART_BYTES, true).map((part) => {
        const same = known.get(part.prefix);
        return same && sameItems(same.items, part.items) ? same : { ...part, zone };
      });
    },
    same: sameItems,
  };
  const partFile: Query<ZonePart, MadeArtefact> = {
    name: 'file of a part of a zone',
    hasOneReader: true,
    run: (db, { zone, prefix, items }) => db.get(tools, undefined).emitPart(ownPartPath(zone, prefix), itemsIn(items)),
  };
  // It contains the rows if they fit one part. Otherwise the parts are separate files.
  const makeFile = (db: Db, zone: string, all: readonly ZonePart[]): Artefact => {
    const [items, ownParts] =
      all.length > 1 ? [[], [ownPartsOf(zone)]] : [all.flatMap((part) => itemsIn(part.items)), []];
    const name = db.read(release);
    const sharedParts = db.get(isEmpty, undefined) ? [] : [SHARED_PARTS];
    const head = { zone, ...(name === undefined ? {} : { release: name }), parts: [...sharedParts, ...ownParts] };
    const total = new Map(db.read(counts));
    for (const table of db.get(own.tables, zone))
      total.set(table, (total.get(table) ?? 0) + db.get(addedTo(table), zone));
    const { writer } = db.get(tools, undefined);
    return { ...artefactOf(zonePath(zone), items, writer, head), counts: sortedCounts(total) };
  };
  const files: ZoneFiles['files'] = {
    name: 'files of a zone',
    hasOneReader: true,
    run: (db, zone, before) => {
      const all = db.get(parts, zone);
      if (all.length === 0) return [];
      const file = makeFile(db, zone, all);
      const known = before?.[0];
      return [
        known && 'content' in known && isSameArtefact(known, file) ? known : file,
        ...(all.length > 1 ? all.map((part) => db.get(partFile, part)) : []),
      ];
    },
    same: sameItems,
  };
  return { counts, release, files };
}

function isSameArtefact(a: Artefact, b: Artefact): boolean {
  return (
    sameItems(a.sources, b.sources) &&
    isDeepEqual(a.counts, b.counts) &&
    equalsChunks(bytesOfChunks(a.content), b.content)
  );
}

const itemsIn = (units: readonly PartUnit[]): readonly PartItem[] => units.flatMap(({ items }) => items);

/** Returns the desired rows of a zone as a transaction for an empty database. */
export function transactionArtefact(
  shared: NorthboundRows,
  own: OwnRows,
  { sources, counts }: Pick<Artefact, 'sources' | 'counts'>,
): Artefact {
  const writer = createByteWriter();
  for (const line of renderTransaction(joinZone([shared, own], own))) writer.write(line);
  return { path: transactionPath(own.zone), content: writer.finish(), sources, counts };
}

/** Counts the rows that all zones share. */
export function countRows(tables: NorthboundRows['rows'], blocks: readonly RowBlock[]): RowCounts {
  const counts = new Map<string, number>();
  const add = (table: string, count: number): void => {
    if (count > 0) counts.set(table, (counts.get(table) ?? 0) + count);
  };
  for (const [table, rows] of tables) add(table, rows.length);
  for (const { table, count } of blocks) add(table, count);
  return counts;
}

/** Returns the number of keys that both have. */
function countCommon(a: Keys, b: Keys): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let count = 0;
  for (const key of few.keys()) if (many.has(key)) count++;
  return count;
}
