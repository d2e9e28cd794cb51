import { openNamesOfRule } from '../expectations/beyond.js';
import { serviceMembers } from '../expectations/members.js';
import type { ExpectationContext } from '../expectations/world.js';
import type { Pod, Service } from '../model/cluster.js';
import type { MarkIntent } from '../model/intent/mark.js';
import { pathOfName } from '../model/kubernetes-object.js';
import { type CanonicalAddress, type Family, FAMILIES } from '../net/address.js';
import { memoize } from '../std/memoize.js';
import type { Decider } from '../traffic/change.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import { type ConnectionEnd, type StageDecision, explain } from '../traffic/policies/connections.js';
import { deciderOf } from '../traffic/policies/describe.js';
import type { ObservedFlow } from './observe.js';
import type { ObservedPeer } from './peer.js';

/** The decision of the model about a flow. */
export interface FlowDecision {
  /** `unknown` if the input does not determine it, or filters do not apply to it. */
  readonly verdict: 'allow' | 'drop' | 'unknown';
  /** The decision of each stage of the path. Empty if unknown. */
  readonly stages: readonly StageDecision[];
  /** The final rule. If unset, no rule applies. */
  readonly decider?: Decider;
  /** For an allowed flow from a pod to an address outside. */
  readonly egress?: FlowEgress;
}

/** How packets of a flow leave the cluster. */
export interface FlowEgress {
  /** Possible source addresses, and next hops. Empty if unknown. */
  readonly sources: readonly string[];
  readonly hops: readonly string[];
  /** The mark that sets the DSCP value. If unset, packets keep that of the pod. */
  readonly mark?: MarkIntent;
}

/** Decides about observed flows by the model of one side. */
export interface FlowDecider {
  readonly decide: (flow: Pick<ObservedFlow, 'from' | 'to' | 'place'>) => FlowDecision;
  /** Text that is equal for pods that all filters treat alike, undefined for an unknown pod. */
  readonly classOf: (pod: Pod) => string | undefined;
  /** Text that is equal for pods with equal egress addresses, next hops and marks. */
  readonly egressOf: (pod: Pod) => string;
}

const UNKNOWN: FlowDecision = { verdict: 'unknown', stages: [] };

