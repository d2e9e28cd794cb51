import { join } from 'node:path';
import { readInput } from '../../src/cli/run/input.js';
import { interpret, compiledStateOf } from '../../src/compile/compile.js';
import { prepare } from '../../src/compile/prepare.js';
import type { CompiledState } from '../../src/expectations/world.js';
import { FIXTURES } from '../golden/cases.js';

/** The compiled state of a golden case; undefined where its input has errors. */
export async function readState(name: string): Promise<CompiledState | undefined> {
  const { configuration, files, lock, reports } = await readInput({ path: join(FIXTURES, name) });
  if (!configuration) return undefined;
  const input = { configuration, files, lock, reports, purpose: 'answers' as const };
  const nothing = (): void => undefined;
  const prepared = prepare(input, nothing, nothing);
  if (prepared.hasError()) return undefined;
  const { intents } = interpret(prepared, input);
  return prepared.hasError() ? undefined : compiledStateOf(prepared, intents);
}
