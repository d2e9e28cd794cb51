import { compiledStateOf } from '../../../compile/compile.js';
import type { Prepared } from '../../../compile/compile-input.js';
import { locateCauses } from '../../../diagnostics/locate-causes.js';
import { locateReports } from '../../../diagnostics/place.js';
import { matchesGlob } from '../../../expectations/match-glob.js';
import { createWorld } from '../../../expectations/world.js';
import type { Intent } from '../../../model/intent.js';
import { createFlowDecider } from '../../../observed/decide-flow.js';
import { formatTime } from '../../../observed/format-time.js';
import { countRuleUse } from '../../../observed/rule-use.js';
import { createFindUse, listWrittenRules } from '../../../report/rules.js';
import { printJson, printLines, printMessage, printRendered } from '../../process/print.js';
import type { InputOptions } from '../../run/input.js';
import { type FlowsOptions, collectFlows, printIgnored } from '../observed/collect-flows.js';
import { runInspected } from '../../run/run-inspected.js';
import { ruleCSV, ruleTable } from './render-rules.js';
import { type ListedRule, type ObservedRules, listRules } from './rule-data.js';

export interface ListRulesOptions extends InputOptions, FlowsOptions {
  /** Globs of the namespaces of the objects. If empty, all, and cluster-wide objects. */
  readonly namespaces: readonly string[];
  /** If true, lists only rules that no observed flow uses. */
  readonly unused: boolean;
  readonly format: string;
}

/**
 * Runs `weir list rules`: prints the rules that filter or mark packets, their effect, and with observed flows their use.
 * Returns exit code 0, or 1 for errors in the input or flows that cannot be read.
 */
export async function listRulesCommand({ namespaces, unused, format, ...options }: ListRulesOptions): Promise<number> {
  if (unused && options.flows === undefined) {
    printMessage('--unused requires --flows');
    return 1;
  }
  const done = await runInspected(options);
  if (!done) return 1;
  const { prepared, compilation, findings, ignored, folder } = done;
  const observed = await observeRules(options, prepared, compilation.intents);
  if (observed === 'unreadable') return 1;
  const lists = listWrittenRules(compilation.intents).filter(
    ({ cause: { namespace } }) => namespaces.length === 0 || namespaces.some((glob) => matchesGlob(glob, namespace)),
  );
  const positions = locateCauses(
    lists.flatMap(({ rules }) => rules.map(({ cause }) => cause)),
    folder,
  );
  const findUse = createFindUse([...findings.diagnostics, ...locateReports(ignored)]);
  const rules = listRules(lists, (cause) => positions.get(cause), findUse, observed);
  print(
    rules.filter((one) => !unused || one.observed?.count === 0),
    observed,
    format,
  );
  return 0;
}

/** Reads observed flows, and counts the use of rules. Returns undefined without flows. */
async function observeRules(
  options: FlowsOptions,
  prepared: Prepared,
  intents: readonly Intent[],
): Promise<ObservedRules | 'unreadable' | undefined> {
  if (options.flows === undefined) return undefined;
  const world = createWorld(compiledStateOf(prepared, intents));
  const decider = createFlowDecider(world);
  const collected = await collectFlows(
    options,
    world,
    (pod) => `${decider.classOf(pod) ?? ''} ${decider.marksOf(pod)}`,
  );
  if (!collected) return 'unreadable';
  printIgnored(collected);
  return { flows: collected.observed, find: countRuleUse(collected.observed, decider) };
}

function print(rules: readonly ListedRule[], observed: ObservedRules | undefined, format: string): void {
  if (rules.length === 0) printMessage(observed ? 'observed flows use every rule' : 'no rules in the resources');
  if (format === 'csv') printRendered(ruleCSV(rules));
  else if (format === 'json') printJson({ rules, ...(observed ? { observed: periodOf(observed) } : {}) });
  else printLines(ruleTable(rules));
}

function periodOf({ flows: { flows, records, first, last } }: ObservedRules) {
  return {
    ...{ flows: flows.length, records },
    ...(Number.isNaN(first) ? {} : { first: formatTime(first) }),
    ...(Number.isNaN(last) ? {} : { last: formatTime(last) }),
  };
}
