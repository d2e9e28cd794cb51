import { interpret, compiledStateOf } from '../../../compile/compile.js';
import { prepare } from '../../../compile/prepare.js';
import { evaluate } from '../../../expectations/evaluate.js';
import { parseExpectations } from '../../../expectations/parse.js';
import { renderExpectations } from '../../../expectations/render.js';
import { type Suggestion, suggestExpectations } from '../../../expectations/suggest.js';
import { type ExpectationContext, createWorld } from '../../../expectations/world.js';
import { checkConfiguration } from '../../../schema/configuration.js';
import { suggestObserved } from '../../../observed/suggest-observed.js';
import { plural } from '../../../std/plural.js';
import { printMessage, printRendered } from '../../process/print.js';
import type { InputOptions } from '../../run/input.js';
import { type FlowsOptions, collectFlows, printIgnored } from '../observed/collect-flows.js';
import { readValid } from '../../run/prepared.js';

/**
 * Runs `weir expect --suggest`: prints a file of expectations that currently hold, a few for each namespace. Returns
 * exit code 0, or 1 for errors in the input, which go to standard error. With observed flows, the expectations describe
 * these.
 */
export async function suggestCommand(options: InputOptions & FlowsOptions): Promise<number> {
  const world = await readValid({ ...options, allowEmpty: true }, (input, report) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    return createWorld(compiledStateOf(prepared, intents));
  });
  if (!world) return 1;
  const suggested =
    options.flows === undefined ? keepTrue(suggestExpectations(world), world) : await suggestFlows(options, world);
  if (!suggested) return 1;
  printRendered(renderExpectations(suggested));
  return 0;
}

/**
 * Returns expectations for observed flows that hold. Prints the number of flows without one. Returns undefined if flows
 * cannot be read.
 */
async function suggestFlows(options: FlowsOptions, world: ExpectationContext): Promise<Suggestion[] | undefined> {
  const collected = await collectFlows(options, world);
  if (!collected) return undefined;
  printIgnored(collected);
  const suggested = suggestObserved(collected.observed);
  const kept = new Set(
    keepTrue(
      suggested.map(({ suggestion }) => suggestion),
      world,
    ),
  );
  const described = new Set(suggested.flatMap(({ suggestion, flows }) => (kept.has(suggestion) ? flows : [])));
  const others = collected.observed.flows.length - described.size;
  if (others > 0) printMessage(`no expectation that holds describes ${plural(others, 'observed flow')}`);
  return [...kept];
}

/** Returns the suggestions that are valid expectations and hold. */
function keepTrue(suggestions: readonly Suggestion[], world: ExpectationContext): Suggestion[] {
  return suggestions.filter((suggestion) => {
    const file = { path: '', text: renderExpectations([suggestion]) };
    const parsed = parseExpectations([file], checkConfiguration, () => undefined);
    return parsed.length === 1 && parsed.every((one) => evaluate(one, world).length === 0);
  });
}
