import { interpret } from '../../../compile/compile.js';
import { prepare } from '../../../compile/prepare.js';
import { listExposed } from '../../../requests/exposed.js';
import { printJson, printLines, printMessage } from '../../process/print.js';
import type { InputOptions } from '../../run/input.js';
import { readValid } from '../../run/prepared.js';
import { exposedData, exposedLines } from './render-exposed.js';

/** Message for an input without ingress controllers. */
export const NO_CONTROLLERS =
  'no ingress controller in weir.yaml (ingressControllers) or the inventory (IngressController)';

export interface ListExposedOptions extends InputOptions {
  readonly format: string;
}

/**
 * Runs `weir list exposed`: prints every scheme, host and path that is reachable from outside through ingress
 * controllers. Returns exit code 0, or 1 for errors in the input, which go to standard error.
 */
export async function listExposedCommand({ format, ...options }: ListExposedOptions): Promise<number> {
  const found = await readValid({ ...options, allowEmpty: true }, (input, report) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    const { ingressControllers } = prepared.context.cluster;
    const exposed = intents.filter((intent) => intent.effect === 'expose');
    return { urls: listExposed(exposed, ingressControllers), isServed: ingressControllers.length > 0 };
  });
  if (!found) return 1;
  const { urls, isServed } = found;
  if (urls.length === 0) {
    printMessage(isServed ? 'no URL is reachable from outside' : NO_CONTROLLERS);
  }
  if (format === 'json') printJson(exposedData(urls));
  else printLines(exposedLines(urls, format));
  return 0;
}
