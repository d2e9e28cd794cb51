import type { Configuration } from '../../../model/configuration.js';
import type { FilterRule } from '../../../model/intent/filter.js';
import { rangeOfPrefix } from '../../../traffic/filters/address-range.js';
import { hasName, namesInFilter, toRules } from '../../../traffic/filters/filter-rules.js';
import { type Sample, findDecider, samplePacket } from '../../../traffic/sample.js';
import type { Coverage, RuleWithPolicy } from './coverage.js';
import { createIsOpen } from './open-packets.js';

/** Egress rule of a NetworkPolicy whose addresses are all outside and are denied by the namespace's EgressFirewall. */
export interface DeniedBlocks {
  readonly rule: RuleWithPolicy;
  /** One of the rule's packets, and the rule that denies it. */
  readonly sample: Sample;
  readonly by: FilterRule;
}

/**
 * Returns rules for blocks outside of the pod network of which the filters of a namespace allow no packet. `filters`
 * are in their order of evaluation.
 */
export function findDeniedBlocks(
  rules: readonly RuleWithPolicy[],
  filters: readonly FilterRule[],
  { matchOf }: Coverage,
  configuration: Configuration,
): DeniedBlocks[] {
  const outside = rules.filter((one) => isOutside(one, matchOf, configuration));
  if (outside.length === 0 || filters.every(({ verdict }) => verdict === 'allow')) return [];
  // The addresses of names are unknown: an Allow may match any address, and a Deny none.
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

/** Returns true if the rule is only for addresses, and none of them is in the pod network. */
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
