import { posix } from 'node:path';
import type { Finding, Report } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { INDEX, isIndexPath } from '../output-index/artefact-path.js';
import { parseIndexPaths } from '../output-index/parse-index.js';
import { MAX_INDEX_BYTES, MAX_LIST_BYTES } from '../rendered/previous.js';
import { decode } from './decode.js';
import { ATTRIBUTES_FILE, checkCommit, mayChangeFiles } from './git-attributes.js';
import { type Blob, readBlobs } from './git-blobs.js';
import { runGit } from './git-command.js';
import { type Repository, failure, openRepository } from './git-repository.js';
import { messages } from './messages.js';
import { NO_OWN_OUTPUT, type OwnOutput, createOwnOutput } from './own-output.js';
import { type Pattern, pathBelow, pathFits, showPath } from './pattern.js';
import { type FileSelection, parseSelection } from './selection.js';
import { DEFAULT_LIMITS, type FindText, type SourceOptions, type SourceResult, sortByPath } from './source.js';

/** One file of a commit. `path` is its absolute path after a checkout. */
interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly path: string;
}

/** The files of a commit, and the working tree that they belong to. */
export interface Commit {
  /** Absolute path that globs are relative to. */
  readonly root: string;
  /** Absolute path of the working tree. */
  readonly top: string;
  /** Object name in hex. */
  readonly name: string;
  readonly entries: readonly TreeEntry[];
}

/** File modes of git trees. */
const SYMLINK = '120000';
const SUBMODULE = '160000';

/**
 * Reads the files that the globs select from an open commit, like `readFolder` from the disk. Neither reads nor changes the
 * working tree and the index.
 *
 * Reports symbolic links and submodules, which are not followed, and globs that leave the repository.
 */
export async function readCommit(commit: Commit, options: SourceOptions): Promise<SourceResult> {
  const selection = parseSelection(commit.root, options);
  const reports: Report[] = [...selection.reports];
  const patterns = selection.patterns.filter((pattern) => {
    if (pathBelow(commit.top, pattern.base) !== undefined) return true;
    reports.push({ ...messages.outsideRepository(pattern.text), location: { path: '' } });
    return false;
  });
  const limits = options.limits ?? DEFAULT_LIMITS;
  const ownOutput = options.withoutOwnOutput ? await readOwnOutput(commit) : NO_OWN_OUTPUT;
  if ('code' in ownOutput) return { files: [], reports: [...reports, ownOutput] };
  const { selected, matched } = select(commit, { ...selection, patterns }, ownOutput, reports);
  reports.push(...ownOutput.reports());
  if (selected.length > limits.files) {
    return { files: [], reports: [...reports, { ...messages.tooManyFiles(limits.files), location: { path: '' } }] };
  }
  const paths = selected.map(({ path }) => path);
  if (await hasChangingAttributes(commit)) reports.push(...checkCommit(commit, commit.name, paths));
  const { unmatched } = options;
  for (const pattern of unmatched ? patterns : []) {
    if (unmatched && !matched.has(pattern)) {
      reports.push({ ...messages.noMatch(pattern.text, unmatched), location: { path: '' } });
    }
  }
  return readEntries(commit.root, selected, limits, options.findText ?? (() => undefined), reports);
}

/**
 * Opens a commit of the repository of a folder, for any number of reads. Returns a report if there is no such commit.
 */
export async function openCommit(root: string, revision: string): Promise<Commit | Report> {
  const named = await nameCommit(root, revision);
  if ('code' in named) return named;
  return readTree({ root: named.folder, top: named.top, name: named.commit });
}

/** Opens a commit of the repository and folder of an open one, by its object name in hex. */
export async function openNamedCommit({ root, top }: Commit, name: string): Promise<Commit | Report> {
  return readTree({ root, top, name });
}

async function readTree(commit: Omit<Commit, 'entries'>): Promise<Commit | Report> {
  const { top, name } = commit;
  const tree = await runGit(top, ['ls-tree', '-r', '-z', '--full-tree', name]);
  if (tree.status !== 0) return { ...failure(tree), location: { path: '' } };
  return { ...commit, entries: parseTree(tree.stdout, top) };
}

/** Returns the current commit (hex name) of a revision and its repository, or a report. */
export async function nameCommit(
  root: string,
  revision: string,
): Promise<(Repository & { readonly commit: string }) | Report> {
  const location = { path: '' };
  // Git allows no name that starts with a dash or contains a control character.
  if (!/^[^-\p{Cc}][^\p{Cc}]*$/u.test(revision)) return { ...messages.badRevision(revision), location };
  const repository = await openRepository(root);
  if ('code' in repository) return repository;
  const commit = await findCommit(repository.top, revision);
  return typeof commit === 'string' ? { ...repository, commit } : { ...commit, location };
}

/**
 * Returns the name of a commit, or a finding if the revision names none. A revision can name a tree, a range, or be
 * ambiguous.
 */
