import { type Prepared, prepare } from '../../compile/compile.js';
import { boundFindings } from '../../diagnostics/collect.js';
import type { Report } from '../../model/diagnostic.js';
import { MAX_FINDINGS, printFindings } from './diagnostics.js';
import { type InputOptions, readInput } from './input.js';

/**
 * Reads and checks the input of a command that asks about assignments. Errors go to standard error, and then the result
 * is undefined; whatever else there is to say is for `weir check`.
 */
export async function readPrepared(options: InputOptions): Promise<Prepared | undefined> {
  const { configuration, files, lock, reports } = await readInput(options);
  const found: Report[] = [...reports];
  const isBroken = (): boolean => found.some(({ severity }) => severity === 'error');
  const nothing = (): void => undefined;
  const prepared =
    configuration && !isBroken()
      ? prepare({ configuration, files, lock }, (one) => found.push(one), nothing)
      : undefined;
  if (prepared && !isBroken()) return { ...prepared, context: { ...prepared.context, report: nothing } };
  const errors = found.filter(({ severity }) => severity === 'error');
  printFindings(boundFindings(errors, MAX_FINDINGS), 'text', 'stderr');
  return undefined;
}
