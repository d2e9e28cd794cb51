import type { Artefact, MadeArtefact } from '../../../model/artefact.js';
import type { NorthboundRows, OwnRows, Row } from '../../../model/northbound.js';
import type { RowBlock } from '../../../northbound/row-shape.js';
import { EVERY_SWITCH, joinZone } from '../../../northbound/join-rows.js';
import { SHARED_PARTS, ownPartPath, ownPartsOf, transactionPath, zonePath } from '../../../northbound/part-paths.js';
import { renderTransaction } from '../../../northbound/transaction.js';
import { createByteWriter } from '../../../std/byte-writer.js';
import { splitByDigest } from '../../../std/split-by-digest.js';
import { sortedCounts } from '../shared/provenance.js';
import { type RememberItem, collectZone } from './parts/collect.js';
import type { PartWriter } from './parts/part-text.js';
import { PART_MEASURE, type PartItem } from './parts/part.js';
import { type PartEmitter, PART_BYTES, artefactOf } from './part-artefacts.js';

/** Files of a zone: its own, and those of its parts. The counts do not yet include the rows that all zones share. */
export interface ZoneFiles {
  readonly file: Artefact;
  readonly parts: readonly MadeArtefact[];
}

/** Collects the rows of a zone as they are checked, and writes its files when all are collected. */
export interface ZoneWriter {
  readonly addRow: (table: string, row: Row) => void;
  /** Returns the files, or undefined for a zone without rows. */
  readonly finish: (own: OwnRows) => ZoneFiles | undefined;
}

/** What the files of a zone depend on, apart from its rows. */
export interface ZoneFilesContext {
  /** Name of the release that the files contain, if any. */
  readonly release: string | undefined;
  /** True if a shared row is attached to each switch. */
  readonly spreads: boolean;
  /** True if no zone has shared rows. */
  readonly isEmpty: boolean;
  /** Returns true if a row of a table is shared. */
  readonly isShared: (table: string, key: string) => boolean;
  readonly writer: PartWriter;
  readonly emitPart: PartEmitter;
  readonly remember: RememberItem;
}

/** Creates the writer of the files of a zone. */
export function createZoneWriter(context: ZoneFilesContext): ZoneWriter {
  const { release, spreads, isEmpty, isShared, writer, remember } = context;
  const collector = collectZone(writer.renderRow, remember);
  return {
    addRow: collector.addRow,
    finish: (own) => {
      const needsSwitches = spreads || own.attachments.some(({ key }) => key === EVERY_SWITCH);
      const items = collector.finish(own, needsSwitches ? own.switches : []);
      if (isEmpty && !items.some(({ section }) => section !== 'switches')) return undefined;
      const added = [...own.rows].map(([table, rows]): [string, number] => [
        table,
        rows.reduce((count, { key }) => count + (isShared(table, key) ? 0 : 1), 0),
      ]);
      const names = { zone: own.zone, ...(release === undefined ? {} : { release }) };
      const { file, parts } = zoneFiles(names, items, isEmpty ? [] : [SHARED_PARTS], context);
      return { file: { ...file, counts: Object.fromEntries(added.filter(([, count]) => count > 0)) }, parts };
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
  { writer, emitPart }: Pick<ZoneFilesContext, 'writer' | 'emitPart'>,
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

/** Number of rows by table. */
export type RowCounts = ReadonlyMap<string, number>;

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

/** Returns the file of a zone with the shared rows included in its counts. */
export function countAll(file: Artefact, shared: RowCounts): Artefact {
  const total = new Map(shared);
  for (const [table, added] of Object.entries(file.counts)) total.set(table, (total.get(table) ?? 0) + added);
  return { ...file, counts: sortedCounts(total) };
}
