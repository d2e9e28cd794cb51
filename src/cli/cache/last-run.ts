import { digestCompiled } from '../../compile/compile.js';
import type { Prepared } from '../../compile/compile-input.js';
import { type LocalContext, createLocalContext } from '../../compile/local.js';
import type { Lock } from '../../model/lock.js';
import type { SourceFile } from '../../model/manifest.js';
import { lastingIndex } from '../../output-index/index-file.js';
import { keyOfFile } from './input-cache.js';
import { type CachedRun, summariseKnown } from './cached-run.js';
import type { WatchedOutput } from '../run/follow-output.js';
import type { ReadInput } from '../run/input.js';
import type { InputMemory } from '../run/reader.js';
import { type Run, toCompileInput } from '../run/run.js';
import { isSameFrame } from '../run/same-input.js';
import { updateNamespaceParts } from '../incremental/update-namespace-parts.js';
import { compileChanged, allowsIncrementalUpdate } from '../incremental/changed-objects.js';
import { type LocalObjects, findLocal } from '../incremental/local-objects.js';

/** The last run of a command in watch mode, for incremental updates. */
export interface LastRun {
  /** Records a run on an input with the objects read. `isWritten` is true if the folder contains its output. */
  readonly learn: (input: ReadInput, run: Run, prepared: Prepared | undefined, isWritten: boolean) => void;
  /**
   * Updates the output folder if only namespace-local objects have changed since the last run, and the findings stay
   * equal. Returns the cached run of the whole input. Returns undefined, and writes nothing, if this is impossible.
   */
  readonly updateIncrementally: (input: ReadInput, memory: InputMemory, folder: string) => CachedRun | undefined;
}

/** The state of the last run. */
interface LastRunState {
  readonly input: ReadInput;
  readonly run: CachedRun;
  readonly lock: Lock;
  readonly localContext: LocalContext;
  /** Namespace-local objects of files that have changed since the context was read, by path. */
  readonly changed: Map<string, readonly string[]>;
}

/** Maximum number of changed files. With more, all files are compiled. */
const MAX_CHANGES = 200;

/** Creates the state without a run. */
export function createLastRun(output: Pick<WatchedOutput, 'isIntact' | 'update'>): LastRun {
  let last: LastRunState | undefined;
  return {
    learn: (input, run, prepared, isWritten) => {
      last = isWritten && prepared ? summarise(input, run, prepared) : undefined;
    },
    updateIncrementally: (input, memory, folder) => {
      const known = last;
      // Unset until the folder contains the output of this run.
      last = undefined;
      const compiled = toCompileInput(input, memory);
      const before = known && findChanged(known, input);
      if (!compiled || !before) return undefined;
      const changed = compileChanged(
        { input: compiled, before, findings: known.run.findings.diagnostics },
        () => known.localContext,
      );
      if (!changed || !output.isIntact(folder)) return undefined;
      const updated = updateNamespaceParts(changed, known.run.summary, digestCompiled(compiled, known.lock), {
        index: lastingIndex(memory.engine),
        update: (update) => output.update(folder, update),
      });
      if (!updated) return undefined;
      const run = { ...known.run, summary: updated.summary };
      for (const [{ path }, local] of before) known.changed.set(path, local);
      last = { ...known, input, run };
      return run;
    },
  };
}

function summarise(input: ReadInput, run: Run, prepared: Prepared): LastRunState | undefined {
  const { compilation } = run;
  const known = summariseKnown(run);
  if (!compilation || known?.index === undefined || !allowsIncrementalUpdate(run)) return undefined;
  const { intents, lock } = compilation;
  return {
    ...{ input, run: known, lock: lock.after },
    localContext: createLocalContext(prepared, intents),
    changed: new Map(),
  };
}

/**
 * Returns the changed files of an input, with their previous namespace-local objects. Returns undefined if more than
 * the texts of files has changed.
 */
function findChanged({ input, localContext, changed }: LastRunState, now: ReadInput): LocalObjects | undefined {
  if (!isSameFrame(input, now) || input.files.length !== now.files.length) return undefined;
  const pairs: (readonly [before: SourceFile, after: SourceFile])[] = [];
  for (let place = 0; place < now.files.length; place++) {
    const [before, after] = [input.files[place], now.files[place]];
    if (!before || !after || before === after) continue;
    // Findings of rendered texts have locations in the source files, which the input does not contain.
    if (before.trace ?? after.trace ?? keyOfFile(before) !== keyOfFile(after)) return undefined;
    if (pairs.push([before, after]) > MAX_CHANGES) return undefined;
  }
  const { manifests, cluster } = localContext.context;
  const objects = { manifests, namespaces: cluster.namespaces.values() };
  const unknown = pairs.flatMap(([before]) => (changed.has(before.path) ? [] : [before]));
  const found = unknown.length > 0 ? findLocal(objects, new Set(unknown)) : undefined;
  return new Map(pairs.map(([before, after]) => [after, changed.get(before.path) ?? found?.get(before) ?? []]));
}
