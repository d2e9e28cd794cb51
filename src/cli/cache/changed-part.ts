import type { SourceFile } from '../../model/manifest.js';
import { type LocalObjects, isNamespace, namespaceOf } from '../amend/local-objects.js';
import { type KnownFile, areFew } from './known-files.js';

/** The files that decide what becomes of changed objects that are local (see `Kind`). */
export interface Part {
  /** Files that have changed, with the objects that were in them. */
  readonly changed: LocalObjects;
  /** All files but those that hold nothing but other namespaces, and local objects there. */
  readonly files: readonly SourceFile[];
}

/** Finds them by what is known of all files; undefined where others have changed, or where they are too many. */
export function findPart(
  files: readonly SourceFile[],
  known: readonly KnownFile[],
  texts: readonly string[],
): Part | undefined {
  const knownAs = new Map(files.flatMap((file, index) => (known[index] ? [[file, known[index]]] : [])));
  const changed = new Map(
    [...knownAs].flatMap(([file, { text, local }], index) => (text === texts[index] ? [] : [[file, local] as const])),
  );
  const all = [...changed.values()];
  if (all.length === 0 || all.some((local) => local.length === 0 || local.some(isNamespace))) return undefined;
  const namespaces = new Set(all.flat().map(namespaceOf));
  const localOf = (file: SourceFile): readonly string[] => knownAs.get(file)?.local ?? [];
  const isOwn = (file: SourceFile): boolean => localOf(file).some((title) => namespaces.has(namespaceOf(title)));
  const part = files.filter((file) => localOf(file).length === 0 || isOwn(file));
  return areFew(part, files) ? { changed, files: part } : undefined;
}
