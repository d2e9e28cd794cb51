import { compile } from '../../compile/compile.js';
import type { CompileInput, Prepared } from '../../compile/compile-input.js';
import type { Artefact } from '../../model/artefact.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { Lock } from '../../model/lock.js';
import { sameItems } from '../../std/same-items.js';
import type { Run } from '../run/run.js';
import { type LocalObjects, findLocal, namespaceOfTitle } from './local-objects.js';

/** The results for changed namespace-local objects. */
export interface ChangedObjects {
  readonly objects: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  /** Artefacts of these objects and what determines them, among others. */
  readonly artefacts: readonly Artefact[];
  /** The current lock. */
  readonly lock: Lock;
}

/** Changed files, in an input whose other files are unchanged. */
export interface ChangedFiles {
  /** Input with these files, and those that determine their output. */
  readonly input: CompileInput;
  /** The current files with their previous namespace-local objects. */
  readonly before: LocalObjects;
  /** Findings before the change. */
  readonly findings: readonly Diagnostic[];
}

/**
 * Compiles the objects of changed files. Returns undefined if they are not the same namespace-local objects as before,
 * or if they have findings now or had before.
 */
export function compileChanged({ input, before, findings }: ChangedFiles): ChangedObjects | undefined {
  const paths = new Set([...before.keys()].map(({ path }) => path));
  if (findings.some((one) => concerns(one, paths))) return undefined;
  let local: LocalObjects = new Map();
  const inspect = ({ manifests }: Prepared): void => {
    local = findLocal({ manifests, namespaces: [] }, new Set(before.keys()));
  };
  const { artefacts, lock, diagnostics, ignoredFindings } = compile({ ...input, isPart: true, inspect });
  if (ignoredFindings !== undefined || diagnostics.some((one) => concerns(one, paths))) return undefined;
  if (![...before].every(([file, own]) => sameItems(local.get(file) ?? [], own))) return undefined;
  const objects = new Set([...before.values()].flat());
  return { objects, namespaces: new Set([...objects].map(namespaceOfTitle)), artefacts, lock: lock.before };
}

/**
 * Returns true if a change of namespace-local objects without findings affects only their own artefacts. This requires
 * a run without expectations and transactions, and with all findings shown.
 */
export function allowsIncrementalUpdate({ input, compilation }: Pick<Run, 'input' | 'compilation'>): boolean {
  if (!input || !compilation) return false;
  const { omitted, ignoredFindings = 0 } = compilation;
  const { configuration, expectations = [] } = input;
  return !configuration.transactions && expectations.length === 0 && omitted.length === 0 && ignoredFindings === 0;
}

/** Returns true if a finding is about one of the files, or about no file. */
function concerns({ at, related }: Diagnostic, paths: ReadonlySet<string>): boolean {
  return !at || [at, ...related.map((note) => note.at)].some(({ file }) => paths.has(file));
}
