import { type Compilation, type CompileInput, type Prepared, compile } from '../../compile/compile.js';
import { boundFindings } from '../../diagnostics/collect.js';
import { applySeverityOverrides } from '../../diagnostics/severity-overrides.js';
import { order } from '../../diagnostics/order.js';
import { rebase } from '../../diagnostics/rebase.js';
import type { StoreArtefact } from '../../model/artefact.js';
import type { Findings, Report, Reporter } from '../../model/diagnostic.js';
import type { Purpose } from '../../model/purpose.js';
import type { Assumed } from '../../compile/assume.js';
import { printMessage } from '../print.js';
import { describeAssumed } from './assumed.js';
import { messages } from '../../sources/messages.js';
import { MAX_FINDINGS } from './diagnostics.js';
import { type Input, type InputOptions, readInput } from './input.js';
import { type Progress, showProgress } from './progress.js';
import type { InputMemory } from './reader.js';
import { sharedMemory } from './shared-memory.js';
import { pathFromHere } from '../folder.js';

/** A finished run: `compilation` and its input are absent when the input could not be read or the configuration has errors. */
export interface Run {
  readonly root: string;
  /** From where the command runs to the root. */
  readonly folder: string;
  /** Whether the input is all of a work tree. */
  readonly isWhole: boolean;
  readonly input?: CompileInput;
  readonly compilation?: Compilation;
  readonly findings: Findings;
}

export interface RunOptions extends InputOptions {
  /** How many findings are shown; 0 for all. */
  readonly maxFindings?: number;
  /** Is called with the objects that were read. */
  readonly inspect?: (prepared: Prepared) => void;
  /** Is called with each finding that is ignored, because somebody said so. */
  readonly seeIgnored?: Reporter;
  /** Where large artefacts go as they are made. */
  readonly store?: StoreArtefact | undefined;
}

/**
 * Reads the input and compiles it, as far as `purpose` asks. After an error while reading, nothing is compiled: half of the input
 * must not count as all of it. Without the tool that renders a source, the findings of all else are reported beside the error.
 */
export async function run(options: RunOptions, purpose: Purpose = 'artefacts'): Promise<Run> {
  const progress = showProgress();
  const { memory = sharedMemory() } = options;
  return compileInput(await readInput({ ...options, memory }), { ...options, memory }, purpose, progress);
}

/** Compiles what was read. */
export function compileInput(read: Input, options: RunOptions, purpose: Purpose, progress: Progress): Run {
  const { maxFindings = MAX_FINDINGS, inspect = () => undefined, seeIgnored, memory, store } = options;
  const { root, configuration, isWhole, reports } = read;
  const fromHere = pathFromHere(root);
  const input = reports.some(endsRun) ? undefined : buildInput(read, memory);
  if (!input) {
    progress.done();
    return {
      root,
      folder: fromHere,
      isWhole,
      findings: showFindings(
        boundFindings(reports, maxFindings, configuration && applySeverityOverrides(configuration.findings)),
        fromHere,
      ),
    };
  }
  const assumed: Assumed[] = [];
  const seeAssumed = (one: Assumed): void => void assumed.push(one);
  const watchers = { inspect, seeAssumed, ...(seeIgnored ? { seeIgnored } : {}), progress: progress.phase };
  const compilation = compile({ ...input, reports, maxFindings, purpose, store, ...watchers });
  progress.done();
  assumed.flatMap(describeAssumed).forEach(printMessage);
  return { root, folder: fromHere, isWhole, input, compilation, findings: showFindings(compilation, fromHere) };
}

/** What is to be compiled of what was read; undefined after an error. */
export function toCompileInput(read: Input, memory?: Pick<InputMemory, 'memo'>): CompileInput | undefined {
  return read.reports.some(isError) ? undefined : buildInput(read, memory);
}

const isError = ({ severity }: Report): boolean => severity === 'error';

/** A missing tool does not: what it renders is missing as a whole, and the error keeps the result from being used. */
const endsRun = (report: Report): boolean => isError(report) && report.code !== messages.toolMissing.definition.code;

function buildInput(read: Input, memory?: Pick<InputMemory, 'memo'>): CompileInput | undefined {
  const { configuration, configurationFile, files, expectations, lock, isPart } = read;
  if (!configuration) return undefined;
  const memo = memory ? { memo: memory.memo } : {};
  return { configuration, configurationFile, files, expectations, lock, isPart, ...memo };
}

/** Findings with their paths as they are from where the command runs; `fromHere` leads from there to the root. */
export function showFindings({ diagnostics, omitted, ignoredFindings }: Findings, fromHere: string): Findings {
  return {
    diagnostics: order(rebase(diagnostics, fromHere)),
    omitted,
    ...(ignoredFindings === undefined ? {} : { ignoredFindings }),
  };
}
