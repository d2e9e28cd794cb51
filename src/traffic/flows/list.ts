import type { Configuration } from '../../model/configuration.js';
import type { Gap } from '../../model/gap.js';
import type { Family } from '../../net/address.js';
import type { AddressRange } from '../filters/address-range.js';
import type { TransportSet } from '../filters/transport-set.js';
import { type ConnectionEnd, connectClasses } from '../policies/connections.js';
import type { PodClass, PolicyModel } from '../policies/model.js';
import type { Vocabulary } from '../policies/vocabulary.js';
import { type FlowController, type Requested, findRequests } from './controller.js';
import { type PodEnd, collectEnds, toEnd } from './ends.js';
import { formatEnds } from './notation.js';
import { type ServedService, type FlowServicePort, collectServiceEnds, connectToService } from './services.js';
import { rangesBeyond, rangesOfSenders } from '../outside.js';
import { type OutsideRange, cutOutside } from './ranges.js';

/** A workload or pod, or addresses outside that all rules treat alike. */
export interface FlowPeer {
  readonly name: string;
  readonly end: ConnectionEnd;
  /** If unset, the peer is a range of addresses. */
  readonly pods?: PodEnd;
  readonly range?: AddressRange;
}

/** Connections between two peers. */
export interface Flow {
  readonly from: FlowPeer;
  readonly to: FlowPeer;
  readonly allow: TransportSet;
  /** The family of the flow, if the families of pods differ. */
  readonly family?: Family | undefined;
  /** The requests of ingress controllers. If unset, all connections are possible. */
  readonly requested?: Requested;
  /**
   * The missing inventory that would determine whether packets arrive, for at least some pods. If unset, nothing is
   * missing.
   */
  readonly missing?: readonly Gap[];
  /** Targets of the ports of a Service. If set, `allow` is for these ports. */
  readonly servicePorts?: readonly FlowServicePort[];
}

/** The selected peers. If unset, all. */
export interface FlowFilter {
  readonly from?: (end: FlowPeer) => boolean;
  readonly to?: (end: FlowPeer) => boolean;
}

/** Peers other than pods and addresses. */
export interface OtherEnds {
  readonly controller?: FlowController | undefined;
  /** Services as destinations of pods. */
  readonly services?: readonly ServedService[];
}

/** Name of the ingress controllers, as in netpol-analyzer. */
const CONTROLLER_NAME = '{ingress-controller}';

/**
 * Yields every ordered pair of different peers, except pairs of two outside. Pods are in byte order of their names, and
 * addresses follow. Then yields pairs of ingress controllers with pods, and of pods with Services. Includes pairs
 * without a connection.
 */
export function* listFlows(
  model: PolicyModel,
  configuration: Configuration,
  vocabulary: Vocabulary,
  { from: isSource = () => true, to: isTarget = () => true }: FlowFilter = {},
  { controller, services = [] }: OtherEnds = {},
): Generator<Flow> {
  const { ipFamilies } = configuration;
  const ends = collectEnds(model)
    .filter(({ pods: [first] }) => first !== controller?.pod)
    .map(toFlowEnd);
  const [sources, targets] = [ends.filter(isSource), ends.filter(isTarget)];
  const outside = collectOutside(classesOf(sources, model), classesOf(targets, model), configuration, vocabulary);
  for (const from of sources) {
    for (const to of targets) {
      if (from !== to) yield* flowsBetween(from, to, ipFamilies, vocabulary);
    }
    for (const to of outside.targets.filter(isTarget)) yield* flowsBetween(from, to, ipFamilies, vocabulary);
  }
  for (const from of outside.sources.filter(isSource)) {
    for (const to of targets) yield* flowsBetween(from, to, ipFamilies, vocabulary);
  }
  if (controller) yield* listRequests(controller, targets, { model, ipFamilies, vocabulary }, isSource);
  for (const service of collectServiceEnds(services, model)) {
    const to = toFlowEnd(service.pods);
    for (const from of isTarget(to) ? sources : []) {
      if (!('pod' in from.end) || isAllOf(from, to)) continue;
      const allow = connectToService(from.end.pod, service, ipFamilies, vocabulary);
      yield { from, to, allow, servicePorts: service.ports };
    }
  }
}

interface Asking {
  readonly model: PolicyModel;
  readonly ipFamilies: readonly Family[];
  readonly vocabulary: Vocabulary;
}

