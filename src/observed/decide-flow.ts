import { openNamesOfRule } from '../expectations/beyond.js';
import type { ExpectationContext } from '../expectations/world.js';
import type { Pod } from '../model/cluster.js';
import type { MarkIntent } from '../model/intent/mark.js';
import type { CanonicalAddress } from '../net/address.js';
import { memoizeWeak } from '../std/memoize.js';
import type { Decider } from '../traffic/change.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import { type ConnectionEnd, type StageDecision, explain } from '../traffic/policies/connections.js';
import { deciderOf } from '../traffic/policies/describe.js';
import type { RuleSource } from '../traffic/policies/stage-rules.js';
import type { PodClass } from '../traffic/policies/model.js';
import type { Stage, StageRule } from '../traffic/policies/stage.js';
import {
  type FlowPath,
  type ResolveFlow,
  type ResolvedFlow,
  createFlowResolver,
  createOwnPodFinder,
} from './resolve-flow.js';

/** The decision of the model about a flow. */
export interface FlowDecision {
  /** `unknown` if the input does not determine it, or filters do not apply to it. */
  readonly verdict: 'allow' | 'drop' | 'unknown';
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
  readonly decide: (flow: FlowPath) => FlowDecision;
  readonly resolve: ResolveFlow;
  /** Returns the mark that sets the DSCP value of an allowed flow to an address outside. */
  readonly markOf: (flow: FlowPath) => MarkIntent | undefined;
  /**
   * Returns the rules of EgressFirewalls that would decide about a flow if their names, whose answers are unknown, resolve
   * to its address.
   */
  readonly nameRulesOf: (flow: ResolvedFlow) => readonly StageRule<RuleSource>[];
  /** Text that is equal for pods that all filters treat alike, undefined for an unknown pod. */
  readonly classOf: (pod: Pod) => string | undefined;
  /** Text that is equal for pods with equal egress addresses and next hops. */
  readonly egressOf: (pod: Pod) => string;
  /** Text that is equal for pods with equal marks. */
  readonly marksOf: (pod: Pod) => string;
}

const UNKNOWN: FlowDecision = { verdict: 'unknown' };

/** Creates a decider. Pods and Services of another side are found by their names. */
export function createFlowDecider(world: ExpectationContext): FlowDecider {
  const { configuration, model } = world;
  const numbers = new Map(model.classes.map((podClass, index) => [podClass, `${index}`]));
  const findOwn = createOwnPodFinder(world);
  const resolve = createFlowResolver(world, findOwn);
  const hasOpenNames = memoizeWeak((stage: Stage<RuleSource>) =>
    stage.some(({ rules }) => rules.some(({ source }) => openNamesOfRule(source).length > 0)),
  );
  const nameRulesOf = (stages: readonly StageDecision[], from: ConnectionEnd, place: number) =>
    'pod' in from && hasOpenNames(from.pod.firewall.stage) ? findNameRules(stages, from.pod, place) : [];
  const conclude = (stages: readonly StageDecision[], from: ConnectionEnd, place: number): FlowDecision => {
    if (stages.length === 0 || dependsOnName(stages, nameRulesOf(stages, from, place))) return UNKNOWN;
    const decider = deciderOf(stages);
    const isDropped = stages.some(({ verdict }) => verdict === 'drop');
    return { verdict: isDropped ? 'drop' : 'allow', ...(decider ? { decider } : {}) };
  };
  const decide = (flow: FlowPath): FlowDecision => {
    const resolved = resolve(flow);
    if (!resolved) return UNKNOWN;
    if (resolved.isFromOwnNode) return { verdict: 'allow' };
    const { from, family, targets, sender } = resolved;
    const decisions = targets.map(({ to, place }) => conclude(explain(from, to, family, place), from, place));
    const decision = decisions.find(({ verdict }) => verdict === 'allow') ?? decisions[0] ?? UNKNOWN;
    if (decision.verdict !== 'allow' || !sender || flow.to.type !== 'outside') return decision;
    return { ...decision, egress: egressOfFlow(sender, flow.to.address, world) };
  };
  return {
    resolve,
    decide,
    markOf: (flow) => {
      const pod = flow.from.type === 'pods' ? findOwn(flow.from.pod) : undefined;
      return pod && world.marksOf(pod).length > 0 ? decide(flow).egress?.mark : undefined;
    },
    nameRulesOf: ({ from, family, targets }) =>
      'pod' in from && hasOpenNames(from.pod.firewall.stage)
        ? targets.flatMap(({ to, place }) => findNameRules(explain(from, to, family, place), from.pod, place))
        : [],
    classOf: (pod) => {
      const own = findOwn(pod);
      const podClass = own && model.classOf.get(own);
      return podClass && numbers.get(podClass);
    },
    egressOf: (pod) => {
      const own = findOwn(pod);
      if (!own) return '';
      const exits = configuration.ipFamilies.map((family) => world.exitsOf(own, family));
      return JSON.stringify(exits.map(({ source, 'next-hop': hop }) => [source.values, hop.values]));
    },
    marksOf: (pod) => {
      const own = findOwn(pod);
      const marks = own ? world.marksOf(own) : [];
      if (!own || marks.length === 0) return '';
      const rules = marks.map(({ dscp, destination }) => [
        dscp,
        destination === undefined || destination === 'none' ? destination : destination.text,
      ]);
      return JSON.stringify([rules, world.markEffects.placeOf(own, marks)]);
    },
  };
}

/** Returns how packets of a pod to an address outside leave the cluster. */
function egressOfFlow(pod: Pod, address: CanonicalAddress, world: ExpectationContext): FlowEgress {
  const { source, 'next-hop': hop } = world.exitsOf(pod, address.family);
  const marks = world.marksOf(pod);
  const { first } = rangeOfAddress(address);
  const rule = world.markEffects
    .rulesOf(marks, world.markEffects.placeOf(pod, marks))
    .find(({ addresses }) =>
      addresses.some((one) => one.family === address.family && one.first <= first && first < one.end),
    );
  return { sources: source.values, hops: hop.values, ...(rule ? { mark: rule.value } : {}) };
}

/** Returns true if the verdict of the EgressFirewall depends on one of these rules. */
function dependsOnName(stages: readonly StageDecision[], rules: readonly StageRule<RuleSource>[]): boolean {
  if (rules.length === 0 || stages.some((one) => one.stage !== 'firewall' && one.verdict === 'drop')) return false;
  const verdict = stages.find(({ stage }) => stage === 'firewall')?.verdict;
  return rules.some((rule) => rule.verdict !== verdict);
}

/** Returns the rules of the EgressFirewall before the deciding one that match packets by a name with unknown answers. */
function findNameRules(
  stages: readonly StageDecision[],
  { firewall: { stage } }: PodClass,
  place: number,
): StageRule<RuleSource>[] {
  const decision = stages.find((one) => one.stage === 'firewall');
  if (!decision) return [];
  const rules = stage.flatMap((layer) => layer.rules);
  const earlier = decision.rule ? rules.slice(0, rules.indexOf(decision.rule)) : rules;
  return earlier.filter(
    ({ source, transport }) =>
      openNamesOfRule(source).length > 0 && transport.some(({ first, end }) => first <= place && place < end),
  );
}
