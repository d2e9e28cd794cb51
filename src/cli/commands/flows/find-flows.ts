import { messages as contradictions } from '../../../compile/3-index/contradiction-messages.js';
import { DEFAULT_NAMESPACE } from '../../../compile/3-index/planned-pods.js';
import { type CompileInput, interpret, prepare } from '../../../compile/compile.js';
import type { Reporter } from '../../../model/diagnostic.js';
import { type Flow, type Wanted, listFlows } from '../../../traffic/flows/list.js';
import { buildPolicyModel } from '../../../traffic/policies/model.js';
import { countUnknown } from '../../../traffic/policies/unknown.js';
import { createVocabulary } from '../../../traffic/policies/vocabulary.js';
import { describePlaced, describeUnknown } from './render.js';

/** Flows, and what is to be said about the answer as a whole. */
export interface FoundFlows {
  readonly flows: readonly Flow[];
  readonly remarks: readonly string[];
}

/** What `kubectl apply` does with objects that name no namespace. */
const ASSUMPTIONS = { namespace: DEFAULT_NAMESPACE };

/** Finds the flows of an input that are asked for. `hasSettings`: whether somebody has written a weir.yaml for it. */
export function findFlows(
  input: CompileInput,
  { wanted, hasSettings }: { readonly wanted: Wanted; readonly hasSettings: boolean },
  report: Reporter,
): FoundFlows {
  const { configuration } = input;
  const completed = { ...input, assumptions: ASSUMPTIONS };
  const prepared = prepare(completed, hasSettings ? report : withoutContradictions(report), () => undefined);
  const { intents } = interpret(prepared, completed);
  const { context, withoutNamespace } = prepared;
  const vocabulary = createVocabulary();
  const model = buildPolicyModel({ intents, cluster: context.cluster, configuration }, vocabulary);
  const unknown = countUnknown(model, configuration);
  return {
    flows: [...listFlows(model, configuration, vocabulary, wanted)],
    remarks: [
      ...(withoutNamespace > 0 ? [describePlaced(withoutNamespace, ASSUMPTIONS.namespace)] : []),
      ...(unknown > 0 ? [describeUnknown(unknown)] : []),
    ],
  };
}

/** Without a weir.yaml nobody has said anything that the inventory could contradict. */
function withoutContradictions(report: Reporter): Reporter {
  const codes = new Set(Object.values(contradictions).map(({ definition }) => definition.code));
  return (one) => {
    if (!codes.has(one.code)) report(one);
  };
}
