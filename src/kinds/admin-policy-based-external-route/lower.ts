import type { Cluster } from '../../model/cluster.js';
import type { Intent, RouteIntent, StatusIntent } from '../../model/intent.js';
import { causeOf } from '../cause.js';
import type { ResolvedPolicy, ServedPolicy } from './resolve.js';

/** For each policy in service a route of its pods to its gateways; the status of every policy. */
export function lowerPolicies(policies: readonly ResolvedPolicy[], cluster: Cluster): Intent[] {
  const zones = [...cluster.zones.keys()];
  return policies.flatMap((policy) => [
    ...('error' in policy ? [] : routeOf(policy)),
    ...(zones.length === 0 ? [] : [statusOf(policy, zones, cluster)]),
  ]);
}

function routeOf({ manifest, pods, gateways }: ServedPolicy): RouteIntent[] {
  if (pods.length === 0 || gateways.length === 0) return [];
  const nextHops = gateways.map(({ address, family, monitored, pointer }) => ({
    address,
    family,
    monitored,
    cause: causeOf(manifest, pointer),
  }));
  return [{ effect: 'route', pods, nextHops, cause: causeOf(manifest, '/spec') }];
}

/** One message of each zone, and their summary. Times are the applier's to write: compiling knows no clock. */
function statusOf(policy: ResolvedPolicy, zones: readonly string[], { nodeByName }: Cluster): StatusIntent {
  const errors = new Map<string, string>();
  let configured = '';
  if (!('error' in policy)) {
    for (const { pod, error } of policy.failures) {
      const zone = nodeByName.get(pod.nodeName)?.zone;
      if (zone !== undefined && !errors.has(zone)) errors.set(zone, error);
    }
    const addresses = policy.gateways.map(({ address }) => address).sort();
    configured = `configured external gateway IPs: ${addresses.join(',')}`;
  }
  const messages = zones.map((zone) => {
    const error = 'error' in policy ? policy.error : errors.get(zone);
    return error === undefined ? `${zone}: ${configured}` : `${zone}: ${zone} failed to apply policy: ${error}`;
  });
  const isApplied = !('error' in policy) && !zones.some((zone) => errors.has(zone));
  const status = { messages, status: isApplied ? 'Success' : 'Fail' };
  return { effect: 'status', subresource: 'status', status, cause: causeOf(policy.manifest, '') };
}
