import type { CompileInput, Prepared } from '../../compile/compile-input.js';
import { prepare } from '../../compile/prepare.js';
import { boundFindings } from '../../diagnostics/collect.js';
import type { Report, Reporter } from '../../model/diagnostic.js';
import type { Assumed } from '../../compile/assume.js';
import { printMessage } from '../process/print.js';
import { describeAssumed } from './assumed.js';
import { MAX_FINDINGS, printErrors } from './diagnostics.js';
import { type ReadInput, type InputOptions, readInput } from './input.js';

/**
 * Reads the input of a query command, and passes it to `answer`. Errors, including those that `answer` reports, go to
 * standard error, and the result is undefined. Only `weir check` prints other findings.
 */
export async function readValid<Result>(
  options: InputOptions,
  answer: (input: CompileInput, report: Reporter, read: ReadInput) => Result,
): Promise<Result | undefined> {
  const read = await readInput(options);
  const { configuration, files, lock, isPart, reports } = read;
  const found: Report[] = [...reports];
  const assumed: Assumed[] = [];
  const seeAssumed = (one: Assumed): void => void assumed.push(one);
  const isBroken = (): boolean => found.some(({ severity }) => severity === 'error');
  const result =
    configuration && !isBroken()
      ? answer({ configuration, files, lock, isPart, purpose: 'answers', seeAssumed }, (one) => found.push(one), read)
      : undefined;
  if (!isBroken()) {
    assumed.flatMap(describeAssumed).forEach(printMessage);
    return result;
  }
  const errors = found.filter(({ severity }) => severity === 'error');
  printErrors(boundFindings(errors, MAX_FINDINGS));
  return undefined;
}

/** Reads and checks the input of a command about assignments. Later findings are not reported. */
export async function readPrepared(options: InputOptions): Promise<Prepared | undefined> {
  const nothing = (): void => undefined;
  return readValid(options, (input, report) => {
    const prepared = prepare(input, report, nothing);
    return { ...prepared, context: { ...prepared.context, report: nothing } };
  });
}
