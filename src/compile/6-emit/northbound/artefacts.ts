import type { Artefact, MadeArtefact, StoreArtefact } from '../../../model/artefact.js';
import type { Engine } from '../../../engine/engine.js';
import type { NorthboundRows, OwnRows, Row, RowBlock } from '../../../model/northbound.js';
import { EVERY_SWITCH } from '../../../northbound/join-rows.js';
import { SHARED_PARTS, ownPartPath, ownPartsOf, transactionPath, zonePath } from '../../../northbound/part-paths.js';
import { renderTransaction } from '../../../northbound/transaction.js';
import { joinZone } from '../../../northbound/join-rows.js';
import { createByteWriter } from '../../../std/byte-writer.js';
import { splitByDigest } from '../../../std/split-by-digest.js';
import { sortedCounts } from '../provenance.js';
import { type RememberItem, collectZone, createItemMemory, createItems, groupShared } from './parts/collect.js';
import type { PartWriter } from './parts/part-text.js';
import { PART_MEASURE, type PartItem } from './parts/part.js';
import {
  type PartEmitter,
  PART_BYTES,
  artefactOf,
  createPartEmitter,
  createPartWriter,
  emitGroup,
} from './part-artefacts.js';
import { emitKeptGroups, lastingWriter } from './shared-files.js';

/** Files of a zone: its own, and those of its parts. The counts do not yet include the rows that all zones share. */
export interface ZoneFiles {
  readonly file: Artefact;
  readonly parts: readonly MadeArtefact[];
}

/** Collects the rows of a zone as they are checked, and writes its files when all are collected. */
export interface ZoneWriter {
  readonly addRow: (table: string, row: Row) => void;
  /** Returns the files, or undefined for a zone without rows. */
  readonly finish: () => ZoneFiles | undefined;
}

/** Writes the files that all zones share, and the files of each zone. */
export interface NorthboundWriter {
  readonly shared: () => readonly MadeArtefact[];
  readonly zone: (own: OwnRows) => ZoneWriter;
  /** Values of the shared rows that the files of a zone depend on, in addition to rows of the same tables. */
  readonly inputs: readonly unknown[];
  /** Returns the file of a zone with the shared rows included in its counts. */
  readonly countAll: (file: Artefact) => Artefact;
}

/**
 * Creates the writer for the files of a cluster. `release` is the name that the files of zones contain, if any. Parts
 * are stored as they are made if there is a store and no engine.
 */
export function createNorthboundWriter(
  shared: NorthboundRows,
  blocks: readonly RowBlock[],
  release: string | undefined,
  engine: Engine | undefined,
  store?: StoreArtefact,
): NorthboundWriter {
  const writer = engine ? engine.ask(lastingWriter, undefined, () => undefined) : createPartWriter();
  const emitPart = createPartEmitter(writer, engine ? undefined : store);
  const makeItem: RememberItem = (_, make) => make();
  const isShared = createKeyCheck(shared);
  const counts = countRows(shared.rows, blocks);
  const spreads = shared.attachments.some(({ key }) => key === EVERY_SWITCH);
  const isEmpty = counts.size === 0;
  return {
    shared: () => {
      if (engine) return emitKeptGroups(shared, engine);
      const itemsOf = createItems(writer.renderRow, makeItem);
      return [...groupShared(shared, blocks)].flatMap(([group, lists]) => emitGroup(group, itemsOf(lists), emitPart));
    },
    zone: (own) => {
      const collector = collectZone(writer.renderRow, engine ? rememberZoneItem : makeItem);
      const finish = (): ZoneFiles | undefined => {
        const needsSwitches = spreads || own.attachments.some(({ key }) => key === EVERY_SWITCH);
        const items = collector.finish(own, needsSwitches ? own.switches : []);
        if (isEmpty && !items.some(({ section }) => section !== 'switches')) return undefined;
        const added = [...own.rows].map(([table, rows]): [string, number] => [
          table,
          rows.reduce((count, { key }) => count + (isShared(table, key) ? 0 : 1), 0),
        ]);
        const { file, parts } = zoneFiles(
          { zone: own.zone, ...(release === undefined ? {} : { release }) },
          items,
          isEmpty ? [] : [SHARED_PARTS],
          { writer, emitPart },
        );
        return {
          file: {
            ...file,
            counts: Object.fromEntries(added.filter(([, count]) => count > 0)),
          },
          parts,
        };
      };
      return { addRow: collector.addRow, finish };
    },
    inputs: [spreads, isEmpty, release],
    countAll: (file) => {
      const total = new Map(counts);
      for (const [table, added] of Object.entries(file.counts)) total.set(table, (total.get(table) ?? 0) + added);
      return { ...file, counts: sortedCounts(total) };
    },
  };
}

/** Items of the rows of zones. */
const rememberZoneItem = createItemMemory();

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

/** Returns the file of a zone. It contains the rows if they fit one part. Otherwise the parts are separate files. */
function zoneFiles(
  names: { readonly zone: string; readonly release?: string },
  items: readonly PartItem[],
  shared: readonly string[],
  { writer, emitPart }: { readonly writer: PartWriter; readonly emitPart: PartEmitter },
): ZoneFiles {
  const { zone } = names;
  const parts = splitByDigest(items, PART_BYTES, PART_MEASURE);
  const isCut = parts.length > 1;
  const head = { ...names, parts: [...shared, ...(isCut ? [ownPartsOf(zone)] : [])] };
  return {
    file: artefactOf(zonePath(zone), isCut ? [] : items, writer, head),
    parts: isCut ? parts.map((part) => emitPart(ownPartPath(zone, part.prefix), part.items)) : [],
  };
}

function countRows(tables: NorthboundRows['rows'], blocks: readonly RowBlock[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (table: string, count: number): void => {
    if (count > 0) counts.set(table, (counts.get(table) ?? 0) + count);
  };
  for (const [table, rows] of tables) add(table, rows.length);
  for (const { table, count } of blocks) add(table, count);
  return counts;
}

/** Creates a function that returns true if a row exists. Each table is indexed at most once, when first needed. */
function createKeyCheck({ rows }: NorthboundRows): (table: string, key: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  return (table, key) => {
    const keys = known.get(table) ?? new Set((rows.get(table) ?? []).map((row) => row.key));
    known.set(table, keys);
    return keys.has(key);
  };
}
