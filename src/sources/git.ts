import { realpathSync } from 'node:fs';
import { posix } from 'node:path';
import type { SimpleGit } from 'simple-git';
import type { Report } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { decode } from './decode.js';
import { readBlobs } from './git-blobs.js';
import { messages } from './messages.js';
import { type Pattern, pathBelow, pathFits } from './pattern.js';
import { type Selection, parseSelection } from './selection.js';
import { DEFAULT_LIMITS, type FindText, type SourceOptions, type SourceResult, sortByPath } from './source.js';
import { describeSystemError } from './system-error.js';
import { showPath } from './walk.js';

/** One file of a commit; `path` is where it would be checked out. */
interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly path: string;
}

interface Commit {
  /** Absolute path that globs are relative to. */
  readonly root: string;
  /** Absolute path of the work tree. */
  readonly top: string;
  readonly entries: readonly TreeEntry[];
}

/** File modes of git's trees. */
const SYMLINK = '120000';
const SUBMODULE = '160000';

/**
 * Reads the files that the globs select as they are in a commit, as `readFolder` does from the disk. `root` is the
 * repository, or a folder in it; work tree and index are neither looked at nor touched. Symbolic links and submodules
 * are not followed, which is reported. Reports a revision that names no commit, and globs that leave the repository.
 */
export async function readRevision(root: string, revision: string, options: SourceOptions): Promise<SourceResult> {
  const commit = await listCommit(root, revision);
  if ('code' in commit) return { files: [], reports: [commit] };
  const selection = parseSelection(commit.root, options);
  const reports: Report[] = [...selection.reports];
  const patterns = selection.patterns.filter((pattern) => {
    if (pathBelow(commit.top, pattern.base) !== undefined) return true;
    reports.push({ ...messages.outsideRepository(pattern.text), target: { path: '' } });
    return false;
  });
  const limits = options.limits ?? DEFAULT_LIMITS;
  const { selected, matched } = select(commit, { ...selection, patterns }, reports);
  if (selected.length > limits.files) {
    return { files: [], reports: [...reports, { ...messages.tooManyFiles(limits.files), target: { path: '' } }] };
  }
  for (const pattern of options.explicit ? patterns : []) {
    if (!matched.has(pattern)) reports.push({ ...messages.noMatch(pattern.text), target: { path: '' } });
  }
  return readEntries(commit.root, selected, limits, options.findText ?? (() => undefined), reports);
}

async function listCommit(root: string, revision: string): Promise<Commit | Report> {
  const target = { path: '' };
  // Git allows no name that starts with a dash or holds a control character.
  if (!/^[^-\p{Cc}][^\p{Cc}]*$/u.test(revision)) return { ...messages.badRevision(revision), target };
  // Loaded here because only comparisons with a revision need it, and every start of Weir would pay.
  const { GitError, simpleGit } = await import('simple-git');
  try {
    const realRoot = realpathSync(root);
    const git = simpleGit({ baseDir: realRoot });
    const prefix = (await git.raw(['rev-parse', '--show-prefix'])).replace(/\n$/, '');
    const name = await findCommit(git, revision);
    if (name === undefined) return { ...messages.badRevision(revision), target };
    const tree = await git.raw(['ls-tree', '-r', '-z', '--full-tree', name]);
    const top = posix.resolve(realRoot, posix.relative(`/${prefix}`, '/'));
    return { root: realRoot, top, entries: parseTree(tree, top) };
  } catch (thrown) {
    if (thrown instanceof GitError) return { ...messages.gitFailed(firstLine(thrown.message)), target };
    return { ...messages.unreadable(root, describeSystemError(thrown)), target };
  }
}

/**
 * The name of a commit; undefined where the revision names none. Git fails for that of a tree, in words of the user's
 * language; that it answers at all has been seen before.
 */
async function findCommit(git: SimpleGit, revision: string): Promise<string | undefined> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const found = await git.raw(words).catch(() => '');
  // A range prints two names, or one with a caret.
  return /^([0-9a-f]{40,64})\n?$/.exec(found)?.[1];
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}

