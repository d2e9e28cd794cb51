import { messages as contradictions } from '../../../compile/3-index/contradiction-messages.js';
import { addIngressController, collectRequestedPorts } from '../../../compile/3-index/ingress-controller.js';
import { collectServedServices } from '../../../compile/3-index/served-ports.js';
import { interpret } from '../../../compile/compile.js';
import type { CompileInput, Prepared } from '../../../compile/compile-input.js';
import { prepare } from '../../../compile/prepare.js';
import { splitByPrimaryNetwork } from '../../../compile/primary-networks.js';
import { kinds } from '../../../kinds/index.js';
import type { KindContext } from '../../../kinds/contract/kind-context.js';
import { allOf } from '../../../kinds/contract/manifests-of.js';
import type { Cluster } from '../../../model/cluster.js';
import type { Reporter } from '../../../model/diagnostic.js';
import { joinGaps } from '../../../ovn-kubernetes/paths.js';
import type { FlowController } from '../../../traffic/flows/controller.js';
import { type Flow, type FlowFilter, listFlows } from '../../../traffic/flows/list.js';
import { buildPolicyModel } from '../../../traffic/policies/model.js';
import { countUnknown } from '../../../traffic/policies/unknown.js';
import { createVocabulary } from '../../../traffic/policies/vocabulary.js';
import { addGapsToFlows } from './gaps.js';
import { describeBlocked, describeMissing, describeUnknown } from './render.js';

/** Flows, and notes about the whole result. */
export interface FoundFlows {
  readonly flows: readonly Flow[];
  readonly remarks: readonly string[];
}

/** A query for flows. */
export interface FlowQuery {
  readonly wanted: FlowFilter;
  /** If true, includes Services as destinations. */
  readonly withServices: boolean;
  /** If true, the input has a weir.yaml. */
  readonly hasSettings: boolean;
}

/** Finds the flows of an input that match a query. */
export function findFlows(input: CompileInput, query: FlowQuery, report: Reporter): FoundFlows {
  const reporter = query.hasSettings ? report : withoutContradictions(report);
  return createFlowFinder(
    prepare(input, reporter, () => undefined),
    input,
    query,
  )(query.wanted);
}

/** Creates the function that finds flows of an input. Models are built once, for all queries. */
export function createFlowFinder(
  prepared: Prepared,
  input: CompileInput,
  { withServices }: Pick<FlowQuery, 'withServices'>,
): (wanted: FlowFilter) => FoundFlows {
  const { cluster, controller } = withController(prepared.context);
  const whole = { ...prepared, context: { ...prepared.context, cluster } };
  const networks = [
    createListing(whole, input, withServices, controller),
    ...splitByPrimaryNetwork(prepared).map((network) =>
      createListing(network, { ...input, lock: undefined }, withServices),
    ),
  ];
  return (wanted) => joinListings(networks.map((list) => list(wanted)));
}

function joinListings(found: readonly Listing[]): FoundFlows {
  const flows = found.flatMap((one) => one.flows);
  const unknown = found.reduce((sum, one) => sum + one.unknown, 0);
  const missing = joinGaps(flows.flatMap((flow) => (flow.missing ? [flow.missing] : [])));
  const blocked = flows.filter(({ requested, allow }) => requested && allow.length === 0);
  return {
    flows,
    remarks: [
      ...(unknown > 0 ? [describeUnknown(unknown)] : []),
      ...(missing.length > 0 ? [describeMissing(missing)] : []),
      ...blocked.slice(0, 1).map(() => describeBlocked(blocked)),
    ],
  };
}

/** The flows of the pods in one network, and the number of pods without a required address. */
interface Listing {
  readonly flows: readonly Flow[];
  readonly unknown: number;
}

/** Creates the function that lists the flows of the pods in one network. */
function createListing(
  prepared: Prepared,
  input: CompileInput,
  withServices: boolean,
  controller?: FlowController,
): (wanted: FlowFilter) => Listing {
  const { configuration, cluster } = prepared.context;
  const { intents } = interpret(prepared, input);
  const vocabulary = createVocabulary();
  const side = { intents, cluster, configuration };
  const model = buildPolicyModel(side, vocabulary);
  const services = withServices ? collectServedServices(cluster) : [];
  const unknown = countUnknown(model, configuration, controller?.pod);
  return (wanted) => ({
    flows: addGapsToFlows([...listFlows(model, configuration, vocabulary, wanted, { controller, services })], side),
    unknown,
  });
}

/** Returns the cluster with its ingress controllers, if resources connect them to pods. */
function withController(context: KindContext): { readonly cluster: Cluster; readonly controller?: FlowController } {
  const { cluster } = context;
  const backends = kinds.flatMap((kind) => kind.backends?.(allOf(kind, context), context) ?? []);
  const requested = collectRequestedPorts(backends, cluster);
  const [first] = backends;
  if (!first || requested.size === 0) return { cluster };
  const isOpenShift = cluster.ingressControllers.length > 0;
  const added = addIngressController(cluster, { isOpenShift, origin: first.cause.origin });
  return { cluster: added.cluster, controller: { pod: added.controller, requested } };
}

/** Returns a reporter that drops contradictions to weir.yaml, for inputs without one. */
function withoutContradictions(report: Reporter): Reporter {
  const codes = new Set(Object.values(contradictions).map(({ definition }) => definition.code));
  return (one) => {
    if (!codes.has(one.code)) report(one);
  };
}
