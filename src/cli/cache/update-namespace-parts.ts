import type { Artefact, IndexedArtefact } from '../../model/artefact.js';
import type { Report } from '../../model/diagnostic.js';
import { isSharedPart, namespaceGroup, sharedPartPath, zonePath } from '../../northbound/part-paths.js';
import type { LastingIndex } from '../../output-index/index-file.js';
import type { Update } from '../../rendered/write.js';
import { joinChunks } from '../../std/byte-writer.js';
import type { RunSummary } from '../run/summary.js';
import type { ChangedObjects } from './changed-objects.js';

/** A complete output folder with all files of its index. */
export interface IncrementalOutput {
  readonly index: LastingIndex;
  /** Changes the folder. Returns reports, with nothing written, if this fails. */
  readonly update: (update: Update) => readonly Report[];
}

/** An output after a change. */
export interface AmendedOutput {
  readonly summary: RunSummary;
  /** Files of its index, the root last. */
  readonly index: readonly Artefact[];
}

/**
 * Updates an output after a change of namespace-local objects: the parts of their namespaces, and the index. Returns
 * the result of an equal full run. Returns undefined, and writes nothing, if other objects contribute to the parts or
 * the folder cannot be written. Then the index may differ from that of the folder.
 */
export function updateNamespaceParts(
  changed: ChangedObjects,
  summary: RunSummary,
  inputDigest: string,
  { index, update }: IncrementalOutput,
): AmendedOutput | undefined {
  const exchange = exchangeParts(index, changed);
  if (!exchange) return undefined;
  const { old, made } = exchange;
  const recount = createRecount(exchange);
  const zoneFiles = summary.zones.flatMap(({ name }) => index.find(zonePath(name)) ?? []);
  const before = new Set(index.emit(''));
  const oldPaths = old.map(({ path }) => path);
  index.exchange(oldPaths, [...made, ...(recount ? zoneFiles.map(recount) : [])]);
  const after = index.emit(inputDigest);
  const held = new Set([...oldPaths, ...Array.from(before, ({ path }) => path)]);
  const there = new Set([...made, ...after].map(({ path }) => path));
  const failures = update({
    artefacts: [...made, ...after.filter((file) => !before.has(file))],
    gone: [...held].filter((path) => !there.has(path)),
    held,
  });
  if (failures.length > 0) return undefined;
  return {
    summary: {
      ...summary,
      files: summary.files + there.size - held.size,
      zones: recount ? summary.zones.map(recount) : summary.zones,
    },
    index: after,
  };
}

/** Artefacts that replace others. */
interface Exchange {
  readonly old: readonly IndexedArtefact[];
  readonly made: readonly Artefact[];
}

/**
 * Returns the old and new parts of the namespaces of changed objects. Returns undefined if other objects contribute
 * rows, or if rows of other groups may change with them.
 */
function exchangeParts(index: LastingIndex, { namespaces, objects, artefacts }: ChangedObjects): Exchange | undefined {
  const old: IndexedArtefact[] = [];
  const made: Artefact[] = [];
  for (const namespace of namespaces) {
    const group = namespaceGroup(namespace);
    const before = partsOf(group, index).flatMap((path) => index.find(path) ?? []);
    const now = artefacts.filter(({ path }) => isSharedPart(group, path));
    if (before.length === 0 || outlineOf(before) !== outlineOf(now)) return undefined;
    if ([...before, ...now].some(({ sources }) => sources.some((source) => !objects.has(source)))) return undefined;
    old.push(...before);
    // Copies the content into separate memory that the caller may keep.
    made.push(...now.map((one) => ({ ...one, content: [joinChunks(one.content)] })));
  }
  return { old, made };
}

/** Returns the paths of the files of a group in an index. */
function partsOf(group: string, index: LastingIndex): readonly string[] {
  const whole = sharedPartPath(group, '');
  return index.find(whole) ? [whole] : index.paths().filter((path) => isSharedPart(group, path));
}

/** Returns the sources and tables of the parts of a group, as a text for comparison. */
function outlineOf(parts: readonly Pick<Artefact, 'sources' | 'counts'>[]): string {
  const sources = new Set(parts.flatMap((part) => part.sources));
  return JSON.stringify([[...sources].sort(), [...sumCounts(parts).keys()].sort()]);
}

type Counted = Pick<Artefact, 'counts'>;

type Recount = <One extends Counted>(one: One) => One;

/** Recounts the totals of all artefacts. Returns undefined if they do not change. */
function createRecount({ old, made }: Exchange): Recount | undefined {
  const [less, more] = [sumCounts(old), sumCounts(made)];
  if ([...more].every(([table, count]) => count === less.get(table))) return undefined;
  return (one) => {
    const counts = Object.entries(one.counts).map(([table, count]): [string, number] => [
      table,
      count + (more.get(table) ?? 0) - (less.get(table) ?? 0),
    ]);
    return { ...one, counts: Object.fromEntries(counts) };
  };
}

function sumCounts(parts: readonly Counted[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const { counts } of parts) {
    for (const [table, count] of Object.entries(counts)) total.set(table, (total.get(table) ?? 0) + count);
  }
  return total;
}
