import type { Artefact, MadeArtefact, StoreArtefact } from '../../../model/artefact.js';
import type { ResourceName } from '../../../model/diagnostic.js';
import { hasSameName } from '../../../model/kubernetes-object.js';
import { sharedPartPath } from '../../../northbound/part-paths.js';
import { resourceOfRow } from '../../../northbound/row-place.js';
import { createRowRenderer } from '../../../northbound/row-shape.js';
import { createPassingWriter, createPieceWriter } from '../../../std/byte-writer.js';
import { splitByDigest } from '../../../std/split-by-digest.js';
import { resourceText, sortedCounts } from '../shared/provenance.js';
import { type PartWriter, renderPart } from './parts/part-text.js';
import { type BlockItem, PART_MEASURE, type PartItem, type RowItem, type RunItem, rowsIn } from './parts/part.js';

/** Maximum bytes of rows in a part. A larger row is a part by itself. */
export const PART_BYTES = 65_536;

/** Creates a writer of parts. */
export function createPartWriter(): PartWriter {
  return { write: createPieceWriter(), renderRow: createRowRenderer() };
}

/** Creates the artefact of a part. */
export type PartEmitter = (path: string, items: readonly PartItem[]) => MadeArtefact;

/** Creates an emitter. With a store, parts are stored as they are made. */
export function createPartEmitter(writer: PartWriter, store: StoreArtefact | undefined): PartEmitter {
  if (!store) return (path, items) => artefactOf(path, items, writer);
  const passing: PartWriter = { write: createPassingWriter(), renderRow: writer.renderRow };
  return (path, items) => store(artefactOf(path, items, passing));
}

/** Returns the artefact of items, with their sources and counts. */
export function artefactOf(
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
  let last: ResourceName | undefined;
  const add = (resource: ResourceName | undefined): void => {
    // The rows of one resource are adjacent, so most need no text.
    if (!resource || (last && hasSameName(resource, last))) return;
    last = resource;
    sources.add(resourceText(resource));
  };
  for (const item of items) {
    if (item.section !== 'rows') continue;
    counts.set(item.table, (counts.get(item.table) ?? 0) + countOf(item));
    if ('rows' in item) item.causes.forEach(add);
    else if ('bytes' in item) rowsIn(item).map(resourceOfRow).forEach(add);
    else add(item.resource);
  }
  return { sources: [...sources].sort(), counts: sortedCounts(counts) };
}

function countOf(item: RowItem | BlockItem | RunItem): number {
  if ('rows' in item) return item.rows.length;
  return 'bytes' in item ? item.end - item.start : 1;
}

/** Returns the files of a group of rows that all zones share. */
export function emitGroup(group: string, items: readonly PartItem[], emitPart: PartEmitter): MadeArtefact[] {
  return splitByDigest(items, PART_BYTES, PART_MEASURE).map((part) =>
    emitPart(sharedPartPath(group, part.prefix), part.items),
  );
}
