import type { SourceFile } from '../../model/manifest.js';
import { digestDocuments } from '../../output-index/input-digest.js';
import { asObject, isText } from '../../std/json.js';
import { allowsIncrementalUpdate } from './changed-objects.js';
import type { LocalObjects } from './local-objects.js';
import type { Run } from '../run/run.js';
import type { InputCache, InputDigests, Slot } from './input-cache.js';
import type { RunScope } from './cached-run.js';

/** Cache entry of a file. */
export interface CachedFile {
  /** Digest of its text. */
  readonly text: string;
  /** Digests of its documents. */
  readonly documents: readonly string[];
  /** Its sorted objects, if it contains only namespaces and namespace-local objects (see `Kind`). Otherwise empty. */
  readonly local: readonly string[];
}

/** The last run on the same files, regardless of their texts. */
export interface KnownFiles {
  /** Digest of the input of that run. */
  readonly input: string;
  readonly files: readonly CachedFile[];
}

/** Returns the slot for the files of the last run on the same paths, with the same configuration. */
export function fileSlot({ slot, digests }: InputCache, { purpose, maxFindings }: RunScope): Slot<KnownFiles> {
  return slot({ of: 'files', purpose, maxFindings }, isKnownFiles, digests.frame);
}

/**
 * Returns true if a value has the outer shape of an entry. A valid seal proves that this user wrote it with this
 * program.
 */
function isKnownFiles(value: unknown): value is KnownFiles {
  const { input, files } = asObject(value) ?? {};
  return isText(input) && Array.isArray(files);
}

/** Maximum share of the characters of an input to compile in an attempt that may fail. */
const MAX = 1 / 4;

/** Returns true if the files are a small enough part of an input to try to compile them alone. */
export function areFew(some: readonly SourceFile[], files: readonly SourceFile[]): boolean {
  return sizeOf(some) <= sizeOf(files) * MAX;
}

function sizeOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * Returns the cache entry for the files of a run. Returns undefined if a change of a namespace-local object may affect
 * others: for example, if there are policies. Also returns undefined if few objects are namespace-local.
 */
export function summariseFiles(run: Run, local: LocalObjects, digests: InputDigests): KnownFiles | undefined {
  const { compilation, input } = run;
  if (!compilation || !input || local.size === 0 || !allowsIncrementalUpdate(run)) return undefined;
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