async function findCommit(top: string, revision: string): Promise<string | Finding> {
  const words = ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`];
  const { status, stdout, stderr } = await runGit(top, words);
  // A range prints two names, or one with a caret.
  const name = status === 0 ? /^([0-9a-f]{40,64})\n?$/.exec(stdout)?.[1] : undefined;
  if (name === undefined) return messages.badRevision(revision);
  // Git prefers a tag to a branch, and prints a warning. A full digest always names the commit, even if a branch has
  // that name.
  const isAmbiguous = stderr.includes('is ambiguous') && !/^[0-9a-f]{40,64}$/.test(revision);
  return isAmbiguous ? messages.ambiguousRevision(revision) : name;
}

/** Parses `git ls-tree -z`: a sequence of `<mode> <type> <name>`, a tab, the path and NUL. */
function parseTree(tree: string, top: string): TreeEntry[] {
  return tree.split('\0').flatMap((line) => {
    const tab = line.indexOf('\t');
    const [mode, , name] = line.slice(0, tab).split(' ');
    return tab < 0 || mode === undefined || name === undefined
      ? []
      : [{ mode, name, path: posix.join(top, line.slice(tab + 1)) }];
  });
}

/**
 * Returns true if a `.gitattributes` file of the commit may change files at checkout. Returns true also if one cannot
 * be read.
 */
async function hasChangingAttributes({ root, entries }: Commit): Promise<boolean> {
  const names = entries.filter(({ path }) => posix.basename(path) === ATTRIBUTES_FILE).map(({ name }) => name);
  const found: boolean[] = [];
  const complaint = await readBlobs(root, names, MAX_INDEX_BYTES, (_index, blob) => {
    found.push(typeof blob === 'string' || mayChangeFiles(Buffer.from(blob).toString()));
    return true;
  });
  return found.includes(true) || complaint !== undefined;
}

/** Reads the indexes of the commit, which list the files that Weir wrote. */
async function readOwnOutput({ root, entries }: Commit): Promise<OwnOutput | Report> {
  const isFile = ({ mode }: TreeEntry): boolean => mode !== SYMLINK && mode !== SUBMODULE;
  const isRoot = (path: string): boolean => posix.basename(path) === INDEX;
  const isBelow = (path: string): boolean => isIndexPath(path.split('/').slice(-2).join('/'));
  const indexes = entries.filter((entry) => (isRoot(entry.path) || isBelow(entry.path)) && isFile(entry));
  const texts = new Map<string, string>();
  const take = (index: number, blob: Blob): boolean => {
    const path = indexes[index]?.path ?? '';
    // A missing or too large blob is not an index. If it is selected, reading it reports that.
    if (typeof blob === 'object' && (isRoot(path) || blob.length <= MAX_LIST_BYTES)) {
      texts.set(path, Buffer.from(blob).toString());
    }
    return true;
  };
  const names = indexes.map(({ name }) => name);
  const complaint = await readBlobs(root, names, MAX_INDEX_BYTES, take);
  if (complaint !== undefined) return { ...failure({ stderr: complaint }), location: { path: '' } };
  return createOwnOutput(root, (folder) => new Set(parseIndexPaths((path) => texts.get(posix.join(folder, path)))));
}

function select(commit: Commit, { patterns, excludes }: FileSelection, { isOwn }: OwnOutput, reports: Report[]) {
  const literals = new Map(patterns.filter((pattern) => pattern.literal).map((pattern) => [pattern.base, pattern]));
  const globs = patterns.filter((pattern) => !pattern.literal);
  const matched = new Set<Pattern>();
  const selected: TreeEntry[] = [];
  for (const entry of commit.entries) {
    if (entry.mode === SUBMODULE) {
      if (patterns.some((pattern) => reaches(pattern, entry.path)) && !excludes(entry.path)) {
        const path = showPath(commit.root, entry.path);
        reports.push({ ...messages.submoduleSkipped(path), location: { path } });
      }
      continue;
    }
    const candidates = [...globs, ...literalsAbove(literals, entry.path)];
    const found = candidates.filter((pattern) => matches(pattern, entry.path));
    if (found.length === 0 || excludes(entry.path)) continue;
    const hits = found.filter((pattern) => !isOwn(entry.path, pattern));
    if (hits.length === 0) continue;
    const location = { path: showPath(commit.root, entry.path) };
    for (const pattern of hits) matched.add(pattern);
    if (entry.mode === SYMLINK) reports.push({ ...messages.symlinkSkipped(location.path), location });
    else if (!pathFits(location.path)) reports.push({ ...messages.pathTooLong(location.path), location });
    else if (location.path.includes('\ufffd')) reports.push({ ...messages.badName(location.path), location });
    else selected.push(entry);
  }
  return { selected, matched };
}

/** Returns true if a pattern could match files below a folder, if the folder existed. */
function reaches({ base, depth, enters }: Pattern, folder: string): boolean {
  if (pathBelow(folder, base) !== undefined) return true;
  const names = pathBelow(base, folder)?.split('/');
  return names !== undefined && names.length <= depth && names.every(enters);
}

/** Returns the literal patterns that name a path or a folder above it. */
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
  // Too long to be matched. The caller reports the path.
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
    const location = { path };
    if (blob === 'missing') reports.push({ ...messages.unreadable(path, 'the commit lacks its content'), location });
    else if (blob === 'too large') reports.push({ ...messages.fileTooLarge(path, limits.fileBytes), location });
    else {
      left -= blob.length;
      const decoded = decode(path, blob);
      if ('file' in decoded) files.push(decoded.file);
      else reports.push(decoded.report);
    }
    return left >= 0;
  };
  const complaint = await readBlobs(root, names, limits.fileBytes, take);
  if (complaint !== undefined) {
    return { files: [], reports: [...reports, { ...failure({ stderr: complaint }), location: { path: '' } }] };
  }
  if (left >= 0) return { files: sortByPath(files), reports };
  return { files: [], reports: [...reports, { ...messages.inputTooLarge(limits.totalBytes), location: { path: '' } }] };
}
