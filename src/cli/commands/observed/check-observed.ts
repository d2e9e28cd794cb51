import { relative, sep } from 'node:path';
import { compiledStateOf, interpret } from '../../../compile/compile.js';
import { prepare } from '../../../compile/prepare.js';
import { type ExpectationContext, createWorld } from '../../../expectations/world.js';
import type { Report } from '../../../model/diagnostic.js';
import { createFlowDecider } from '../../../observed/decide-flow.js';
import { findContradictions } from '../../../observed/find-contradictions.js';
import { messages } from '../../../observed/messages.js';
import { STDIN_PATH } from '../../../sources/collect.js';
import { type ReadInput, readInput } from '../../run/input.js';
import { showProgress } from '../../run/progress.js';
import { type Run, type RunOptions, compileInput, toCompileInput } from '../../run/run.js';
import { type CollectedFlows, type FlowsOptions, collectFlows } from './collect-flows.js';

/**
 * Reads and checks the input like `run`, with findings about observed flows. Returns undefined if flows cannot be read,
 * and prints the reason.
 */
export async function runObserved(options: RunOptions & FlowsOptions): Promise<Run | undefined> {
  const progress = showProgress();
  const read = await readInput(options);
  const reports = await reportObserved(read, options);
  return reports && compileInput({ ...read, reports: [...read.reports, ...reports] }, options, 'findings', progress);
}

/**
 * Returns the findings about observed flows. Returns none if the input has errors, and undefined if flows cannot be read,
 * which prints the reason.
 */
export async function reportObserved(read: ReadInput, options: FlowsOptions): Promise<Report[] | undefined> {
  const world = interpretInput(read);
  if (!world) return [];
  const decider = createFlowDecider(world);
  const collected = await collectFlows(options, world, (pod) => decider.classOf(pod) ?? '');
  if (!collected) return undefined;
  const [first = ''] = options.flows ?? [];
  // Locations are relative to the root of the input.
  const path = first === '-' ? STDIN_PATH : relative(read.root, first).split(sep).join('/');
  return [...describeFlows(collected, path, options), ...findContradictions(collected.observed, decider, path)];
}

/** Returns the state of an input, or undefined if it has errors, which the check reports. */
function interpretInput(read: ReadInput): ExpectationContext | undefined {
  const input = toCompileInput(read);
  if (!input) return undefined;
  const ignore = (): void => undefined;
  const prepared = prepare(input, ignore, ignore);
  if (prepared.hasError()) return undefined;
  const { intents } = interpret(prepared, input);
  return prepared.hasError() ? undefined : createWorld(compiledStateOf(prepared, intents));
}

/** Returns findings about entries and addresses that were not compared. */
function describeFlows(
  { observed, rejected, rejectedCount }: CollectedFlows,
  path: string,
  { flows = [] }: FlowsOptions,
): Report[] {
  const { unmapped, omitted } = observed;
  const examples = rejected.map(({ path: file, line, reason }) =>
    flows.length === 1 ? `line ${line}: ${reason}` : `${file}:${line}: ${reason}`,
  );
  const records = unmapped.reduce((sum, { count }) => sum + count, 0);
  const addresses = unmapped.map(({ address }) => address);
  const findings = [
    ...(rejectedCount > 0 ? [messages.invalidEntry(rejectedCount, examples)] : []),
    ...(unmapped.length > 0 ? [messages.unknownAddress(addresses, records)] : []),
    ...(omitted > 0 ? [messages.tooMany(omitted)] : []),
  ];
  return findings.map((finding) => ({ ...finding, location: { path } }));
}
