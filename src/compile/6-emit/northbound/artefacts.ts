import type { Artefact, MadeArtefact, StoreArtefact } from '../../../model/artefact.js';
import { type Memo, noMemo } from '../../../engine/memo.js';
import type { NorthboundRows, OwnRows, Row, RowBlock } from '../../../model/northbound.js';
import { EVERY_SWITCH } from '../../../northbound/join-rows.js';
import {
  SHARED_PARTS,
  ownPartPath,
  ownPartsOf,
  sharedPartPath,
  transactionPath,
  zonePath,
} from '../../../northbound/part-paths.js';
import { createRowRenderer } from '../../../northbound/row-text.js';
import { renderTransaction } from '../../../northbound/transaction.js';
import { joinZone } from '../../../northbound/join-rows.js';
import { createByteWriter, createPassingWriter, createPieceWriter } from '../../../std/byte-writer.js';
import { splitByDigest } from '../../../std/split-by-digest.js';
import { resourceText, sortedCounts } from '../provenance.js';
import { collectZone, createItems, groupShared } from './parts/collect.js';
import { type PartWriter, renderPart } from './parts/part-text.js';
import { type BlockItem, PART_MEASURE, type PartItem, type RowItem, type RunItem } from './parts/part.js';

/** Maximum bytes of rows in a part. A larger row is a part by itself. */
const PART_BYTES = 65_536;

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
  readonly shared: () => MadeArtefact[];
  readonly zone: (own: OwnRows) => ZoneWriter;
  /** Values of the shared rows that the files of a zone depend on, in addition to rows of the same tables. */
  readonly inputs: readonly unknown[];
  /** Returns the file of a zone with the shared rows included in its counts. */
  readonly countAll: (file: Artefact) => Artefact;
}

/**
 * Creates the writer for the files of a cluster. `release` is the name that the files of zones contain, if any. Parts
 * are stored as they are made if there is a store and no memo.
 */
export function createNorthboundWriter(
  shared: NorthboundRows,
  blocks: readonly RowBlock[],
  release: string | undefined,
  memo: Memo,
  store?: StoreArtefact,
): NorthboundWriter {
  const write = memo('place of pieces', undefined, [], createPieceWriter);
  const writer: PartWriter = { write, renderRow: createRowRenderer() };
  const emitPart = createPartEmitter(writer, memo === noMemo ? store : undefined);
  const isShared = createKeyCheck(shared);
  const counts = countRows(shared.rows, blocks);
  const spreads = shared.attachments.some(({ key }) => key === EVERY_SWITCH);
  const isEmpty = counts.size === 0;
  const itemsOf = createItems(writer.renderRow, memo);
  return {
    shared: () =>
      [...groupShared(shared, blocks, memo)].flatMap(([group, lists]) =>
        memo('files of a group', group, lists, () =>
          splitByDigest(itemsOf(lists), PART_BYTES, PART_MEASURE).map((part) =>
            emitPart(sharedPartPath(group, part.prefix), part.items),
          ),
        ),
      ),
    zone: (own) => {
      const collector = collectZone(writer.renderRow, memo);
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

/** Creates the artefact of a part. */
type PartEmitter = (path: string, items: readonly PartItem[]) => MadeArtefact;

function createPartEmitter(writer: PartWriter, store: StoreArtefact | undefined): PartEmitter {
  if (!store) return (path, items) => artefactOf(path, items, writer);
  const passing: PartWriter = { write: createPassingWriter(), renderRow: writer.renderRow };
  return (path, items) => store(artefactOf(path, items, passing));
}

function artefactOf(
  path: string,
  items: readonly PartItem[],
  writer: PartWriter,
  head?: Readonly<Record<string, string | readonly string[]>>,
): Artefact {
  return { path, content: renderPart(items, writer, head), ...describeRows(items) };
}

/** Returns the sources of a part's rows, and the number of rows per table, for the index. */
function describeRows(items: readonly PartItem[]): Pick<Artefact, 'sources' | 'counts'> {
  const sources = new Set<string>();
  const counts = new Map<string, number>();
  let last: object | undefined;
  for (const item of items) {
    if (item.section !== 'rows') continue;
    counts.set(item.table, (counts.get(item.table) ?? 0) + countOf(item));
    if ('rows' in item) {
      for (const cause of item.causes) sources.add(resourceText(cause));
      continue;
    }
    const cause = 'bytes' in item ? item.list[item.start]?.cause : item.cause;
    // The rows of one resource are adjacent, so most need no text.
    if (!cause || cause.origin === last) continue;
    last = cause.origin;
    sources.add(resourceText(cause));
  }
  return { sources: [...sources].sort(), counts: sortedCounts(counts) };
}

function countOf(item: RowItem | BlockItem | RunItem): number {
  if ('rows' in item) return item.rows.length;
  return 'bytes' in item ? item.end - item.start : 1;
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
