import { interpret, prepare } from '../../../compile/compile.js';
import { listExposed } from '../../../requests/exposed.js';
import { printJson, printLines } from '../../print.js';
import type { InputOptions } from '../input.js';
import { readSound } from '../prepared.js';
import { exposedData, exposedLines } from './render-exposed.js';

export interface ListExposedOptions extends InputOptions {
  readonly format: string;
}

/**
 * `weir list exposed`: every scheme, host and path that is reachable from outside through ingress controllers. Exit code 0, or
 * 1 for errors in the input, which go to standard error.
 */
export async function listExposedCommand({ format, ...options }: ListExposedOptions): Promise<number> {
  const urls = await readSound({ ...options, allowEmpty: true }, (input, report) => {
    const { intents } = interpret(
      prepare(input, report, () => undefined),
      input,
    );
    const exposed = intents.filter((intent) => intent.effect === 'expose');
    return listExposed(exposed, input.configuration.ingressControllers);
  });
  if (!urls) return 1;
  if (format === 'json') printJson(exposedData(urls));
  else printLines(exposedLines(urls, format));
  return 0;
}
