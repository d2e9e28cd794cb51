import type { Report } from '../model/diagnostic.js';
import { nameCommit } from './git.js';
import { runGit } from './git-command.js';
import { failure } from './git-repository.js';
import { pathBelow } from './pattern.js';

/** A commit that changes some paths, with its author. */
export interface Revision {
  /** Object name in hex. */
  readonly commit: string;
  readonly author: string;
  /** Date of the author or committer, ISO 8601. */
  readonly date: string;
  /** First line of the message. */
  readonly subject: string;
}

/** The commits to list. */
export interface RevisionRange {
  /** The newest revision. */
  readonly newest: string;
  /** If set, the list starts with this revision, and continues with its descendants. */
  readonly since?: string | undefined;
  /** Maximum commits, the newest ones. */
  readonly most?: number | undefined;
  /** Absolute paths whose changes count. Those outside of the repository are skipped. */
  readonly paths: readonly string[];
}

/** Formats of `git rev-list` for the dates of a commit. */
const DATES = { author: '%aI', committer: '%cI' } as const;

/**
 * Lists the commits of a first-parent history that change a path, the oldest first. Merges count if they change it for
 * their first parent. Returns a report if the folder is in no repository, or a revision names no commit.
 */
export async function listRevisions(
  folder: string,
  { newest, since, most, paths }: RevisionRange,
): Promise<readonly Revision[] | Report> {
  const tip = await nameCommit(folder, newest);
  if ('code' in tip) return tip;
  const start = since === undefined ? undefined : await nameCommit(folder, since);
  if (start && 'code' in start) return start;
  const { top } = tip;
  const below = paths.flatMap((path) => pathBelow(top, path) ?? []).map((path) => `:(top,literal)${path}`);
  const range = [tip.commit, ...(start ? [`^${start.commit}`] : [])];
  const count = most === undefined ? [] : [`--max-count=${most}`];
  const listed = await readCommits(top, [...count, '--first-parent', ...range, '--', ...below]);
  if ('code' in listed || !start) return listed;
  const first = await readCommits(top, ['--max-count=1', start.commit]);
  return 'code' in first ? first : [...first, ...listed];
}

/**
 * Returns the commits that arguments of `git rev-list` select, the oldest first. Unlike `git log`, it follows no setting
 * of the repository about formats and signatures. Their dates are those of the author, or of the committer.
 */
export async function readCommits(
  top: string,
  words: readonly string[],
  date: keyof typeof DATES = 'author',
): Promise<readonly Revision[] | Report> {
  const format = `--format=%H%x1f%an%x1f${DATES[date]}%x1f%s`;
  const found = await runGit(top, ['rev-list', '--encoding=UTF-8', format, ...words]);
  if (found.status !== 0) return { ...failure(found), location: { path: '' } };
  return found.stdout
    .split('\n')
    .flatMap((line): Revision[] => {
      const [commit = '', author, date, subject] = line.split('\x1f');
      return author === undefined || date === undefined || subject === undefined
        ? []
        : [{ commit, author, date, subject }];
    })
    .reverse();
}
