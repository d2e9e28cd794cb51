import type { Configuration } from '../../../model/configuration.js';
import type { FilterRule } from '../../../model/intent/filter.js';
import { rangeOfPrefix } from '../../../traffic/filters/address-range.js';
import { hasName, namesInFilter, toRules } from '../../../traffic/filters/filter-rules.js';
import { type Sample, findDecider, samplePacket } from '../../../traffic/sample.js';
import type { Coverage, RuleWithPolicy } from './coverage.js';
import { createIsOpen } from './open-packets.js';

/** An egress rule of a NetworkPolicy whose addresses, all outside, the EgressFirewall of the namespace denies. */
export interface DeniedBlocks {
  readonly rule: RuleWithPolicy;
  /** One of its packets, and the rule that denies it. */
  readonly sample: Sample;
  readonly by: FilterRule;
}

/** Finds rules for blocks outside of the pod network of which no packet passes the filters of a namespace, in their order. */
export function findDeniedBlocks(
  rules: readonly RuleWithPolicy[],
  filters: readonly FilterRule[],
  { matchOf }: Coverage,
  configuration: Configuration,
): DeniedBlocks[] {
  const outside = rules.filter((one) => isOutside(one, matchOf, configuration));
  if (outside.length === 0 || filters.every(({ verdict }) => verdict === 'allow')) return [];
  // Answers of names are unknown: an Allow may be for any address, and a Deny for none.
  const known = filters.filter((filter) => filter.verdict === 'allow' || !hasName(filter));
  const list = toRules(known, known.flatMap(namesInFilter), configuration);
  const { ipFamilies } = configuration;
  const isOpen = createIsOpen([list], ipFamilies, ([value]) => (value === 'drop' ? undefined : 'open'));
  return outside.flatMap((rule): DeniedBlocks[] => {
    const { ranges, transport } = matchOf(rule);
    const addresses = ipFamilies.flatMap((family) => ranges[family]);
    if (isOpen(addresses, transport)) return [];
    const sample = samplePacket({ addresses, transport, names: [] }, []);
    const by = sample && known[findDecider(list, sample)];
    return by ? [{ rule, sample, by }] : [];
  });
}

/** Returns true if the rule is for addresses alone, of which none is in the pod network. */
function isOutside(
  placed: RuleWithPolicy,
  matchOf: Coverage['matchOf'],
  { clusterSubnets, ipFamilies }: Configuration,
): boolean {
  const { peers } = placed.rule;
  if (peers.length === 0 || peers.some(({ type }) => type === 'pods')) return false;
  const { ranges } = matchOf(placed);
  const subnets = clusterSubnets.map(({ prefix }) => rangeOfPrefix(prefix));
  const own = ipFamilies.flatMap((family) => ranges[family]);
  return (
    own.length > 0 &&
    !own.some(({ family, first, end }) =>
      subnets.some((subnet) => subnet.family === family && first < subnet.end && subnet.first < end),
    )
  );
}
