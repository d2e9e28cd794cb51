import { digestCompiled } from '../../compile/compile.js';
import type { Artefact, IndexedArtefact } from '../../model/artefact.js';
import type { SourceFile } from '../../model/manifest.js';
import { isSharedPart, namespaceGroup, zonePath } from '../../northbound/part-paths.js';
import { INDEX } from '../../rendered/artefact-path.js';
import { readHeld } from '../../rendered/holds-output.js';
import { emitIndex } from '../../rendered/index-file.js';
import { digestChunks } from '../../rendered/index-tree.js';
import { type DigestsOf, digestDocuments } from '../../rendered/input-digest.js';
import type { ListedArtefact } from '../../rendered/parse-index.js';
import { updateOutput } from '../../rendered/write.js';
import type { ChangedPart } from './changed-part.js';
import type { KnownFile } from './known-files.js';
import type { KnownRun } from './known-run.js';

/** What was found, made and written before a change, and the files after it. */
export interface Amendment {
  readonly run: KnownRun;
  readonly known: readonly KnownFile[];
  readonly files: readonly SourceFile[];
  /** The output folder. */
  readonly folder: string;
}

/**
 * Writes what a change of local objects makes of an output: the parts of their namespaces, and the index. Gives what the run on
 * all of the input would be remembered by. Undefined, with nothing written, where the folder is not what the last run
 * made, or where the parts are not made of these objects alone.
 */
export function amendOutput(part: ChangedPart, { run, known, files, folder }: Amendment): KnownRun | undefined {
  const held = run.index === undefined ? undefined : readHeld(folder, run.index);
  if (!held) return undefined;
  const lists = [...held.values()];
  const before = lists.flatMap(({ artefacts }) => artefacts).filter(isIndexed);
  const exchange = exchangeParts(before, part);
  const digests = digestBoth(part, files, known);
  if (!exchange || digests.before !== held.get(INDEX)?.inputs) return undefined;

  const zones = lists.flatMap((list) => list.zones);
  const zonePaths = new Set(zones.map(zonePath));
  const kept = before
    .filter(({ path }) => !exchange.gone.has(path))
    .map((one) => (zonePaths.has(one.path) ? { ...one, counts: exchange.recount(one.counts) } : one));
  const names = { zones, nodes: lists.flatMap((list) => list.nodes) };
  const index = emitIndex([...kept, ...exchange.made], names, digests.after);
  const artefacts = [...exchange.made, ...index];
  const there = new Set([...kept, ...artefacts].map(({ path }) => path));
  const all = new Set([...held.keys(), ...before.map(({ path }) => path)]);
  const gone = [...all].filter((path) => !there.has(path));
  const failures = updateOutput(folder, { artefacts, gone, held: all });
  const root = index.find(({ path }) => path === INDEX);
  if (failures.length > 0 || !root) return undefined;
  const { summary } = run;
  return {
    ...run,
    summary: {
      ...summary,
      files: kept.length + exchange.made.length + index.length,
      zones: summary.zones.map((zone) => ({ ...zone, counts: exchange.recount(zone.counts) })),
    },
    index: digestChunks(root.content),
  };
}

/** The digest of an index that this program wrote has told that it is one. */
function isIndexed(artefact: ListedArtefact): artefact is IndexedArtefact {
  return 'counts' in artefact;
}

type Counts = Artefact['counts'];

/** Artefacts that take the place of others. */
interface Exchange {
  readonly gone: ReadonlySet<string>;
  readonly made: readonly Artefact[];
  /** What a zone counts that holds all of them. */
  readonly recount: (counts: Counts) => Counts;
}

/**
 * The parts of the namespaces of changed objects, as they were and as they are. Undefined where the rows of another object
 * are among them, or where rows of other groups may have come or gone with those of a namespace.
 */
function exchangeParts(
  before: readonly IndexedArtefact[],
  { namespaces, objects, compilation }: ChangedPart,
): Exchange | undefined {
  const gone: IndexedArtefact[] = [];
  const made: Artefact[] = [];
  for (const namespace of namespaces) {
    const isOwn = ({ path }: Pick<Artefact, 'path'>): boolean => isSharedPart(namespaceGroup(namespace), path);
    const [old, now] = [before.filter(isOwn), compilation.artefacts.filter(isOwn)];
    if (old.length === 0 || outlineOf(old) !== outlineOf(now)) return undefined;
    gone.push(...old);
    made.push(...now);
  }
  if ([...gone, ...made].some(({ sources }) => sources.some((source) => !objects.has(source)))) return undefined;
  const [less, more] = [sumCounts(gone), sumCounts(made)];
  return {
    gone: new Set(gone.map(({ path }) => path)),
    made,
    recount: (counts) =>
      Object.fromEntries(
        Object.entries(counts).map(([table, count]) => [
          table,
          count + (more.get(table) ?? 0) - (less.get(table) ?? 0),
        ]),
      ),
  };
}

/** What the parts of a group are made of, and in which tables. */
function outlineOf(parts: readonly Pick<Artefact, 'sources' | 'counts'>[]): string {
  const sources = new Set(parts.flatMap((part) => part.sources));
  return JSON.stringify([[...sources].sort(), [...sumCounts(parts).keys()].sort()]);
}

function sumCounts(parts: readonly Pick<Artefact, 'counts'>[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const { counts } of parts) {
    for (const [table, count] of Object.entries(counts)) total.set(table, (total.get(table) ?? 0) + count);
  }
  return total;
}

/** The digest of the whole input, as it was and as it is. */
function digestBoth(
  { input, compilation, changed }: ChangedPart,
  files: readonly SourceFile[],
  known: readonly KnownFile[],
): { readonly before: string; readonly after: string } {
  const documents = new Map(files.map((file, index) => [file, known[index]?.documents]));
  const digest = (digestsOf: DigestsOf): string =>
    digestCompiled({ ...input, files }, compilation.lock.before, digestsOf);
  const before: DigestsOf = (file) => documents.get(file) ?? digestDocuments(file);
  return { before: digest(before), after: digest((file) => (changed.has(file) ? digestDocuments : before)(file)) };
}
