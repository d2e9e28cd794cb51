import { digestCompiled } from '../../compile/compile.js';
import type { IndexedArtefact } from '../../model/artefact.js';
import type { Findings } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { createEngine } from '../../engine/engine.js';
import { INDEX } from '../../output-index/artefact-path.js';
import { type LastingIndex, lastingIndex } from '../../output-index/index-file.js';
import { digestChunks } from '../../output-index/index-tree.js';
import { digestDocuments } from '../../output-index/input-digest.js';
import type { ListedArtefact } from '../../output-index/parse-index.js';
import { updateOutput } from '../../rendered/write.js';
import { updateNamespaceParts } from './update-namespace-parts.js';
import { compileChanged } from './changed-objects.js';
import type { ReadInput } from '../run/input.js';
import type { ProgressReporter } from '../run/progress.js';
import { toCompileInput } from '../run/run.js';
import { findPart } from './changed-part.js';
import { loadCachedOutput } from './cached-output.js';
import type { InputCache } from './input-cache.js';
import { type CachedFile, fileSlot } from './cached-files.js';
import { type CachedRun, type RunScope, runSlot } from './cached-run.js';
import { PLACING, isKnownPlacing } from './placed-objects.js';

/** A run that the cache may make unnecessary. */
export interface WantedRun {
  readonly input: ReadInput;
  readonly cache: InputCache;
  readonly about: RunScope;
  readonly progress: ProgressReporter;
}

/**
 * Updates an output folder if only namespace-local objects have changed since the last run, and the findings stay
 * equal. Returns the cached run of the whole input, and stores it. Returns undefined, and writes nothing, if this is
 * impossible or if `mayWrite` rejects the findings.
 */
export function updateCachedRun(
  { input: read, cache, about, progress }: WantedRun,
  folder: string,
  mayWrite: (findings: Findings) => boolean,
): CachedRun | undefined {
  const { texts, input: ownDigest } = cache.digests;
  const last = fileSlot(cache, about).find();
  const run = last && runSlot(cache, about, last.input).find();
  const input = toCompileInput(read);
  if (!run || !input || last.files.length !== read.files.length || !mayWrite(run.findings)) return undefined;
  const { files: known } = last;
  const part = findPart(read.files, known, texts);
  if (!part) return undefined;
  const changed = compileChanged({
    input: { ...input, files: part.files, progress: progress.phase },
    before: part.changed,
    findings: run.findings.diagnostics,
  });
  const held = changed && run.index !== undefined ? readOutput(cache, folder, run.index) : undefined;
  if (!changed || !held) return undefined;
  const documents = new Map(read.files.map((file, index) => [file, known[index]?.documents]));
  const digestsOf = (file: SourceFile): readonly string[] => documents.get(file) ?? digestDocuments(file);
  // The common part of both digests is collected once.
  const engine = createEngine();
  const digest = (files: readonly SourceFile[]): string =>
    digestCompiled({ ...input, files, engine }, changed.lock, digestsOf);
  if (held.inputs !== digest(read.files)) return undefined;
  const isChanged = (file: SourceFile): boolean => part.changed.has(file);
  // For a changed file, only the text counts, so it gets a new object.
  const inputs = digest(read.files.map((file) => (isChanged(file) ? { ...file } : file)));
  const output = updateNamespaceParts(changed, run.summary, inputs, {
    index: held.index,
    update: (update) => updateOutput(folder, update),
  });
  const root = output?.index.at(-1);
  if (!output || !root) return undefined;
  progress.done();
  const updated: CachedRun = { ...run, summary: output.summary, index: digestChunks(root.content) };
  runSlot(cache, about).keep(updated);
  const placing = cache.slot(PLACING, isKnownPlacing, last.input).find();
  // Namespace-local objects have no placement.
  if (placing) cache.slot(PLACING, isKnownPlacing).keep(placing);
  const files = known.map((one, index): CachedFile => {
    const file = read.files[index];
    if (!file || !isChanged(file)) return one;
    return { text: texts[index] ?? '', documents: digestDocuments(file), local: one.local };
  });
  fileSlot(cache, about).keep({ input: ownDigest, files });
  return updated;
}

/** The index of an output folder, and the digest of its inputs. */
interface ReadOutput {
  readonly index: LastingIndex;
  readonly inputs: string | undefined;
}

/** Reads an output folder. Returns undefined if its index does not have this digest. */
function readOutput(cache: InputCache, folder: string, indexDigest: string): ReadOutput | undefined {
  const held = loadCachedOutput(cache, folder, indexDigest);
  if (!held) return undefined;
  const lists = [...held.lists.values()];
  const index = lastingIndex();
  const artefacts = lists.flatMap((list) => list.artefacts).filter(isIndexed);
  index.list(artefacts, { zones: lists.flatMap(({ zones }) => zones), nodes: lists.flatMap(({ nodes }) => nodes) });
  return { index, inputs: held.lists.get(INDEX)?.inputs };
}

/** Returns true if an artefact is indexed. The verified digest of the index guarantees its shape. */
function isIndexed(artefact: ListedArtefact): artefact is IndexedArtefact {
  return 'counts' in artefact;
}
