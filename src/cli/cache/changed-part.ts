import type { Compilation, CompileInput } from '../../compile/compile.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import type { Input } from '../commands/input.js';
import type { Progress } from '../commands/progress.js';
import { type RunOptions, compileInput } from '../commands/run.js';
import { type KnownFile, type LocalObjects, areFew, findLocal, isNamespace, namespaceOf } from './known-files.js';

/** The files that decide what becomes of changed objects that are local (see `Kind`). */
interface Part {
  /** Files that have changed, as they were. */
  readonly changed: ReadonlyMap<SourceFile, KnownFile>;
  /** The objects that were in them, and their namespaces. */
  readonly objects: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  /** All files but those that hold nothing but other namespaces, and local objects there. */
  readonly files: readonly SourceFile[];
  /** Paths of the files that hold those objects and namespaces. */
  readonly own: ReadonlySet<string>;
}

/** What becomes of changed objects. */
export interface ChangedPart extends Part {
  readonly input: CompileInput;
  readonly compilation: Compilation;
}

/**
 * Compiles the objects that have changed since the run that knew the files, with what decides about them. Undefined where more
 * than local objects have changed, or where anything is found of them now or was found then.
 */
export function compileChanged(
  read: Input,
  {
    known,
    texts,
    findings,
  }: { known: readonly KnownFile[]; texts: readonly string[]; findings: readonly Diagnostic[] },
  options: RunOptions,
  progress: Progress,
): ChangedPart | undefined {
  const part = findPart(read.files, known, texts);
  if (!part || findings.some((one) => concerns(one, part.own))) return undefined;
  let local: LocalObjects = new Map();
  const inspected: RunOptions = {
    ...options,
    maxFindings: 0,
    inspect: (prepared) => void (local = findLocal(prepared)),
  };
  const { input, compilation } = compileInput(
    { ...read, files: part.files, reports: [] },
    inspected,
    'artefacts',
    progress,
  );
  if (!input || !compilation || compilation.artefacts.length === 0 || compilation.ignoredFindings !== undefined)
    return undefined;
  if (compilation.diagnostics.some((one) => concerns(one, part.own))) return undefined;
  const holdsSame = [...part.changed].every(([file, before]) => isSame(local.get(file) ?? [], before.local));
  return holdsSame ? { ...part, input, compilation } : undefined;
}

function findPart(
  files: readonly SourceFile[],
  known: readonly KnownFile[],
  texts: readonly string[],
): Part | undefined {
  const knownAs = new Map(files.flatMap((file, index) => (known[index] ? [[file, known[index]]] : [])));
  const changed = new Map([...knownAs].filter(([, before], index) => before.text !== texts[index]));
  const all = [...changed.values()];
  if (all.length === 0 || all.some(({ local }) => local.length === 0 || local.some(isNamespace))) return undefined;
  const objects = new Set(all.flatMap(({ local }) => local));
  const namespaces = new Set([...objects].map(namespaceOf));
  const localOf = (file: SourceFile): readonly string[] => knownAs.get(file)?.local ?? [];
  const isOwn = (file: SourceFile): boolean => localOf(file).some((title) => namespaces.has(namespaceOf(title)));
  const own = new Set(files.filter(isOwn));
  const part = files.filter((file) => own.has(file) || localOf(file).length === 0);
  if (!areFew(part, files)) return undefined;
  return { changed, objects, namespaces, files: part, own: new Set([...own].map(({ path }) => path)) };
}

/** Whether a finding is about one of some files, or about none. */
function concerns({ at, related }: Diagnostic, paths: ReadonlySet<string>): boolean {
  return !at || [at, ...related.map((note) => note.at)].some(({ file }) => paths.has(file));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