/** Creates a decider. Pods and Services of another side are found by their names. */
export function createFlowDecider(world: ExpectationContext): FlowDecider {
  const { cluster, configuration, model } = world;
  const numbers = new Map(model.classes.map((podClass, index) => [podClass, `${index}`]));
  const podsOf = memoize(
    (namespace: string) => new Map((cluster.podsByNamespace.get(namespace) ?? []).map((pod) => [pod.name, pod])),
  );
  const findOwn = (pod: Pod): Pod | undefined => podsOf(pod.namespace).get(pod.name);
  const endOf = (peer: ObservedPeer): ConnectionEnd | undefined => {
    if (peer.type !== 'pods') return peer.type === 'service' ? undefined : pointOf(peer.address);
    const own = findOwn(peer.pod);
    return own && model.classOf.has(own) ? { pod: model.viewOf(own) } : undefined;
  };
  const decideService = (from: ObservedPeer, other: Service, family: Family, place: number): FlowDecision => {
    const service = cluster.services.get(pathOfName(other));
    const start = endOf(from);
    if (!service || !start) return UNKNOWN;
    const ends = serviceMembers(service, [{ first: place, end: place + 1 }], world).flatMap((members) => {
      const [port] = members.transport;
      const pods = members.pods === 'all' ? [] : members.pods;
      const points = members.ranges.filter((range) => range.family === family).map(({ first }) => ({ point: first }));
      const all: ConnectionEnd[] = [...pods.map((pod) => ({ pod: model.viewOf(pod) })), ...points];
      return port ? all.map((to) => ({ to, place: port.first })) : [];
    });
    const decisions = ends.map(({ to, place: target }) => conclude(explain(start, to, family, target)));
    return decisions.find(({ verdict }) => verdict === 'allow') ?? decisions[0] ?? UNKNOWN;
  };
  const egressOfFlow = (pod: Pod, address: CanonicalAddress): FlowEgress => {
    const { source, 'next-hop': hop } = world.exitsOf(pod, address.family);
    const marks = world.marksOf(pod);
    const { first } = rangeOfAddress(address);
    const rule = world.markEffects
      .rulesOf(marks, world.markEffects.placeOf(pod, marks))
      .find(({ addresses }) =>
        addresses.some((one) => one.family === address.family && one.first <= first && first < one.end),
      );
    return { sources: source.values, hops: hop.values, ...(rule ? { mark: rule.value } : {}) };
  };
  return {
    decide: ({ from, to, place }) => {
      if (from.type === 'unmapped' || to.type === 'unmapped' || from.type === 'service') return UNKNOWN;
      // Filters apply to pods only.
      if (from.type !== 'pods' && to.type === 'outside') return UNKNOWN;
      if (isFromOwnNode(from, to, findOwn)) return { verdict: 'allow', stages: [] };
      const family = familyOf(from, to);
      if (to.type === 'service') return decideService(from, to.service, family, place);
      const [start, end] = [endOf(from), endOf(to)];
      if (!start || !end || !('pod' in start || 'pod' in end)) return UNKNOWN;
      const stages = explain(start, end, family, place);
      if (stages.length === 0 || dependsOnName(stages, start, place)) return UNKNOWN;
      const decision = conclude(stages);
      const pod = from.type === 'pods' ? findOwn(from.pod) : undefined;
      if (decision.verdict !== 'allow' || to.type !== 'outside' || !pod) return decision;
      return { ...decision, egress: egressOfFlow(pod, to.address) };
    },
    classOf: (pod) => {
      const own = findOwn(pod);
      const podClass = own && model.classOf.get(own);
      return podClass && numbers.get(podClass);
    },
    egressOf: (pod) => {
      const own = findOwn(pod);
      if (!own) return '';
      const exits = FAMILIES.filter((family) => configuration.ipFamilies.includes(family)).map((family) => {
        const { source, 'next-hop': hop } = world.exitsOf(own, family);
        return [source.values, hop.values];
      });
      const marks = world.marksOf(own);
      const rules = marks.map(({ dscp, destination }) => [
        dscp,
        destination === undefined || destination === 'none' ? destination : destination.text,
      ]);
      return JSON.stringify([exits, rules, world.markEffects.placeOf(own, marks)]);
    },
  };
}

function pointOf(address: CanonicalAddress): ConnectionEnd {
  return { point: rangeOfAddress(address).first };
}

function conclude(stages: readonly StageDecision[]): FlowDecision {
  const decider = deciderOf(stages);
  const isDropped = stages.some(({ verdict }) => verdict === 'drop');
  return { verdict: isDropped ? 'drop' : 'allow', stages, ...(decider ? { decider } : {}) };
}

/** Returns true for packets from the node of the destination, such as probes, which OVN-Kubernetes always allows. */
function isFromOwnNode(from: ObservedPeer, to: ObservedPeer, findOwn: (pod: Pod) => Pod | undefined): boolean {
  return from.type === 'node' && to.type === 'pods' && findOwn(to.pod)?.nodeName === from.node;
}

/**
 * Returns true if the verdict of the EgressFirewall depends on a name with unknown answers: an earlier rule with the other
 * verdict matches the packet if the name resolves to its address.
 */
function dependsOnName(stages: readonly StageDecision[], from: ConnectionEnd, place: number): boolean {
  const firewall = stages.find(({ stage }) => stage === 'firewall');
  if (!firewall || !('pod' in from)) return false;
  if (stages.some(({ stage, verdict }) => stage !== 'firewall' && verdict === 'drop')) return false;
  const rules = from.pod.firewall.stage.flatMap((layer) => layer.rules);
  const earlier = firewall.rule ? rules.slice(0, rules.indexOf(firewall.rule)) : rules;
  return earlier.some(
    ({ verdict, source, transport }) =>
      verdict !== firewall.verdict &&
      openNamesOfRule(source).length > 0 &&
      transport.some(({ first, end }) => first <= place && place < end),
  );
}

/** Returns the family of a flow: that of an address, or the first that both pods have. */
function familyOf(from: ObservedPeer, to: ObservedPeer): Family {
  if (from.type !== 'pods') return from.address.family;
  if (to.type !== 'pods') return to.address.family;
  const families = (pod: Pod): readonly Family[] => pod.addresses.map(({ family }) => family);
  const others = families(to.pod);
  return families(from.pod).find((family) => others.includes(family)) ?? 'IPv4';
}
