import type { Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Family } from '../../net/address.js';
import { rangeOfPrefix } from '../filters/address-range.js';
import type { PolicyModel } from './model.js';
import type { PeerMatch } from './peer.js';

/**
 * Returns the number of pods with an unknown address, if a rule matches a part of the pod network. Returns 0 if none
 * does. `except` is a pod that is not counted.
 */
export function countUnknown({ classes }: PolicyModel, configuration: Configuration, except?: Pod): number {
  return configuration.ipFamilies.reduce((most, family) => {
    const unknown = classes.filter(({ views }) => views[family] && views[family].point === undefined);
    const count = unknown.reduce((sum, { pods }) => sum + pods.filter((pod) => pod !== except).length, 0);
    const profiles = new Set(classes.flatMap(({ ingress, egress }) => [ingress, egress]));
    const isDivided = [...profiles].some(({ stage }) =>
      stage.some(({ rules }) => rules.some((rule) => divides(rule, family, configuration))),
    );
    return Math.max(most, isDivided ? count : 0);
  }, 0);
}

function divides(rule: PeerMatch, family: Family, { clusterSubnets }: Configuration): boolean {
  if (rule.containsPodNetwork[family]) return false;
  const subnets = clusterSubnets.flatMap(({ prefix }) => (prefix.family === family ? [rangeOfPrefix(prefix)] : []));
  return rule.ranges[family].some(({ first, end }) =>
    subnets.some((subnet) => first < subnet.end && subnet.first < end),
  );
}
