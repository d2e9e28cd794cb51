import { buildReport } from '../../compare/render/build.js';
import { type DiffFormat, renderReport, shownFlows } from '../../compare/render/formats.js';
import { hasChanges, isConcerned, warnOfCut, warnOfEmptySides } from '../../compare/render/layout-summary.js';
import type { Topic } from '../../compare/render/report.js';
import { compareInputs } from '../../compare/compare.js';
import { parseUpgrade } from '../run/upgrade.js';
import { printRendered, printMessage } from '../process/print.js';
import { MAX_FINDINGS } from '../run/diagnostics.js';
import { type DiffInput, type DiffInputOptions, followsFiles, readSides } from '../run/diff-input.js';
import type { InputMemory } from '../run/reader.js';
import { isSameDiff } from '../run/same-input.js';
import { type ComparedSides, renderComparison, writePage } from './report-page.js';
import { type ProgressReporter, showProgress } from '../run/progress.js';
import type { Engine } from '../../engine/engine.js';
import { printErrorsOfSides, reportErrors, warnOfBorrowed } from '../run/side-errors.js';
import type { FlowsOptions } from './observed/collect-flows.js';
import { sharedMemory } from '../run/shared-memory.js';
import { parseTopics } from '../run/topics.js';

export interface DiffOptions extends DiffInputOptions, FlowsOptions {
  readonly format: DiffFormat;
  /** A file for the comparison as a page. */
  readonly report?: string;
  /** Topics that affect the exit code, comma-separated. Default: all. */
  readonly failOn?: string;
  /** `workload`: compares two clusters by names and labels instead of addresses. Default: by pods and addresses. */
  readonly by?: 'workload';
  /** `FROM..TO`: compares the input before and after an upgrade of the cluster. */
  readonly upgradeOf?: string;
  /** If true, runs again when a side changes. */
  readonly watch?: boolean;
}

/**
 * Runs `weir diff`: compiles two revisions or folders, and prints changes for packets, then changes of artefacts.
 * Returns exit code 0 without changes, 2 with changes (with `failOn`: of these topics), or 1 if a side has errors.
 * Errors go to standard error.
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
  const topics = parseTopics(options.failOn, options.flows);
  if (typeof topics === 'string') {
    printMessage(topics);
    return 1;
  }
  if (options.watch === true) {
    if (!followsFiles(options)) {
      printMessage('--watch requires files, two revisions do not change');
      return 1;
    }
    const { watchInput } = await import('../run/follow.js');
    const read = (memory: InputMemory): Promise<DiffInput> => readSides({ ...options, memory });
    const answer = (sides: DiffInput, { engine }: InputMemory, progress: ProgressReporter): void =>
      void conclude(compareRead(sides, progress, engine, flowsOf(options)), options, topics);
    return watchInput({ read, isSame: isSameDiff, answer, inputs: 2 });
  }
  if (options.by === 'workload') {
    const { compareReadByWorkload } = await import('./diff-by-workload.js');
    return conclude(compareReadByWorkload(await readSides(options), flowsOf(options)), options, topics);
  }
  return conclude(await compareSides(options, flowsOf(options)), options, topics);
}

/** Returns the maximum number of flows per group. The HTML report has all flows. */
function flowsOf({ format, report }: DiffOptions): number {
  return report === undefined ? shownFlows(format) : Infinity;
}

/** Prints a comparison. Returns the exit code. */
function conclude(compared: ComparedSides | undefined, options: DiffOptions, topics: readonly Topic[]): number {
  if (!compared) return 1;
  const { report } = compared;
  if (options.report !== undefined && !writePage(options.report, renderComparison(compared))) return 1;
  printRendered(renderReport(report, options.format));
  const isOther = options.failOn === undefined && hasChanges(report);
  return isOther || isConcerned(report, topics) ? 2 : 0;
}

/**
 * Returns the comparison, with at most `mostFlows` flows per group. Returns undefined if a side has errors, and prints
 * those of both sides to standard error.
 */
export async function compareSides(
  options: DiffInputOptions & FlowsOptions,
  mostFlows = Infinity,
): Promise<ComparedSides | undefined> {
  const progress = showProgress();
  const engine = sharedMemory()?.engine;
  const compared = compareRead(await readSides(options), progress, engine, mostFlows);
  if (!compared || options.flows === undefined) return compared;
  const { addObserved } = await import('./observed/compare-observed.js');
  return addObserved(compared, options);
}

/** Compares the sides that were read. Returns undefined if a side has errors, which are printed. */
export function compareRead(
  read: DiffInput,
  progress: ProgressReporter,
  engine: Engine | undefined,
  mostFlows: number,
): ComparedSides | undefined {
  if (!read.inputs) {
    reportErrors(read.reports, read);
    return undefined;
  }
  warnOfBorrowed(read);
  const { before, after } = read.inputs;
  const result = compareInputs(
    {
      before: { ...before, maxFindings: MAX_FINDINGS, progress: progress.phase },
      after: { ...after, maxFindings: MAX_FINDINGS, progress: progress.phase },
    },
    engine,
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
