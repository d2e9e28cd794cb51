import { interpret, compiledStateOf, prepare } from '../../../compile/compile.js';
import { evaluate } from '../../../expectations/evaluate.js';
import { parseExpectations } from '../../../expectations/parse.js';
import { renderExpectations } from '../../../expectations/render.js';
import { type Suggestion, suggestExpectations } from '../../../expectations/suggest.js';
import { type ExpectationContext, createWorld } from '../../../expectations/world.js';
import { checkConfiguration } from '../../../schema/configuration.js';
import { printRendered } from '../../print.js';
import type { InputOptions } from '../input.js';
import { readValid } from '../prepared.js';

/**
 * Runs `weir expect --suggest`: prints a file of expectations that currently hold, a few for each namespace. Returns
 * exit code 0, or 1 for errors in the input, which go to standard error.
 */
export async function suggestCommand(options: InputOptions): Promise<number> {
  const text = await readValid({ ...options, allowEmpty: true }, (input, report) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    const world = createWorld(compiledStateOf(prepared, intents));
    return renderExpectations(keepTrue(suggestExpectations(world), world));
  });
  if (text === undefined) return 1;
  printRendered(text);
  return 0;
}

/** Returns the suggestions that are valid expectations and hold. */
function keepTrue(suggestions: readonly Suggestion[], world: ExpectationContext): Suggestion[] {
  return suggestions.filter((suggestion) => {
    const file = { path: '', text: renderExpectations([suggestion]) };
    const parsed = parseExpectations([file], checkConfiguration, () => undefined);
    return parsed.length === 1 && parsed.every((one) => evaluate(one, world).length === 0);
  });
}