/** `<mode> <type> <name>`, a tab, the path, NUL; again and again. */
function parseTree(tree: string, top: string): TreeEntry[] {
  return tree.split('\0').flatMap((line) => {
    const tab = line.indexOf('\t');
    const [mode, , name] = line.slice(0, tab).split(' ');
    return tab < 0 || mode === undefined || name === undefined
      ? []
      : [{ mode, name, path: posix.join(top, line.slice(tab + 1)) }];
  });
}

function select(commit: Commit, { patterns, excludes }: Selection, reports: Report[]) {
  const literals = new Map(patterns.filter((pattern) => pattern.literal).map((pattern) => [pattern.base, pattern]));
  const globs = patterns.filter((pattern) => !pattern.literal);
  const matched = new Set<Pattern>();
  const selected: TreeEntry[] = [];
  for (const entry of commit.entries) {
    if (entry.mode === SUBMODULE) {
      if (patterns.some((pattern) => reaches(pattern, entry.path)) && !excludes(entry.path)) {
        const path = showPath(commit.root, entry.path);
        reports.push({ ...messages.submoduleSkipped(path), target: { path } });
      }
      continue;
    }
    const candidates = [...globs, ...literalsAbove(literals, entry.path)];
    const hits = candidates.filter((pattern) => matches(pattern, entry.path));
    if (hits.length === 0 || excludes(entry.path)) continue;
    const target = { path: showPath(commit.root, entry.path) };
    for (const pattern of hits) matched.add(pattern);
    if (entry.mode === SYMLINK) reports.push({ ...messages.symlinkSkipped(target.path), target });
    else if (!pathFits(target.path)) reports.push({ ...messages.pathTooLong(target.path), target });
    else if (target.path.includes('\ufffd')) reports.push({ ...messages.badName(target.path), target });
    else selected.push(entry);
  }
  return { selected, matched };
}

/** Whether a pattern would find files below a folder, were it there. */
function reaches({ base, depth, enters }: Pattern, folder: string): boolean {
  if (pathBelow(folder, base) !== undefined) return true;
  const names = pathBelow(base, folder)?.split('/');
  return names !== undefined && names.length <= depth && names.every(enters);
}

/** The literal patterns that name a path, or a folder above it. */
function literalsAbove(literals: ReadonlyMap<string, Pattern>, path: string): Pattern[] {
  const found: Pattern[] = [];
  if (literals.size === 0) return found;
  for (let folder = path; ; folder = posix.dirname(folder)) {
    const pattern = literals.get(folder);
    if (pattern) found.push(pattern);
    if (folder === '/' || folder === '.') return found;
  }
}

function matches(pattern: Pattern, path: string): boolean {
  const below = pathBelow(pattern.base, path);
  if (below === undefined) return false;
  // Too long to be tried: whoever reads the commit learns of it.
  return pathFits(below) ? pattern.matches(below) : pattern.depth === Infinity;
}

async function readEntries(
  root: string,
  selected: readonly TreeEntry[],
  limits: NonNullable<SourceOptions['limits']>,
  findText: FindText,
  reports: Report[],
): Promise<SourceResult> {
  const files: SourceFile[] = [];
  let left = limits.totalBytes;
  const sorted = sortByPath(selected).filter(({ name, path }) => {
    const text = findText(name);
    if (text === undefined) return true;
    left -= Buffer.byteLength(text);
    files.push({ path: showPath(root, path), text });
    return false;
  });
  const names = sorted.map((entry) => entry.name);
  const take = (index: number, blob: Uint8Array | 'missing' | 'too large') => {
    const path = showPath(root, sorted[index]?.path ?? '');
    const target = { path };
    if (blob === 'missing') reports.push({ ...messages.unreadable(path, 'the commit lacks its content'), target });
    else if (blob === 'too large') reports.push({ ...messages.fileTooLarge(path, limits.fileBytes), target });
    else {
      left -= blob.length;
      const decoded = decode(path, blob);
      if ('file' in decoded) files.push(decoded.file);
      else reports.push(decoded.report);
    }
    return left >= 0;
  };
  const failure = await readBlobs(root, names, limits.fileBytes, take);
  if (failure !== undefined) {
    return { files: [], reports: [...reports, { ...messages.gitFailed(firstLine(failure)), target: { path: '' } }] };
  }
  if (left >= 0) return { files: sortByPath(files), reports };
  return { files: [], reports: [...reports, { ...messages.inputTooLarge(limits.totalBytes), target: { path: '' } }] };
}
