import { emitTracedState } from '../../compile/6-emit/traced-state.js';
import { type Compilation, interpret } from '../../compile/compile.js';
import { prepare } from '../../compile/prepare.js';
import type { Configuration } from '../../model/configuration.js';
import { proveState } from '../../prove/prove.js';
import { renderProofJson } from '../../prove/render-json.js';
import { renderProofText } from '../../prove/render-text.js';
import { pathFromHere } from '../process/folder.js';
import { type Stream, printJson, printRendered } from '../process/print.js';
import type { InputOptions } from '../run/input.js';
import { readValid } from '../run/prepared.js';
import { createPlaces } from './trace-places.js';

export interface ProveOptions extends InputOptions {
  readonly format: string;
}

/** What a compilation means. */
type Compiled = Pick<Compilation, 'intents' | 'cluster'> & { readonly configuration: Configuration };

/**
 * Runs `weir prove`: compares the meaning of the resources with that of the rows for every packet. Returns exit code 0,
 * 1 for errors in the input, or 2 if packets differ.
 */
export async function proveCommand({ format, ...options }: ProveOptions): Promise<number> {
  const read = await readValid({ ...options, allowEmpty: true }, (input, report, { root }) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    return { compiled: { intents, cluster: prepared.context.cluster, configuration: input.configuration }, root };
  });
  return read ? printProof(read.compiled, read.root, format) : 1;
}

/** Proves a compilation and prints the result. Returns exit code 0, or 2 if packets differ. */
export function printProof(
  { intents, cluster, configuration }: Compiled,
  root: string,
  format: string,
  stream: Stream = 'stdout',
): number {
  const proof = proveState({
    ...{ intents, cluster, configuration },
    tracedState: (options) => emitTracedState({ intents, cluster, configuration }, options),
  });
  const places = createPlaces(cluster, pathFromHere(root));
  if (format === 'json') printJson(renderProofJson(proof, places));
  else printRendered(`${renderProofText(proof, places).join('\n')}\n`, stream);
  return proof.differences.length > 0 ? 2 : 0;
}
