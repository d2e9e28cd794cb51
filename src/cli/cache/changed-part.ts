import type { SourceFile } from '../../model/manifest.js';
import { type LocalObjects, isNamespace, namespaceOfTitle } from './local-objects.js';
import { type CachedFile, areFew } from './cached-files.js';

/** The files that determine the output of changed namespace-local objects (see `Kind`). */
export interface ChangedPart {
  /** Files that have changed, with the objects that were in them. */
  readonly changed: LocalObjects;
  /** All files, without those that contain only other namespaces and namespace-local objects in these. */
  readonly files: readonly SourceFile[];
}

/**
 * Finds these files from the cache entries of all files. Returns undefined if other files have changed, or if there are
 * too many.
 */
export function findPart(
  files: readonly SourceFile[],
  known: readonly CachedFile[],
  texts: readonly string[],
): ChangedPart | undefined {
  const changed = new Map<SourceFile, readonly string[]>();
  for (const [index, file] of files.entries()) {
    const one = known[index];
    if (one && one.text !== texts[index]) changed.set(file, one.local);
  }
  const all = [...changed.values()];
  if (all.length === 0 || all.some((local) => local.length === 0 || local.some(isNamespace))) return undefined;
  const namespaces = new Set(all.flat().map(namespaceOfTitle));
  const part = files.filter((_, index) => {
    const local = known[index]?.local ?? [];
    return local.length === 0 || local.some((title) => namespaces.has(namespaceOfTitle(title)));
  });
  return areFew(part, files) ? { changed, files: part } : undefined;
}
