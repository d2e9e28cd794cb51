import { findFailure } from '../../diagnostics/verdict.js';
import type { Findings } from '../../model/diagnostic.js';
import { type CachedRun, breaksExpectation, missingOf } from '../cache/cached-run.js';
import { loadCachedRun } from '../cache/load-run.js';
import { formatGaps } from '../../ovn-kubernetes/paths.js';
import { printExplanation, printNext } from '../process/next.js';
import { isTerminal, printMessage } from '../process/print.js';
import { MAX_FINDINGS, MAX_GROUPS, printFindings, printGroups } from '../run/diagnostics.js';
import { type BaselineOptions, applyBaseline } from './baseline.js';
import type { FlowsOptions } from './observed/collect-flows.js';
import { type Run, type RunOptions, run } from '../run/run.js';

export interface CheckOptions extends RunOptions, BaselineOptions, FlowsOptions {
  /** If true, runs again when the input changes. */
  readonly watch?: boolean;
  /** If true, cached runs may be used. Default: true. */
  readonly cache?: boolean;
  readonly format: string;
  readonly strict: boolean;
}

/**
 * Runs `weir check`: prints all findings and writes nothing. Returns exit code 0, 1 for errors in the input, or 2 if an
 * expectation failed. On a terminal, equal findings form a group, the most severe come first, and `maxFindings` counts
 * groups.
 */
export async function checkCommand(given: CheckOptions): Promise<number> {
  const isGrouped = given.format === 'text' && isTerminal('stdout');
  const { maxFindings = isGrouped ? MAX_GROUPS : MAX_FINDINGS } = given;
  const print: Print = isGrouped
    ? (findings) => {
        printGroups(findings, maxFindings);
      }
    : (findings) => {
        printFindings(findings, given.format, 'stdout');
      };
  // A group needs all of its findings, so more of them are kept than there are groups.
  const options = { ...given, maxFindings: isGrouped ? atLeast(maxFindings, MAX_FINDINGS) : maxFindings };
  const concludeRun = (done: Run): number => {
    const { findings, compilation, folder } = done;
    const isBroken = compilation !== undefined && breaksExpectation(compilation);
    return conclude({ findings, isBroken, missing: missingOf(done), folder }, options, print);
  };
  if (options.baseline !== undefined || options.writeBaseline !== undefined) {
    const done = await runAnew({ ...options, maxFindings: 0 });
    const findings = done && applyBaseline(done, options);
    return findings ? concludeRun({ ...done, findings }) : 1;
  }
  if (options.flows !== undefined) {
    const done = await runAnew(options);
    return done ? concludeRun(done) : 1;
  }
  if (options.watch === true) {
    const { watchRuns } = await import('../run/follow.js');
    return watchRuns(options, 'findings', (done) => Promise.resolve(concludeRun(done)));
  }
  const { folder, known, run: finish } = await loadCachedRun(options, 'findings');
  return known ? conclude({ ...known, folder }, options, print) : concludeRun(finish());
}

/** Runs the check without the cache. Returns undefined if observed flows cannot be read, and prints the reason. */
async function runAnew(options: RunOptions & FlowsOptions): Promise<Run | undefined> {
  if (options.flows === undefined) return run(options, 'findings');
  const { runObserved } = await import('./observed/check-observed.js');
  return runObserved(options);
}

/** Returns the larger of two limits. 0 means no limit. */
function atLeast(limit: number, minimum: number): number {
  return limit === 0 ? 0 : Math.max(limit, minimum);
}

type Print = (findings: Findings) => void;

/** The printed parts of a run. */
interface Checked extends Pick<Run, 'findings' | 'folder'>, Pick<CachedRun, 'isBroken' | 'missing'> {}

/** Prints the findings of a run. Returns the exit code. */
function conclude({ findings, isBroken, missing, folder }: Checked, options: CheckOptions, print: Print): number {
  print(findings);
  if (missing.length > 0) printMessage(`the paths of some packets are unknown: ${formatGaps(missing)}`);
  // In watch mode, an empty result must also be visible.
  if (options.watch === true && findings.diagnostics.length === 0) printMessage('no findings');
  const failure = findFailure(findings, options);
  if (options.format === 'text') {
    if (failure) printExplanation(failure);
    else if (isBroken) printNext(folder, ['expect'], 'lists failed expectations');
  }
  return failure ? 1 : isBroken ? 2 : 0;
}
