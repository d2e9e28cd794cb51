import { createHash } from 'node:crypto';
import type { SourceFile } from '../model/manifest.js';
import type { Engine } from '../engine/engine.js';
import type { Query } from '../engine/query.js';
import { memoizeWeak } from '../std/memoize.js';
import { shortDigest } from '../std/split-by-digest.js';
import { documentsIn } from '../yaml/documents.js';

/** Maximum changed files for an incremental update. */
const MAX_CHANGES = 200;

/**
 * Returns one SHA-256 of all documents of the inputs, independent of their order and files. It is the digest of the
 * sorted digests of the documents, without markers and surrounding blanks.
 *
 * `digestsOf` returns the digests of a file. With an engine, it must return the same ones for a file
 * in every call.
 */
export function digestInputs(
  files: readonly SourceFile[],
  engine?: Engine,
  digestsOf: DigestsOf = digestDocuments,
): string {
  const digest = engine ? engine.ask(lastingDigest, undefined, () => undefined) : gatherDigests();
  return digest(files, digestsOf);
}

type DigestFiles = (files: readonly SourceFile[], digestsOf: DigestsOf) => string;

const lastingDigest: Query<undefined, DigestFiles> = { name: 'digests of all documents', run: gatherDigests };

/** Creates a function that digests successive lists of files. For the next list, only replaced files are digested. */
function gatherDigests(): DigestFiles {
  let last: readonly SourceFile[] = [];
  /** Digests by their first two digits. */
  let groups = new Map<string, string[]>();
  /** Texts of sorted groups, each digest with a line end before it. Bytes, because a hash would copy text each time. */
  const texts = new Map<string, Buffer>();
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
    let isFirst = true;
    for (const start of [...groups.keys()].sort()) {
      const group = groups.get(start) ?? [];
      if (group.length === 0) continue;
      const text = texts.get(start) ?? Buffer.from(`\n${group.sort().join('\n')}`);
      texts.set(start, text);
      hash.update(isFirst ? text.subarray(1) : text);
      isFirst = false;
    }
    return hash.digest('hex');
  }
}

/** Returns the indexes at which two lists differ. Returns undefined if there are too many, or if the lengths differ. */
function changedPlaces(before: readonly unknown[], after: readonly unknown[]): readonly number[] | undefined {
  if (before.length !== after.length) return undefined;
  const places: number[] = [];
  for (let place = 0; place < after.length; place++) {
    if (before[place] === after[place]) continue;
    if (places.push(place) > MAX_CHANGES) return undefined;
  }
  return places;
}

/** Returns the digests of the documents of a file, in order. */
export type DigestsOf = (file: SourceFile) => readonly string[];

/** Returns the digests of the documents of a file, computed from its text. */
export const digestDocuments: DigestsOf = memoizeWeak((file: SourceFile) => {
  const { text } = file;
  return documentsIn(file).map(({ start, end }) =>
    shortDigest(text.slice(text.startsWith('---', start) ? start + 3 : start, end).trim()),
  );
});
