import { dirname, resolve } from 'node:path';
import { plural } from '../../../std/plural.js';
import { boundFindings } from '../../../diagnostics/collect.js';
import type { Report } from '../../../model/diagnostic.js';
import { type Revision, listRevisions } from '../../../sources/git-log.js';
import type { TraceQuery } from '../../../trace/query/ask.js';
import { printJson, printLines, printMessage } from '../../process/print.js';
import { MAX_FINDINGS, printErrors } from '../../run/diagnostics.js';
import type { InputOptions, ReadInput } from '../../run/input.js';
import { type RevisionAnswer, createRevisionReader } from './answer.js';
import { type RevisionChange, bisectChanges, listChanges } from './search.js';

export interface LogOptions extends InputOptions, TraceQuery {
  /** The oldest revision. */
  readonly since?: string;
  /** Maximum commits, the newest ones. */
  readonly maxCount?: number;
  /** If true, looks at each revision. */
  readonly all?: boolean;
  readonly format: string;
}

/** The result for a packet query. */
interface PathHistory {
  readonly revisions: readonly Revision[];
  /** Number of revisions that were compiled. */
  readonly compiled: number;
  readonly newest: RevisionAnswer;
  readonly changes: readonly RevisionChange<RevisionAnswer>[];
}

/**
 * Runs `weir log FROM TO PORT`: prints the commits that opened, closed or moved a path, the newest first. Returns exit
 * code 0, or 1 outside of a git repository, for unknown revisions and an invalid query.
 */
export async function logCommand(options: LogOptions): Promise<number> {
  const { from, to, transport, labels, since, maxCount, all = false, format, rev = 'HEAD', ...input } = options;
  const reader = createRevisionReader(input, { from, to, transport, labels });
  const newest = await reader.read(rev);
  const listed = hasErrors(newest)
    ? newest.reports
    : await listRevisions(newest.root, { newest: rev, since, most: maxCount, paths: pathsOf(newest) });
  if (!isListed(listed)) {
    printErrors(boundFindings('code' in listed ? [listed] : listed.filter(isError), MAX_FINDINGS));
    return 1;
  }
  if (listed.length === 0) {
    printMessage(`no commit of ${since === undefined ? rev : `${since}..${rev}`} changes the folder`);
    return 1;
  }
  const answers = new Map<number, RevisionAnswer>();
  const answerAt = async (index: number): Promise<RevisionAnswer> => {
    const answer = answers.get(index) ?? (await reader.answerAt(listed[index]?.commit ?? rev));
    answers.set(index, answer);
    return answer;
  };
  const last = await answerAt(listed.length - 1);
  if (last.state === 'none' && !all) {
    printMessage(`${rev}: ${last.texts.join()}`);
    return 1;
  }
  const changes = await (all ? listChanges : bisectChanges)(listed.length, answerAt);
  const history = { revisions: listed, compiled: answers.size, newest: last, changes: [...changes].reverse() };
  if (format === 'json') printJson(dataOf({ from, to, transport }, history));
  else printLines(linesOf({ from, to, transport }, history, all));
  return 0;
}

function isError({ severity }: Report): boolean {
  return severity === 'error';
}

function hasErrors({ reports }: ReadInput): boolean {
  return reports.some(isError);
}

function isListed(listed: readonly Revision[] | readonly Report[] | Report): listed is readonly Revision[] {
  return Array.isArray(listed) && !listed.some((one: Revision | Report) => 'code' in one);
}

/** Returns the folder, and the folders of files that are read outside of it. */
function pathsOf({ root, files, expectations }: ReadInput): readonly string[] {
  const outside = [...files, ...expectations].filter(({ path }) => path.startsWith('..'));
  return [...new Set([root, ...outside.map(({ path }) => resolve(root, dirname(path)))])];
}

function queryText({ from, to, transport }: TraceQuery): string {
  return `${from} → ${to}${transport === undefined ? '' : ` ${transport}`}`;
}

function linesOf(query: TraceQuery, { revisions, compiled, newest, changes }: PathHistory, all: boolean): string[] {
  const commits = plural(revisions.length, 'revision');
  const same = all ? `the same in all of ${commits}` : `the same in the oldest and the newest of ${commits}`;
  return [
    `${queryText(query)}: ${newest.texts.join('; ')}`,
    ...(changes.length === 0 ? [`  ${same}`] : []),
    ...changes.flatMap((change) => ['', ...linesOfChange(change, revisions)]),
    '',
    `compiled ${compiled} of ${commits}${all || compiled === revisions.length ? '' : ', --all compiles each'}`,
  ];
}

function linesOfChange(change: RevisionChange<RevisionAnswer>, revisions: readonly Revision[]): string[] {
  const { commit = '', date = '', author = '', subject = '' } = revisions[change.at] ?? {};
  return [
    `${nameChange(change)} by ${commit.slice(0, SHORT)}, ${date.slice(0, DAY)}, ${author}: ${subject}`,
    ...change.before.texts.map((text) => `  before: ${text}`),
    ...change.after.texts.map((text) => `  after:  ${text}`),
  ];
}

/** Characters of a commit name, and of a date without its time. */
const SHORT = 12;
const DAY = 10;

function nameChange({ before, after }: RevisionChange<RevisionAnswer>): 'opened' | 'closed' | 'moved' {
  if (before.state !== 'open' && after.state === 'open') return 'opened';
  return before.state === 'open' && after.state !== 'open' ? 'closed' : 'moved';
}

function dataOf(query: TraceQuery, { revisions, compiled, newest, changes }: PathHistory): object {
  const answerData = ({ state, texts }: RevisionAnswer): object => ({ state, outcomes: texts });
  return {
    ...query,
    revisions: revisions.length,
    compiled,
    newest: answerData(newest),
    changes: changes.map((change) => ({
      change: nameChange(change),
      ...revisions[change.at],
      before: answerData(change.before),
      after: answerData(change.after),
    })),
  };
}
