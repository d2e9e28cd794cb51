import type { Messages } from '../kinds/kind.js';
import type { Finding } from '../model/diagnostic.js';

function error(fact: string, message: string, help: string): Finding {
  return { code: `source/${fact}`, severity: 'error', message, help };
}

function warning(fact: string, message: string, help: string): Finding {
  return { code: `source/${fact}`, severity: 'warning', message, help };
}

/** A number of bytes in the largest unit that divides it: `128 MiB`. */
function formatBytes(bytes: number): string {
  const units: readonly (readonly [number, string])[] = [
    [2 ** 30, 'GiB'],
    [2 ** 20, 'MiB'],
    [2 ** 10, 'KiB'],
  ];
  const unit = units.find(([size]) => bytes >= size && bytes % size === 0);
  return unit ? `${bytes / unit[0]} ${unit[1]}` : `${bytes} bytes`;
}

/** What can be wrong with finding and reading the input. */
export const messages = {
  unreadable: (path: string, reason: string) =>
    error('unreadable', `cannot read '${path}': ${reason}`, 'check that it exists and that its permissions allow it'),
  notAFile: (path: string) =>
    error('not-a-file', `'${path}' is not a regular file`, 'name a file, a folder or a glob; use - for standard input'),
  notUtf8: (path: string, byte: number, offset: number) =>
    error(
      'not-utf8',
      `'${path}' is not UTF-8: byte 0x${byte.toString(16).padStart(2, '0')} at offset ${offset}`,
      'save the file as UTF-8, or leave it out with a narrower glob',
    ),
  emptyStream: () =>
    error(
      'empty-stream',
      'nothing came in on standard input',
      'check the command before the pipe: an empty stream is never taken for "delete everything"',
    ),
  fileTooLarge: (path: string, limit: number) =>
    error('file-too-large', `'${path}' is larger than ${formatBytes(limit)}`, 'split it into smaller files'),
  inputTooLarge: (limit: number) =>
    error('input-too-large', `the input is larger than ${formatBytes(limit)}`, 'use narrower globs, or several runs'),
  tooManyFiles: (limit: number) =>
    error('too-many-files', `the globs match more than ${limit} files`, 'use narrower globs, or several runs'),
  pathTooLong: (path: string) =>
    error(
      'path-too-long',
      `'${path.slice(0, 80)}…' is more than 100 folders deep, or has a name that is too long`,
      'move the files up, or leave them out with a narrower glob',
    ),
  badName: (path: string) =>
    error('bad-name', `the name of '${path}' is not UTF-8`, 'rename the file, or leave it out with a narrower glob'),
  badPattern: (pattern: string, reason: string) =>
    error('bad-pattern', `'${pattern.slice(0, 80)}' is not a glob that Weir takes: ${reason}`, globHelp),
  tooManyPatterns: (limit: number) =>
    error('too-many-patterns', `there are more than ${limit} globs`, 'name folders, or join globs with {a,b}'),
  noMatch: (pattern: string, severity: 'error' | 'warning') => ({
    ...error(
      'no-match',
      `'${pattern}' matches no file`,
      'check the spelling; globs are relative to the folder of weir.yaml',
    ),
    severity,
  }),
  symlink: (path: string) =>
    error(
      'symlink',
      `'${path}' is a symbolic link to a file outside the folder`,
      'replace the link by the file, or name the folder that it points to',
    ),
  symlinkSkipped: (path: string) =>
    warning(
      'symlink-skipped',
      `'${path}' is a symbolic link, which is not followed here`,
      'name what it points to instead',
    ),
  submoduleSkipped: (path: string) =>
    warning(
      'submodule-skipped',
      `'${path}' is a submodule: a revision does not hold its files`,
      'compare checked out folders instead, or leave the submodule out of the globs in weir.yaml',
    ),
  lfsPointer: (path: string) =>
    error(
      'lfs-pointer',
      `'${path}' is a pointer of Git LFS: its content is not here`,
      'run `git lfs pull`, and keep what Weir compares between revisions out of LFS: they hold the pointers alone',
    ),
  badRevision: (revision: string) =>
    error(
      'bad-revision',
      `'${revision}' is not a commit of the repository`,
      'name a commit, branch or tag that is fetched',
    ),
  ambiguousRevision: (revision: string) =>
    error(
      'ambiguous-revision',
      `'${revision}' names more than one branch or tag`,
      'write the whole name, for example refs/remotes/origin/main, or the digest of the commit',
    ),
  folderRevision: (name: string) =>
    error(
      'folder-for-revision',
      `'${name}' is not a commit of the repository, but a folder`,
      `write ./${name} to compare with the folder; a name without ./ or / in front is a revision`,
    ),
  folderLink: (path: string) =>
    error(
      'folder-link',
      `a symbolic link of the repository leads to '${path}': another revision has something else there`,
      'name the folder that the link leads to',
    ),
  nestedRepository: (path: string) =>
    error(
      'nested-repository',
      `'${path}' is a git repository inside of this one`,
      'run weir in that folder if you mean its own revisions and trust its configuration',
    ),
  partialClone: () =>
    error(
      'partial-clone',
      'the git repository is a partial clone: git would fetch what is missing, by commands that the repository chooses',
      'clone it without --filter (actions/checkout: without `filter` and `sparse-checkout`)',
    ),
  foreignRepository: (reason: string) =>
    error(
      'foreign-repository',
      `git failed: ${reason}`,
      'if you trust the repository: git config --global --add safe.directory <its path>; variables GIT_* are not passed on',
    ),
  linkInRevision: (path: string) =>
    error(
      'link-in-revision',
      `'${path}' is a symbolic link, which is not followed in a revision`,
      'replace the link by the file',
    ),
  gitFailed: (reason: string) => error('git-failed', `git failed: ${reason}`, 'run it inside a git repository'),
  outsideRepository: (pattern: string) =>
    error(
      'outside-repository',
      `'${pattern}' leaves the git repository`,
      'a revision only holds files of its repository',
    ),
} satisfies Messages;

const globHelp = 'use * ? ** [abc] {a,b} and paths with /, for example manifests/**/*.yaml';
