import { addObservedFlows } from '../../../compare/render/observed.js';
import { compareObservedFlows, createChangeGroups } from '../../../observed/compare-flows.js';
import { createFlowDecider } from '../../../observed/decide-flow.js';
import type { ComparedSides } from '../report-page.js';
import { type FlowsOptions, collectFlows, printRejected } from './collect-flows.js';

/**
 * Adds the changes of observed flows to a comparison. Returns undefined if flows cannot be read, and prints the reason.
 * Without flows, returns the comparison itself.
 */
export async function addObserved(compared: ComparedSides, options: FlowsOptions): Promise<ComparedSides | undefined> {
  if (options.flows === undefined || options.flows.length === 0) return compared;
  const { sides, folders, report } = compared;
  const deciders = {
    before: createFlowDecider(sides.before.world()),
    after: createFlowDecider(sides.after.world()),
  };
  const collected = await collectFlows(options, sides.after, createChangeGroups(deciders));
  if (!collected) return undefined;
  printRejected(collected);
  const { observed, rejectedCount: rejected } = collected;
  const flows = { observed, compared: compareObservedFlows(deciders, observed), rejected };
  return { ...compared, report: addObservedFlows(report, flows, folders) };
}
