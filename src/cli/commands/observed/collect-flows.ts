import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import { FLOW_FORMATS, type FlowFormat } from '../../../observed/flow-format.js';
import { type ObservedFlows, createFlowCollector } from '../../../observed/observe.js';
import { type RejectedEntry, readFlowPieces } from '../../../observed/read-flow-pieces.js';
import { STDIN_PATH } from '../../../sources/collect.js';
import { listNames } from '../../../std/list-text.js';
import { plural } from '../../../std/plural.js';
import { printMessage } from '../../process/print.js';
import { describeFlowsError, openFlows } from './open-flows.js';

/** Options of a command that reads observed flows. */
export interface FlowsOptions {
  /** Files, or `-` for standard input. If unset or empty, there are no observed flows. */
  readonly flows?: readonly string[];
  /** If unset, the format of each file is detected. */
  readonly flowsFormat?: FlowFormat;
}

/** Observed flows of all files, and their invalid entries. */
export interface CollectedFlows {
  readonly observed: ObservedFlows;
  /** The first invalid entries of each file. */
  readonly rejected: readonly (RejectedEntry & { readonly path: string })[];
  readonly rejectedCount: number;
}

/**
 * Reads observed flows and maps them to the workloads of a cluster. Prints a message and returns undefined if a file
 * cannot be read or has an unknown format.
 */
export async function collectFlows(
  { flows = [], flowsFormat }: FlowsOptions,
  context: { readonly cluster: Cluster; readonly configuration: Configuration },
  groupOf?: (pod: Pod) => string,
): Promise<CollectedFlows | undefined> {
  const collector = createFlowCollector(context, groupOf);
  const rejected: (RejectedEntry & { readonly path: string })[] = [];
  let rejectedCount = 0;
  for (const path of flows) {
    const name = path === '-' ? STDIN_PATH : path;
    try {
      const outcome = await readFlowPieces(await openFlows(path), flowsFormat, collector);
      if (outcome.isEmpty) {
        printMessage(`no flows in '${name}': the file is empty`);
        return undefined;
      }
      if (outcome.format === undefined) {
        printMessage(`unknown format of flows in '${name}': set --flows-format to ${FLOW_FORMATS.join(', ')}`);
        return undefined;
      }
      rejected.push(...outcome.rejected.map((entry) => ({ ...entry, path: name })));
      rejectedCount += outcome.rejectedCount;
    } catch (thrown) {
      printMessage(`cannot read flows from '${name}': ${describeFlowsError(thrown)}`);
      return undefined;
    }
  }
  return { observed: collector.finish(), rejected, rejectedCount };
}

/** Prints which entries, addresses and records of observed flows are ignored. */
export function printIgnored(collected: CollectedFlows): void {
  printRejected(collected);
  const { unmapped, omitted } = collected.observed;
  const texts = unmapped.map(({ address, count }) => `${address} (${plural(count, 'record')})`);
  if (texts.length > 0)
    printMessage(`no object of the inventory has these addresses of the cluster: ${listNames(texts)}`);
  if (omitted > 0) printMessage(`ignored ${plural(omitted, 'record')}, because there are too many different flows`);
}

/** Prints the first invalid entries, and the number of all others. */
export function printRejected({ rejected, rejectedCount }: CollectedFlows): void {
  for (const { path, line, reason } of rejected) printMessage(`${path}:${line}: ignored an invalid flow: ${reason}`);
  const others = rejectedCount - rejected.length;
  if (others > 0) printMessage(`ignored ${others} more invalid flows`);
}
