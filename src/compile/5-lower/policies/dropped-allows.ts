import type { Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { FilterRule } from '../../../model/intent/filter.js';
import { rangeOfAddress } from '../../../traffic/filters/address-range.js';
import { namesInFilter, toRules } from '../../../traffic/filters/filter-rules.js';
import { transportPointOf } from '../../../traffic/filters/transport-range.js';
import { toAddressLists, verdictOf } from '../../../traffic/policies/address-lists.js';
import { NO_PORTS } from '../../../traffic/policies/peer.js';
import { type Stage, decide } from '../../../traffic/policies/stage.js';
import type { RuleSource } from '../../../traffic/policies/stage-rules.js';
import { type Sample, samplePacket } from '../../../traffic/sample.js';
import type { FindEgressStages } from './namespace-egress.js';
import { type IsOpen, createIsOpen } from './open-packets.js';

/** Allow rule of an EgressFirewall whose traffic policies drop for every pod of the namespace. */
export interface DroppedAllow {
  readonly filter: FilterRule;
  /** One of the rule's packets, and what drops it: a rule, or a policy by its default deny. */
  readonly sample: Sample;
  readonly by: Cause;
}

const NO_SELECTIONS: ReadonlySet<number> = new Set();

/**
 * Returns the filters of a namespace that allow only traffic that policies drop. Only whole rules count, for any
 * addresses of DNS names.
 */
export function findDroppedAllows(
  filters: readonly FilterRule[],
  pods: readonly Pod[],
  findEgress: FindEgressStages,
  configuration: Configuration,
): DroppedAllow[] {
  const allows = filters.filter(({ verdict }) => verdict === 'allow');
  if (allows.length === 0) return [];
  const stages = findEgress(pods.filter((pod) => !pod.hostNetwork && !pod.completed));
  const [first] = stages;
  if (!first) return [];
  const tests = stages.map((stage) => createStageTest(stage, configuration));
  const rules = toRules(allows, allows.flatMap(namesInFilter), configuration);
  return allows.flatMap((filter, index): DroppedAllow[] => {
    const { addresses = [], transport = [] } = rules[index] ?? {};
    const own = addresses.filter(({ family }) => configuration.ipFamilies.includes(family));
    if (own.length === 0 || tests.some((isOpen) => isOpen(own, transport))) return [];
    const answers = filter.destinations.flatMap((target) => (target.type === 'name' ? target.set.addresses : []));
    const sample = samplePacket({ addresses: own, transport, names: [] }, answers);
    const by = sample && findDropper(first, sample);
    return sample && by ? [{ filter, sample, by }] : [];
  });
}

function createStageTest(stage: Stage<RuleSource>, { ipFamilies }: Configuration): IsOpen {
  const lists = toAddressLists(stage);
  return createIsOpen(lists, ipFamilies, (values) => (verdictOf(values) === 'allow' ? 'open' : undefined));
}

function findDropper(stage: Stage<RuleSource>, { address, protocol, port }: Sample): Cause | undefined {
  const view = { family: address.family, selections: NO_SELECTIONS, point: rangeOfAddress(address).first };
  const { rule, closedBy } = decide(stage, view, NO_PORTS, transportPointOf(protocol, port));
  const source = rule?.source ?? closedBy[0];
  if (source?.type === 'rule') return source.rule.cause;
  return source?.type === 'policy' ? { ...source.policy.cause, pointer: '/spec/podSelector' } : undefined;
}
