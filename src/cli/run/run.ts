import { type Compilation, compile } from '../../compile/compile.js';
import type { CompileInput, Prepared } from '../../compile/compile-input.js';
import { boundFindings } from '../../diagnostics/collect.js';
import { applySeverityOverrides } from '../../diagnostics/severity-overrides.js';
import { order } from '../../diagnostics/order.js';
import { rebase } from '../../diagnostics/rebase.js';
import type { StoreArtefact } from '../../model/artefact.js';
import type { Findings, Report, Reporter } from '../../model/diagnostic.js';
import type { Purpose } from '../../model/purpose.js';
import type { Assumed } from '../../compile/assume.js';
import { printMessage } from '../process/print.js';
import { describeAssumed } from './assumed.js';
import { messages } from '../../sources/messages.js';
import { MAX_FINDINGS } from './diagnostics.js';
import { type ReadInput, type InputOptions, readInput } from './input.js';
import { type ProgressReporter, showProgress } from './progress.js';
import type { InputMemory } from './reader.js';
import { sharedMemory } from './shared-memory.js';
import { pathFromHere } from '../process/folder.js';

/**
 * A finished run. `compilation` and its input are unset if the input could not be read or the configuration has errors.
 */
export interface Run {
  readonly root: string;
  /** Path from the current folder to the root. */
  readonly folder: string;
  /** If true, the input is a complete working tree. */
  readonly isWhole: boolean;
  readonly input?: CompileInput;
  readonly compilation?: Compilation;
  readonly findings: Findings;
}

export interface RunOptions extends InputOptions {
  /** Maximum number of findings to print. 0 means all. */
  readonly maxFindings?: number;
  /** Called with the prepared objects. */
  readonly inspect?: (prepared: Prepared) => void;
  /** Called with each finding that an ignore comment suppresses. */
  readonly seeIgnored?: Reporter;
  /** Receives large artefacts as they are created. */
  readonly store?: StoreArtefact | undefined;
}

/**
 * Reads and compiles the input for a purpose. After an error in reading, compiles nothing, because the input is
 * incomplete. If a tool of a source is missing, the other input is still checked.
 */
export async function run(options: RunOptions, purpose: Purpose = 'artefacts'): Promise<Run> {
  const progress = showProgress();
  const { memory = sharedMemory() } = options;
  return compileInput(await readInput({ ...options, memory }), { ...options, memory }, purpose, progress);
}

/** Compiles the input that was read. */
export function compileInput(read: ReadInput, options: RunOptions, purpose: Purpose, progress: ProgressReporter): Run {
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

/** Returns the input of the compiler, or undefined after an error. */
export function toCompileInput(read: ReadInput, memory?: Pick<InputMemory, 'engine'>): CompileInput | undefined {
  return read.reports.some(isError) ? undefined : buildInput(read, memory);
}

const isError = ({ severity }: Report): boolean => severity === 'error';

/**
 * Returns true if an error ends the run. A missing tool does not: only its sources are missing, and the error prevents
 * the use of the result.
 */
const endsRun = (report: Report): boolean => isError(report) && report.code !== messages.toolMissing.definition.code;

function buildInput(read: ReadInput, memory?: Pick<InputMemory, 'engine'>): CompileInput | undefined {
  const { configuration, configurationFile, files, expectations, lock, isPart } = read;
  if (!configuration) return undefined;
  const engine = memory ? { engine: memory.engine } : {};
  return { configuration, configurationFile, files, expectations, lock, isPart, ...engine };
}

/** Returns findings with paths relative to the current folder. `fromHere` is the path from there to the root. */
export function showFindings({ diagnostics, omitted, ignoredFindings }: Findings, fromHere: string): Findings {
  return {
    diagnostics: order(rebase(diagnostics, fromHere)),
    omitted,
    ...(ignoredFindings === undefined ? {} : { ignoredFindings }),
  };
}
