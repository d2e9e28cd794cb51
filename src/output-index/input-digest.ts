import { createHash } from 'node:crypto';
import type { SourceFile } from '../model/manifest.js';
import type { Engine } from '../engine/engine.js';
import type { Query } from '../engine/query.js';
import { findChange } from '../std/find-change.js';
import { memoizeWeak } from '../std/memoize.js';
import { present } from '../std/present.js';
import { shortDigest } from '../std/split-by-digest.js';
import { documentsIn } from '../yaml/documents.js';

/** Maximum changed files for an incremental update. */
const MAX_CHANGES = 400;

/**
 * Returns one SHA-256 of all documents of the inputs, independent of their order and files. The documents are digested
 * without markers and surrounding blanks. Their sorted digests are divided by their first two digits. Each group is
 * digested, and then all groups in order, so that a changed document leads to one group. `lists`: the files in several
 * lists, because a joined one would be a copy.
 *
 * `digestsOf` returns the digests of a file. With an engine, it must return the same ones for a file
 * in every call.
 */
export function digestInputs(
  lists: readonly (readonly SourceFile[])[],
  engine?: Engine,
  digestsOf: DigestsOf = digestDocuments,
): string {
  const digest = engine ? engine.ask(lastingDigest, undefined, () => undefined) : gatherDigests();
  return digest(lists, digestsOf);
}

type DigestFiles = (lists: readonly (readonly SourceFile[])[], digestsOf: DigestsOf) => string;

const lastingDigest: Query<undefined, DigestFiles> = { name: 'digests of all documents', run: gatherDigests };

/** Creates a function that digests successive lists of files. For the next ones, only replaced files are digested. */
function gatherDigests(): DigestFiles {
  let last: readonly (readonly SourceFile[])[] = [];
  /** Digests by their first two digits. */
  let groups = new Map<string, string[]>();
  const groupDigests = new Map<string, string>();
  return (lists, digestsOf) => {
    const changes = lists.map((list, index) => findFewChanges(last[index] ?? NO_FILES, list));
    const isWhole = changes.some((change) => !change);
    if (isWhole) {
      groups = new Map();
      groupDigests.clear();
    }
    for (const { gone, added } of isWhole ? lists.map((list) => ({ gone: NO_FILES, added: list })) : present(changes)) {
      for (const digest of gone.flatMap(digestsOf)) {
        const [start, group] = groupOf(digest);
        group.splice(group.indexOf(digest), 1);
        groupDigests.delete(start);
      }
      for (const file of added) {
        for (const digest of digestsOf(file)) {
          const [start, group] = groupOf(digest);
          group.push(digest);
          groupDigests.delete(start);
        }
      }
    }
    last = lists;
    return digestGroups();
  };

  function groupOf(digest: string): readonly [start: string, group: string[]] {
    const start = digest.slice(0, 2);
    let group = groups.get(start);
    if (!group) groups.set(start, (group = []));
    return [start, group];
  }

  function digestGroups(): string {
    const hash = createHash('sha256');
    for (const start of [...groups.keys()].sort()) {
      const group = groups.get(start) ?? [];
      if (group.length === 0) continue;
      const digest = groupDigests.get(start) ?? shortDigest(group.sort().join('\n'));
      groupDigests.set(start, digest);
      hash.update(digest);
    }
    return hash.digest('hex');
  }
}

const NO_FILES: readonly SourceFile[] = [];

interface FewChanges {
  readonly gone: readonly SourceFile[];
  readonly added: readonly SourceFile[];
}

/** Returns what differs between two lists, or undefined if it is too much. */
function findFewChanges(before: readonly SourceFile[], after: readonly SourceFile[]): FewChanges | undefined {
  const { start, end, endBefore } = findChange(before, after);
  const [gone, added] = [before.slice(start, endBefore), after.slice(start, end)];
  const isReplaced = gone.length === added.length;
  const change = isReplaced
    ? {
        gone: gone.filter((file, index) => file !== added[index]),
        added: added.filter((file, index) => file !== gone[index]),
      }
    : { gone, added };
  return change.gone.length + change.added.length > MAX_CHANGES ? undefined : change;
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
