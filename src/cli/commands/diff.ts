import { buildReport } from '../../compare/render/build.js';
import { type DiffFormat, renderReport, shownFlows } from '../../compare/render/formats.js';
import { isConcerned, warnOfCut, warnOfEmptySides } from '../../compare/render/layout-summary.js';
import type { Topic } from '../../compare/render/report.js';
import type { Both } from '../../traffic/side.js';
import { compare } from '../../compare/compare.js';
import { parseUpgrade } from './upgrade.js';
import { printNote, printRendered, printMessage } from '../print.js';
import { boundFindings } from '../../diagnostics/collect.js';
import { rebase } from '../../diagnostics/rebase.js';
import type { Findings, Report } from '../../model/diagnostic.js';
import { MAX_FINDINGS, printErrors } from './diagnostics.js';
import { type DiffInput, type DiffInputOptions, followsFiles, readSides } from './diff-input.js';
import type { InputMemory } from './reader.js';
import { isSameDiff } from './same-input.js';
import { type ComparedSides, renderComparison, writePage } from './report-page.js';
import { type Progress, showProgress } from './progress.js';
import { type Memo, createMemo } from '../../model/memo.js';
import { shareFileTasks, sharedMemory } from './shared-memory.js';
import { explainTopics, parseTopics } from './topics.js';

export interface DiffOptions extends DiffInputOptions {
  readonly format: DiffFormat;
  /** A file for the comparison as a page. */
  readonly report?: string;
  /** Topics that count for the exit code, separated by commas; by default all. */
  readonly failOn?: string;
  /** `FROM..TO`: compare the input as a cluster means it before and after an upgrade. */
  readonly upgradeOf?: string;
  /** Stay, and compare again whenever a side changes. */
  readonly watch?: boolean;
}

/**
 * `weir diff`: compiles two revisions or folders and prints what changes for packets, then what changes in the artefacts.
 * Exit code 0 when nothing does, 2 when something does (with `failOn`: something of these topics), 1 when a side has
 * errors, which go to standard error.
 */
export async function diffCommand({ upgradeOf, ...rest }: DiffOptions): Promise<number> {
  const upgrade = upgradeOf === undefined ? undefined : parseUpgrade(upgradeOf);
  if (typeof upgrade === 'string') {
    printMessage(upgrade);
    return 1;
  }
  if (upgrade && rest.head !== undefined) {
    printMessage('--upgrade compares one input: name one revision or folder at most');
    return 1;
  }
  const options = { ...rest, upgrade };
  const topics = parseTopics(options.failOn);
  if (!topics) {
    printMessage(explainTopics());
    return 1;
  }
  if (options.watch === true) {
    if (!followsFiles(options)) {
      printMessage('--watch requires files, two revisions do not change');
      return 1;
    }
    const { follow } = await import('./follow.js');
    const read = (memory: InputMemory): Promise<DiffInput> => readSides({ ...options, memory });
    const answer = (sides: DiffInput, { memo }: InputMemory, progress: Progress): void =>
      void conclude(compareRead(sides, progress, memo, flowsOf(options)), options, topics);
    return follow({ read, isSame: isSameDiff, answer, inputs: 2 });
  }
  return conclude(await compareSides(options, flowsOf(options)), options, topics);
}

/** How many flows of a group are asked for: the page has all of them. */
function flowsOf({ format, report }: DiffOptions): number {
  return report === undefined ? shownFlows(format) : Infinity;
}

/** Prints a comparison. Gives the exit code. */
function conclude(compared: ComparedSides | undefined, options: DiffOptions, topics: readonly Topic[]): number {
  if (!compared) return 1;
  const { report } = compared;
  if (options.report !== undefined && !writePage(options.report, renderComparison(compared))) return 1;
  printRendered(renderReport(report, options.format));
  return isConcerned(report, topics) ? 2 : 0;
}

/**
 * The comparison, with `mostFlows` flows of each group in its report; undefined, with the errors of both sides on standard
 * error, where a side has any.
 */
export async function compareSides(
  options: DiffInputOptions,
  mostFlows = Infinity,
): Promise<ComparedSides | undefined> {
  const progress = showProgress();
  const shared = sharedMemory()?.memo;
  // Both sides share all work.
  return compareRead(await readSides(options), progress, shared && shareFileTasks(shared, createMemo()), mostFlows);
}

/** The same of sides that have been read. */
function compareRead(
  read: DiffInput,
  progress: Progress,
  memo: Memo | undefined,
  mostFlows: number,
): ComparedSides | undefined {
  if (!read.inputs) {
    reportErrors(read.reports, read);
    return undefined;
  }
  warnOfBorrowed(read);
  const { before, after } = read.inputs;
  const result = compare(
    {
      before: { ...before, maxFindings: MAX_FINDINGS, progress: progress.phase },
      after: { ...after, maxFindings: MAX_FINDINGS, progress: progress.phase },
    },
    memo,
    read.upgrade,
  );
  progress.done();
  if ('errors' in result) {
    printErrorsOfSides(result.errors, read);
    return undefined;
  }
  const report = buildReport(result.comparison, result.sides, read, mostFlows);
  for (const warning of [...warnOfEmptySides(report), ...warnOfCut(report)]) printMessage(warning);
  const { titles, folders } = read;
  return { report, sides: result.sides, titles, folders };
}

/** Says so where a base from before Weir is read with the head's weir.yaml. */
export function warnOfBorrowed({ isBorrowed, titles: { before, after } }: DiffInput): void {
  if (isBorrowed) printMessage(`${before} has no weir.yaml, using that of ${after}`);
}

/** Prints the errors among what is reported of each side. */
export function reportErrors({ before, after }: Both<readonly Report[]>, input: DiffInput): void {
  const errorsAmong = (reports: readonly Report[]): Findings =>
    boundFindings(
      reports.filter(({ severity }) => severity === 'error'),
      MAX_FINDINGS,
    );
  printErrorsOfSides({ before: errorsAmong(before), after: errorsAmong(after) }, input);
}

/** Says which side has which errors. */
function printErrorsOfSides(errors: Both<Findings>, { titles, folders }: DiffInput): void {
  for (const side of ['before', 'after'] as const) {
    const { diagnostics, omitted } = errors[side];
    if (diagnostics.length === 0) continue;
    printMessage(`${titles[side] || 'the base'} cannot be compiled`);
    printNote('');
    printErrors({ diagnostics: rebase(diagnostics, folders[side]), omitted });
  }
}
