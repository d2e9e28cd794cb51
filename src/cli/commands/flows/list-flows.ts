import { relative, sep } from 'node:path';
import { interpret, prepare } from '../../../compile/compile.js';
import { boundFindings } from '../../../diagnostics/collect.js';
import type { Report } from '../../../model/diagnostic.js';
import { listFlows } from '../../../traffic/flows/list.js';
import { buildPolicyModel } from '../../../traffic/policies/model.js';
import { countUnknown } from '../../../traffic/policies/unknown.js';
import { createVocabulary } from '../../../traffic/policies/vocabulary.js';
import { printJson, printLines, printMessage } from '../../print.js';
import { MAX_FINDINGS, printFindings } from '../diagnostics.js';
import { type InputOptions, readInput } from '../input.js';
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
  const input = await readInput({ ...options, allowEmpty: true });
  const found: Report[] = [...input.reports];
  const isBroken = (): boolean => found.some(({ severity }) => severity === 'error');
  const { configuration, files, lock, isPart } = input;
  if (configuration && !isBroken()) {
    const given = { configuration, files, lock, isPart };
    const prepared = prepare(
      given,
      (one) => found.push(one),
      () => undefined,
    );
    const { intents } = interpret(prepared, given);
    if (!isBroken()) {
      const vocabulary = createVocabulary();
      const { cluster } = prepared.context;
      const model = buildPolicyModel({ intents, cluster, configuration }, vocabulary);
      const wanted = { from: parseEnd(from), to: parseEnd(to) };
      const flows = [...listFlows(model, configuration, vocabulary, wanted)];
      const unknown = countUnknown(model, configuration);
      if (unknown > 0) printMessage(describeUnknown(unknown));
      const folder = relative('.', input.root).split(sep).join('/');
      const open = flows.filter(({ allow }) => allow.length > 0);
      if (explain) printLines(explainLines(flows, configuration.ipFamilies, folder));
      else if (format === 'json') printJson(flowData(open));
      else printLines(flowLines(open, format));
      return 0;
    }
  }
  const errors = found.filter(({ severity }) => severity === 'error');
  printFindings(boundFindings(errors, MAX_FINDINGS), 'text', 'stderr');
  return 1;
}
