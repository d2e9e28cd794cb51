import { relative, sep } from 'node:path';
import { interpret, prepare } from '../../../compile/compile.js';
import { listFlows } from '../../../traffic/flows/list.js';
import { buildPolicyModel } from '../../../traffic/policies/model.js';
import { countUnknown } from '../../../traffic/policies/unknown.js';
import { createVocabulary } from '../../../traffic/policies/vocabulary.js';
import { printJson, printLines, printMessage } from '../../print.js';
import type { InputOptions } from '../input.js';
import { readSound } from '../prepared.js';
import { explainLines } from './explain-text.js';
import { flowData, flowLines, describeUnknown } from './render.js';
import { parseEnd } from './wanted.js';

export interface ListFlowsOptions extends InputOptions {
  /** Which sources and which destinations are asked for; all by default. */
  readonly from?: string;
  readonly to?: string;
  /** Whether to say which rules decide, also about pairs that have no connection. */
  readonly explain: boolean;
  readonly format: string;
}

/**
 * `weir list flows`: who may connect to whom, by all that filters packets. Exit code 0, or 1 for errors in the input, which
 * go to standard error.
 */
export async function listFlowsCommand({ from, to, explain, format, ...options }: ListFlowsOptions): Promise<number> {
  // A repository without a resource has flows all the same: everything passes.
  const meaning = await readSound({ ...options, allowEmpty: true }, (input, report, { root }) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    return { intents, cluster: prepared.context.cluster, configuration: input.configuration, root };
  });
  if (!meaning) return 1;
  const { configuration, root } = meaning;
  const vocabulary = createVocabulary();
  const model = buildPolicyModel(meaning, vocabulary);
  const wanted = { from: parseEnd(from), to: parseEnd(to) };
  const flows = [...listFlows(model, configuration, vocabulary, wanted)];
  const unknown = countUnknown(model, configuration);
  if (unknown > 0) printMessage(describeUnknown(unknown));
  const folder = relative('.', root).split(sep).join('/');
  const open = flows.filter(({ allow }) => allow.length > 0);
  if (explain) printLines(explainLines(flows, configuration.ipFamilies, folder));
  else if (format === 'json') printJson(flowData(open));
  else printLines(flowLines(open, format));
  return 0;
}
