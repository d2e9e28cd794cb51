import { groupBy } from '../../std/group-by.js';
import type { Cluster, Pod } from '../../model/cluster.js';
import type { Intent } from '../../model/intent.js';
import type { StatusIntent } from '../../model/intent/kubernetes-object.js';
import type { NextHop, RouteIntent } from '../../model/intent/route.js';
import { causeOf } from '../shared/cause.js';
import type { ResolvedPolicy, ServedPolicy } from './resolve.js';
import { isRoutedByPolicy, targetsIn } from './target-pods.js';

/** Namespace → the next hops that annotations name for its pods. */
type Annotated = ReadonlyMap<string, readonly NextHop[]>;

/**
 * Returns the routes and the status of every policy. Routes lead the pods of policies in service to the gateways of the
 * policy and of annotations. Pods with annotated gateways only get their own routes, if no policy has their namespace
 * or routes them. Each pod is in one route at most.
 */
export function lowerPolicies(policies: readonly ResolvedPolicy[], annotated: Annotated, cluster: Cluster): Intent[] {
  const zones = [...cluster.zones.keys()];
  const held = new Set(policies.flatMap((policy) => ('error' in policy ? [] : policy.namespaces)));
  const byNamespace = [...annotated].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...policies.flatMap((policy) => [
      ...('error' in policy ? [] : routesOf(policy, annotated)),
      ...(zones.length === 0 ? [] : [statusOf(policy, zones, cluster)]),
    ]),
    ...byNamespace.flatMap(([namespace, hops]) => {
      const targets = targetsIn(namespace, cluster);
      return routeOf(held.has(namespace) ? targets.filter((pod) => !isRoutedByPolicy(pod)) : targets, hops);
    }),
  ];
}

function routesOf({ manifest, pods, gateways }: ServedPolicy, annotated: Annotated): RouteIntent[] {
  const own = gateways.map(({ address, monitored, pointer }) => ({
    address,
    monitored,
    cause: causeOf(manifest, pointer),
  }));
  const cause = causeOf(manifest, '/spec');
  const known = new Set(own.map(({ address }) => address.text));
  const plain = pods.filter(({ namespace }) => !annotated.has(namespace));
  const others = groupBy(
    pods.filter(({ namespace }) => annotated.has(namespace)),
    ({ namespace }) => namespace,
  );
  return [
    ...routeOf(plain, own, cause),
    ...[...others].flatMap(([namespace, group]) => {
      // If both name a gateway, the policy's BFD setting counts.
      const more = (annotated.get(namespace) ?? []).filter(({ address }) => !known.has(address.text));
      return routeOf(group, [...own, ...more], cause);
    }),
  ];
}

/** Returns a route. Without a policy, its cause is that of the first next hop. */
function routeOf(pods: readonly Pod[], nextHops: readonly NextHop[], cause = nextHops[0]?.cause): RouteIntent[] {
  return pods.length === 0 || nextHops.length === 0 || !cause ? [] : [{ effect: 'route', pods, nextHops, cause }];
}

/** Returns the status: one message per zone and a summary. The applier writes times, because compiling has no clock. */
function statusOf(policy: ResolvedPolicy, zones: readonly string[], { nodeByName }: Cluster): StatusIntent {
  const errors = new Map<string, string>();
  let configured = '';
  if (!('error' in policy)) {
    for (const { pod, error } of policy.failures) {
      const zone = nodeByName.get(pod.nodeName)?.zone;
      if (zone !== undefined && !errors.has(zone)) errors.set(zone, error);
    }
    const addresses = policy.gateways.map(({ address }) => address.text).sort();
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
