import type { Pod } from '../model/cluster.js';
import type { PolicyIntent } from '../model/intent/policy.js';
import type { Family } from '../net/address.js';
import { normalizeName } from '../net/dns-name.js';
import { memoize } from '../std/memoize.js';
import { type AddressRange, mergeRanges, rangeOfAddress, wholeFamily } from '../traffic/filters/address-range.js';
import type { SweepRule } from '../traffic/filters/sweep.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { type PodClass, type PolicyModel, policiesOf } from '../traffic/policies/model.js';
import { type PodPorts, NO_PORTS } from '../traffic/policies/peer.js';
import type { Profile } from '../traffic/policies/profiles.js';
import { type Decision, type Layer, type StageRule, transportTo } from '../traffic/policies/stage.js';
import type { RuleSource } from '../traffic/policies/stage-rules.js';
import { readPorts } from '../traffic/policies/views.js';
import type { CompiledState } from '../expectations/world.js';
import type { Vocabulary } from '../traffic/policies/vocabulary.js';

/** A verdict of the resources, and what decides on it. */
export type ResourceValue = Pick<Decision<RuleSource>, 'rule' | 'closedBy'> & {
  readonly verdict: StageRule<RuleSource>['verdict'];
};

/** The rules of a stage of resources for packets of a class of pods: an ordered list for each layer. */
export type ResourceLists = readonly (readonly SweepRule<ResourceValue>[])[];

/**
 * Creates the function that returns the stages that packets must pass, with rules on the line of addresses. Pods are
 * their addresses there.
 */
export function createResourceReader(
  { intents }: Pick<CompiledState, 'intents'>,
  model: PolicyModel,
  vocabulary: Vocabulary,
  syntheticOf: (name: string, family: Family) => AddressRange,
): (podClass: PodClass, direction: 'to' | 'from', family: Family) => readonly ResourceLists[] {
  const selected = collectSelected(policiesOf(intents), model, vocabulary);
  const rangesOf = memoize((selections: string): Readonly<Record<Family, readonly AddressRange[]>> => {
    const pods = new Set(selections.split(',').flatMap((one) => (one === '' ? [] : (selected.get(Number(one)) ?? []))));
    const all = [...pods].flatMap(({ addresses }) => addresses.map(rangeOfAddress));
    const ofFamily = (family: Family): readonly AddressRange[] =>
      mergeRanges(all.filter((range) => range.family === family));
    return { IPv4: ofFamily('IPv4'), IPv6: ofFamily('IPv6') };
  });
  const toList = (
    { rules, closedBy }: Layer<RuleSource>,
    family: Family,
    ports?: PodPorts,
  ): SweepRule<ResourceValue>[] => [
    ...rules.flatMap((rule) => toSweepRules(rule, family, ports)),
    ...(closedBy.length > 0
      ? [{ addresses: [wholeFamily(family)], transport: ALL_TRANSPORT, value: { verdict: 'drop' as const, closedBy } }]
      : []),
  ];
  const toSweepRules = (
    rule: StageRule<RuleSource>,
    family: Family,
    ports: PodPorts | undefined,
  ): SweepRule<ResourceValue>[] => {
    const value = { verdict: rule.verdict, rule, closedBy: [] };
    const { isAny, selections, named } = rule;
    const others = [...rule.ranges[family], ...unknownAnswers(rule, family, syntheticOf)];
    const ofPods = rangesOf(selections.join())[family];
    const addresses = isAny
      ? [wholeFamily(family)]
      : others.length === 0
        ? ofPods
        : mergeRanges([...ofPods, ...others]);
    if (ports) return [{ addresses, transport: transportTo(rule, ports), value }];
    const own = [{ addresses, transport: transportTo(rule, NO_PORTS), value }];
    if (named.length === 0) return own;
    // The names of the ports of the receiver.
    const peers = isAny ? [...model.classOf.keys()] : selections.flatMap((one) => selected.get(one) ?? []);
    return peers.reduce((found, pod) => {
      const transport = transportTo({ transport: [], named }, readPorts(pod));
      const at = pod.addresses.filter((address) => address.family === family).map(rangeOfAddress);
      if (transport.length > 0 && at.length > 0) found.push({ addresses: at, transport, value });
      return found;
    }, own);
  };
  const known = new WeakMap<Profile, Map<string, ResourceLists>>();
  const listsOf = (profile: Profile, family: Family, ports?: PodPorts): ResourceLists => {
    const own = known.get(profile) ?? new Map<string, ResourceLists>();
    known.set(profile, own);
    const key = `${family} ${ports === undefined ? '' : `to ${ports.key}`}`;
    const lists = own.get(key) ?? (profile.oneWay ?? profile).stage.map((layer) => toList(layer, family, ports));
    own.set(key, lists);
    return lists;
  };
  return ({ ingress, egress, firewall, ports }, direction, family) =>
    direction === 'from' ? [listsOf(ingress, family, ports)] : [listsOf(egress, family), listsOf(firewall, family)];
}

function collectSelected(
  policies: readonly PolicyIntent[],
  { classOf }: PolicyModel,
  vocabulary: Vocabulary,
): ReadonlyMap<number, readonly Pod[]> {
  const selected = new Map<number, readonly Pod[]>();
  for (const { rules } of policies) {
    for (const peer of rules.flatMap(({ peers }) => peers)) {
      if (peer.type !== 'pods') continue;
      const number = vocabulary.selectionOf(peer.selection);
      if (!selected.has(number))
        selected.set(
          number,
          peer.selection.pods.filter((pod) => classOf.has(pod)),
        );
    }
  }
  return selected;
}

/** Returns the addresses that stand for unknown answers of the DNS names of a rule. */
function unknownAnswers(
  { source }: StageRule<RuleSource>,
  family: Family,
  syntheticOf: (name: string, family: Family) => AddressRange,
): AddressRange[] {
  if (source.type !== 'filter') return [];
  return source.filter.destinations.flatMap((target) =>
    target.type === 'name' && target.set.addresses.length === 0
      ? [syntheticOf(normalizeName(target.set.name), family)]
      : [],
  );
}
