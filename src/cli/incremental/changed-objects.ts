import type { CompileInput } from '../../compile/compile-input.js';
import { type LocalContext, compileLocal } from '../../compile/local.js';
import type { Artefact } from '../../model/artefact.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { Run } from '../run/run.js';
import { type LocalObjects, findLocal, isNamespace, namespaceOfTitle } from './local-objects.js';
import { sameItems } from '../../std/same-items.js';

/** The results for changed namespace-local objects. */
export interface ChangedObjects {
  readonly objects: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  /** Artefacts of only these objects. */
  readonly artefacts: readonly Artefact[];
}

/** Changed files, in an input whose other files are unchanged. */
export interface ChangedFiles {
  /** Input without these files. */
  readonly input: CompileInput;
  /** The current files with their previous namespace-local objects. Empty if they had others. */
  readonly before: LocalObjects;
  /** Findings before the change. */
  readonly findings: readonly Diagnostic[];
}

/**
 * Compiles the objects of changed files. Returns undefined if they are not the same namespace-local objects as before,
 * or if they have findings now or had before. The context is created only if the files are eligible.
 */
export function compileChanged(
  { input, before, findings }: ChangedFiles,
  surroundingsOf: () => LocalContext,
): ChangedObjects | undefined {
  const all = [...before.values()];
  if (all.length === 0 || all.some((local) => local.length === 0 || local.some(isNamespace))) return undefined;
  const paths = new Set([...before.keys()].map(({ path }) => path));
  if (findings.some((one) => concerns(one, paths))) return undefined;
  const {
    manifests,
    artefacts,
    findings: found,
  } = compileLocal({ ...input, files: [...before.keys()] }, surroundingsOf());
  if (found.ignoredFindings !== undefined || found.diagnostics.some((one) => concerns(one, paths))) return undefined;
  const local = findLocal({ manifests, namespaces: [] });
  if (![...before].every(([file, own]) => sameItems(local.get(file) ?? [], own))) return undefined;
  const objects = new Set(all.flat());
  return { objects, namespaces: new Set([...objects].map(namespaceOfTitle)), artefacts };
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