/** Yields the connections of the ingress controllers. */
function* listRequests(
  controller: FlowController,
  targets: readonly FlowPeer[],
  { model, ipFamilies, vocabulary }: Asking,
  isSource: (end: FlowPeer) => boolean,
): Generator<Flow> {
  const { pod } = controller;
  const from = toFlowEnd(toEnd(CONTROLLER_NAME, pod, [pod], model.viewOf));
  if (!isSource(from)) return;
  for (const { pods } of targets) {
    for (const { end, requested } of pods ? findRequests(pods, controller, model) : []) {
      yield* flowsBetween(from, toFlowEnd(end), ipFamilies, vocabulary, requested);
    }
  }
}

/** Returns true if all pods of a peer are those of another. */
function isAllOf({ pods: all }: FlowPeer, { pods }: FlowPeer): boolean {
  const own = new Set(all?.pods);
  return pods?.pods.every((pod) => own.has(pod)) ?? false;
}

function toFlowEnd(pods: PodEnd): FlowPeer {
  return { name: pods.name, end: { pod: pods.podClass }, pods };
}

/** Returns one flow if it is equal for all common families. */
function flowsBetween(
  from: FlowPeer,
  to: FlowPeer,
  ipFamilies: readonly Family[],
  vocabulary: Vocabulary,
  requested?: Requested,
): readonly Flow[] {
  const { intersect } = vocabulary;
  const common = { from, to, ...(requested ? { requested } : {}) };
  const flows = ipFamilies
    .filter((family) => hasFamily(from, family) && hasFamily(to, family))
    .map((family): Flow & { readonly family: Family } => {
      const passing = connectClasses(from.end, to.end, family, vocabulary);
      return { ...common, allow: requested ? intersect(passing, requested.transport) : passing, family };
    });
  const [first] = flows;
  if (first && flows.every(({ allow }) => allow === first.allow)) return [{ ...common, allow: first.allow }];
  return flows;
}

/** Returns true if a peer has, or may have, addresses of a family. */
export function hasFamily({ end, range }: FlowPeer, family: Family): boolean {
  return range ? range.family === family : 'pod' in end && end.pod.views[family] !== undefined;
}

/** Returns the largest ranges of addresses outside that no rule for sent or received packets divides. */
function collectOutside(
  sending: readonly PodClass[],
  receiving: readonly PodClass[],
  configuration: Configuration,
  vocabulary: Vocabulary,
): { readonly sources: readonly FlowPeer[]; readonly targets: readonly FlowPeer[] } {
  const toEnds = (ranges: readonly OutsideRange[]): FlowPeer[] =>
    ranges.map(({ point, ...range }) => ({ name: formatEnds(range), end: { point }, range }));
  const numbers = new Map<TransportSet, number>();
  const keyOf = (set: TransportSet): number => {
    const number = numbers.get(set) ?? numbers.size;
    numbers.set(set, number);
    return number;
  };
  const [senders, receivers] = [
    onePerKey(sending, ({ egress, firewall }) => `${egress.number} ${firewall.number}`),
    onePerKey(receiving, ({ ingress }) => `${ingress.number}`),
  ];
  const { ipFamilies } = configuration;
  const targets = ipFamilies.flatMap((family) =>
    senders.length === 0
      ? []
      : cutOutside(senders, {
          ...{ family, beyond: rangesBeyond(configuration, family) },
          profilesOf: ({ egress, firewall }) => [egress, firewall],
          keyOf: (point) => senders.map((pod) => keyOf(connectClasses({ pod }, { point }, family, vocabulary))).join(),
        }),
  );
  const sources = ipFamilies.flatMap((family) =>
    receivers.length === 0
      ? []
      : cutOutside(receivers, {
          ...{ family, beyond: rangesOfSenders(configuration, family) },
          profilesOf: ({ ingress }) => [ingress],
          keyOf: (point) =>
            receivers.map((pod) => keyOf(connectClasses({ point }, { pod }, family, vocabulary))).join(),
        }),
  );
  return { sources: toEnds(sources), targets: toEnds(targets) };
}

/** Returns the classes of the pods of peers. */
function classesOf(ends: readonly FlowPeer[], { classOf }: PolicyModel): PodClass[] {
  const pods = ends.flatMap((end) => end.pods?.pods ?? []);
  return [...new Set(pods.flatMap((pod) => classOf.get(pod) ?? []))];
}

function onePerKey(classes: readonly PodClass[], keyOf: (podClass: PodClass) => string): PodClass[] {
  return [...new Map(classes.map((podClass) => [keyOf(podClass), podClass])).values()];
}
