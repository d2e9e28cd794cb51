import type { SourceFile } from '../../model/manifest.js';
import { digestDocuments } from '../../rendered/input-digest.js';
import { asObject, isText } from '../../std/json.js';
import { isAmendable } from '../incremental/changed-objects.js';
import type { LocalObjects } from '../incremental/local-objects.js';
import type { Run } from '../commands/run.js';
import type { InputCache, InputDigests, Slot } from './input-cache.js';
import type { RunScope } from './cached-run.js';

/** A file of an input as later runs know it. */
export interface CachedFile {
  /** Digest of its text. */
  readonly text: string;
  /** Digests of its documents. */
  readonly documents: readonly string[];
  /** Its objects, sorted, where it holds nothing but namespaces and objects that are local (see `Kind`); else none. */
  readonly local: readonly string[];
}

/** The last run on the same files, whatever their texts. */
export interface KnownFiles {
  /** Tells of the input of that run. */
  readonly input: string;
  readonly files: readonly CachedFile[];
}

/** The place for the files of the last run on the same paths, with the same configuration. */
export function fileSlot({ slot, digests }: InputCache, { purpose, maxFindings }: RunScope): Slot<KnownFiles> {
  return slot({ of: 'files', purpose, maxFindings }, isKnownFiles, digests.frame);
}

/** Whoever can make the seal of an entry is this user, with this program: its shape is that which was kept. */
function isKnownFiles(value: unknown): value is KnownFiles {
  const { input, files } = asObject(value) ?? {};
  return isText(input) && Array.isArray(files);
}

/** Compiling more than such a part of the characters of an input, which may be in vain, gains too little. */
const MAX = 1 / 4;

/** Whether some files of an input are so few that compiling them alone is worth a try. */
export function areFew(some: readonly SourceFile[], files: readonly SourceFile[]): boolean {
  return sizeOf(some) <= sizeOf(files) * MAX;
}

function sizeOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * What is kept of the files of a run. Undefined where a change of a local object may change more than what is its own: also
 * where there are policies, which not only the files that decide about it say. Undefined too where little is local.
 */
export function summariseFiles(run: Run, local: LocalObjects, digests: InputDigests): KnownFiles | undefined {
  const { compilation, input } = run;
  if (!compilation || !input || local.size === 0 || !isAmendable(run)) return undefined;
  const { files } = input;
  const others = files.filter((file) => !local.has(file));
  if (compilation.intents.some(({ effect }) => effect === 'policy') || !areFew(others, files)) return undefined;
  return {
    input: digests.input,
    files: files.map((file, index) => ({
      text: digests.texts[index] ?? '',
      documents: digestDocuments(file),
      local: local.get(file) ?? [],
    })),
  };
}
