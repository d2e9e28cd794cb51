import type { Artefact } from '../../../model/artefact.js';
import { type Memo, noMemo } from '../../../model/memo.js';
import type { NorthboundRows, OwnRows, Row } from '../../../model/northbound.js';
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
import { createByteWriter, createPieceWriter } from '../../../std/byte-writer.js';
import { splitByDigest } from '../../../std/split-by-digest.js';
import { countBy, resourceText } from '../provenance.js';
import { createCollector } from './parts/collect.js';
import { type PartWriter, renderPart } from './parts/part-text.js';
import { PART_MEASURE, type PartItem, type RowItem } from './parts/part.js';

/** Bytes of rows that a part may hold; a row that is larger is a part by itself. */
const PART_BYTES = 65_536;

/** Takes the rows of one part of the output as they are checked, and makes its files when all are there. */
export interface RowsWriter {
  readonly addRow: (table: string, row: Row) => void;
  readonly finish: () => Artefact[];
}

/** Writes what all zones share, then zone by zone what each has beside that. */
export interface NorthboundWriter {
  readonly shared: RowsWriter;
  readonly zone: (own: OwnRows) => RowsWriter;
}

/** Starts the files of a cluster. */
export function createNorthboundWriter(shared: NorthboundRows, memo: Memo = noMemo): NorthboundWriter {
  const write = memo('place of pieces', undefined, [], createPieceWriter);
  const writer: PartWriter = { write, renderRow: createRowRenderer() };
  const isShared = createKeyCheck(shared);
  const counts = countRows(shared.rows);
  const spreads = shared.attachments.some(({ key }) => key === EVERY_SWITCH);
  const isEmpty = counts.size === 0;
  return {
    shared: start(writer, false, memo, (collector) =>
      [...collector.finish(shared, [])].flatMap(([group, items]) =>
        memo('files of a group', group, items.flatMap(identityOf), () =>
          splitByDigest(items, PART_BYTES, PART_MEASURE).map((part) =>
            artefactOf(sharedPartPath(group, part.prefix), part.items, writer),
          ),
        ),
      ),
    ),
    zone: (own) =>
      start(writer, true, memo, (collector) => {
        const needsSwitches = spreads || own.attachments.some(({ key }) => key === EVERY_SWITCH);
        const { items, parts } = memo('parts of a zone', own.zone, [own, needsSwitches], () =>
          cutZone(collector.finish(own, needsSwitches ? own.switches : []).get('') ?? [], own.zone, writer),
        );
        if (isEmpty && !items.some(({ section }) => section !== 'switches')) return [];
        const total = new Map(counts);
        for (const [table, rows] of own.rows) {
          const added = rows.reduce((count, { key }) => count + (isShared(table, key) ? 0 : 1), 0);
          if (added > 0) total.set(table, (total.get(table) ?? 0) + added);
        }
        return [zoneArtefact(own.zone, items, parts, isEmpty ? [] : [SHARED_PARTS], total, writer), ...parts];
      }),
  };
}

/** The desired rows of a zone as a transaction for an empty database. */
export function transactionArtefact(
  shared: NorthboundRows,
  own: OwnRows,
  { sources, counts }: Pick<Artefact, 'sources' | 'counts'>,
): Artefact {
  const writer = createByteWriter();
  for (const line of renderTransaction(joinZone([shared, own], own))) writer.write(line);
  return { path: transactionPath(own.zone), content: writer.finish(), sources, counts };
}

function start(
  writer: PartWriter,
  isOne: boolean,
  memo: Memo,
  finish: (collector: ReturnType<typeof createCollector>) => Artefact[],
): RowsWriter {
  const collector = createCollector(writer, isOne, memo);
  return { addRow: collector.addRow, finish: () => finish(collector) };
}

/** What is another value where the text of an item is another one: references are made anew in each compilation. */
function identityOf(item: PartItem): readonly unknown[] {
  if (item.section !== 'attachments') return [item];
  const { table, key, column } = item.to;
  return [table, key, column, item.key, item.unit];
}

/** The items of a zone, with the files of their parts where they are too many for that of the zone. */
function cutZone(
  items: readonly PartItem[],
  zone: string,
  writer: PartWriter,
): { readonly items: readonly PartItem[]; readonly parts: readonly Artefact[] } {
  const cut = splitByDigest(items, PART_BYTES, PART_MEASURE);
  if (cut.length <= 1) return { items, parts: [] };
  return { items, parts: cut.map((part) => artefactOf(ownPartPath(zone, part.prefix), part.items, writer)) };
}

/** The file of a zone: with its rows while they are few, else their parts are files of their own. */
function zoneArtefact(
  zone: string,
  items: readonly PartItem[],
  parts: readonly Artefact[],
  shared: readonly string[],
  total: ReadonlyMap<string, number>,
  writer: PartWriter,
): Artefact {
  const isCut = parts.length > 0;
  const head = { zone, parts: [...shared, ...(isCut ? [ownPartsOf(zone)] : [])] };
  const file = artefactOf(zonePath(zone), isCut ? [] : items, writer, head);
  const counts = Object.fromEntries([...total].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...file, counts };
}

function artefactOf(
  path: string,
  items: readonly PartItem[],
  writer: PartWriter,
  head?: Readonly<Record<string, string | readonly string[]>>,
): Artefact {
  const rows = items.filter((item): item is RowItem => item.section === 'rows');
  return {
    path,
    content: renderPart(items, writer, head),
    sources: sourcesOf(rows),
    counts: countBy(rows, ({ table }) => table),
  };
}

function sourcesOf(rows: readonly RowItem[]): string[] {
  const sources = new Set<string>();
  let last: object | undefined;
  for (const { cause } of rows) {
    // The rows of one resource follow each other: most need no text.
    if (!cause || cause.origin === last) continue;
    last = cause.origin;
    sources.add(resourceText(cause));
  }
  return [...sources].sort();
}

function countRows(tables: NorthboundRows['rows']): Map<string, number> {
  return new Map([...tables].flatMap(([table, rows]) => (rows.length > 0 ? [[table, rows.length] as const] : [])));
}

/** Whether there is a row; each table is looked through once, if at all. */
function createKeyCheck({ rows }: NorthboundRows): (table: string, key: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  return (table, key) => {
    const keys = known.get(table) ?? new Set((rows.get(table) ?? []).map((row) => row.key));
    known.set(table, keys);
    return keys.has(key);
  };
}
