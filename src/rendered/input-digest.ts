import { createHash } from 'node:crypto';
import type { SourceFile } from '../model/manifest.js';
import { type Memo, noMemo } from '../model/memo.js';
import { memoizeWeak } from '../std/memoize.js';
import { shortDigest } from '../std/split-by-digest.js';
import { documentsIn } from '../yaml/documents.js';

/** With more changed files than this all are gathered anew. */
const MAX_CHANGES = 200;

/**
 * One SHA-256 over all documents of the inputs, whatever their order and files: the digest of the sorted digests of the
 * documents' texts without their markers and surrounding blanks. `digestsOf` gives those of a file, always the same ones with
 * a memo.
 */
export function digestInputs(
  files: readonly SourceFile[],
  memo: Memo = noMemo,
  digestsOf: DigestsOf = digestDocuments,
): string {
  return memo('digests of all documents', undefined, [], gatherDigests)(files, digestsOf);
}

type DigestFiles = (files: readonly SourceFile[], digestsOf: DigestsOf) => string;

/** Digests one list of files after the other: of the next one only those that are in the place of others are looked at. */
function gatherDigests(): DigestFiles {
  let last: readonly SourceFile[] = [];
  /** By their first digits. */
  let groups = new Map<string, string[]>();
  /** The texts of sorted groups. */
  const texts = new Map<string, string>();
  return (files, digestsOf) => {
    const places = changedPlaces(last, files);
    if (!places) {
      groups = new Map();
      texts.clear();
      for (const file of files) for (const digest of digestsOf(file)) groupOf(digest)[1].push(digest);
    }
    for (const place of places ?? []) {
      for (const digest of digestsIn(last, place)) {
        const [start, group] = groupOf(digest);
        group.splice(group.indexOf(digest), 1);
        texts.delete(start);
      }
      for (const digest of digestsIn(files, place)) {
        const [start, group] = groupOf(digest);
        group.push(digest);
        texts.delete(start);
      }
    }
    last = files;
    return digestTexts();

    function digestsIn(list: readonly SourceFile[], place: number): readonly string[] {
      const file = list[place];
      return file ? digestsOf(file) : [];
    }
  };

  function groupOf(digest: string): readonly [start: string, group: string[]] {
    const start = digest.slice(0, 2);
    let group = groups.get(start);
    if (!group) groups.set(start, (group = []));
    return [start, group];
  }

  function digestTexts(): string {
    const hash = createHash('sha256');
    let separator = '';
    for (const start of [...groups.keys()].sort()) {
      const group = groups.get(start) ?? [];
      if (group.length === 0) continue;
      const text = texts.get(start) ?? group.sort().join('\n');
      texts.set(start, text);
      hash.update(separator + text);
      separator = '\n';
    }
    return hash.digest('hex');
  }
}

/** Where two lists differ; undefined if that is in many places, or they are not as long. */
function changedPlaces(before: readonly unknown[], after: readonly unknown[]): readonly number[] | undefined {
  if (before.length !== after.length) return undefined;
  const places: number[] = [];
  for (let place = 0; place < after.length; place++) {
    if (before[place] === after[place]) continue;
    if (places.push(place) > MAX_CHANGES) return undefined;
  }
  return places;
}

/** The digests of the documents of a file, in their order. */
export type DigestsOf = (file: SourceFile) => readonly string[];

/** The same, from its text. */
export const digestDocuments: DigestsOf = memoizeWeak((file: SourceFile) => {
  const { text } = file;
  return documentsIn(file).map(({ start, end }) =>
    shortDigest(text.slice(text.startsWith('---', start) ? start + 3 : start, end).trim()),
  );
});
