import { groupBy } from '../../../../std/group-by.js';
import { memoize } from '../../../../std/memoize.js';
import type { Node, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { EgressPoint, RerouteIntent } from '../../../../model/intent/egress-point.js';
import type { Family } from '../../../../net/address.js';
import type { RouterRowDraft } from '../router-row.js';
import { managementAddress } from '../../../../ovn-kubernetes/addresses.js';
import { podAddress } from './identity.js';
import { nextHopOf } from './next-hop.js';
import { type Reroute, rerouteKey, rerouteRow } from './reroute-row.js';

/** Pods of one resource that a zone reroutes, and the points to which it does. */
export interface RerouteShare {
  readonly intent: RerouteIntent;
  readonly pods: readonly Pod[];
  readonly points: readonly EgressPoint[];
  /** True if these are pods of the zone itself. */
  readonly isOwn: boolean;
}

/** Returns the shares of resources by zone, in the order of the resources. `zones`: the zone of each node. */
export function shareReroutes(
  intents: readonly RerouteIntent[],
  zones: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly RerouteShare[]> {
  const shares = new Map<string, RerouteShare[]>();
  for (const intent of intents) {
    for (const [zone, share] of shareOut(intent, ({ nodeName }) => zones.get(nodeName))) {
      const known = shares.get(zone);
      if (known) known.push(...share);
      else shares.set(zone, share);
    }
  }
  return shares;
}

/**
 * Returns the policies that send pods of a zone to their egress points: one for each resource, pod and family. `settle` returns
 * the common data of policies, see `rerouteTo`.
 */
export function rerouteRows(
  zone: string,
  shares: readonly RerouteShare[],
  configuration: Configuration,
  settle: (key: string) => Reroute,
): RouterRowDraft[] {
  const drafts: RouterRowDraft[] = [];
  const rerouteOf = createRerouteFinder(zone, configuration, settle);
  for (const share of shares) {
    for (const family of configuration.ipFamilies) addPolicies(share, family, rerouteOf(share.points, family), drafts);
  }
  return drafts;
}

/**
 * Returns the shares of a resource per zone. A zone reroutes its own pods to every point. Pods of other zones, whose
 * traffic arrives over the transit switch, are rerouted only to the management ports of the zone's own nodes. There the
 * host translates, whereas a gateway router needs no reroute.
 */
function shareOut(intent: RerouteIntent, zoneOf: (pod: Pod) => string | undefined): Map<string, RerouteShare[]> {
  const { pods, hostPods = [], points } = intent;
  const shares = new Map<string, RerouteShare[]>();
  const podsByZone = groupBy(pods, zoneOf);
  for (const [zone, local] of podsByZone) {
    const own = local.length === pods.length ? pods : local;
    if (zone !== undefined) shares.set(zone, [{ intent, pods: own, points, isOwn: true }]);
  }
  const secondary = points.filter(({ network }) => network === 'secondary');
  for (const [zone, local] of groupBy(secondary, ({ node }) => node.zone)) {
    const remote = podsByZone.has(zone) ? pods.filter((pod) => zoneOf(pod) !== zone) : pods;
    const onHost = hostPods.filter((pod) => zoneOf(pod) !== undefined && zoneOf(pod) !== zone);
    const others = onHost.length === 0 ? remote : [...remote, ...onHost];
    shares.set(zone, [...(shares.get(zone) ?? []), { intent, pods: others, points: local, isOwn: false }]);
  }
  return shares;
}

/**
 * Creates a function that returns the common data of the policies to points in a zone, or undefined without a next hop
 * in the family. Points on the same nodes give the same object.
 */
function createRerouteFinder(
  zone: string,
  configuration: Configuration,
  settle: (key: string) => Reroute,
): (points: readonly EgressPoint[], family: Family) => Reroute | undefined {
  const hopsOf = { IPv4: createHops('IPv4', zone, configuration), IPv6: createHops('IPv6', zone, configuration) };
  const { secondaryMark, identifiesPods } = configuration.release.egressIP;
  // Returns the mark of the first point, which decides: OVN-Kubernetes only adds next hops to an existing policy.
  const markOf = (points: readonly EgressPoint[], family: Family): number | undefined => {
    const first = secondaryMark === undefined ? undefined : points.find(({ address }) => address.family === family);
    return first?.network === 'secondary' && first.node.zone === zone ? secondaryMark : undefined;
  };
  return (points, family) => {
    const hops = hopsOf[family](points);
    return hops.length > 0 ? settle(rerouteKey(family, hops, markOf(points, family), identifiesPods)) : undefined;
  };
}

/** Creates a function that returns the next hops of points in a family, each once, in byte order. */
function createHops(
  family: Family,
  zone: string,
  configuration: Configuration,
): (points: readonly EgressPoint[]) => readonly string[] {
  const { mixesManagementFamilies } = configuration.release.egressIP;
  const hopFamily = (node: Node): Family =>
    mixesManagementFamilies && node.zone === zone && managementAddress(node, 'IPv4') ? 'IPv4' : family;
  const hopOn = {
    primary: memoize((node: Node) => nextHopOf({ node, network: 'primary' }, family, zone, configuration)),
    secondary: memoize((node: Node) => nextHopOf({ node, network: 'secondary' }, hopFamily(node), zone, configuration)),
  };
  return (points) => {
    const hops = new Set<string>();
    for (const { address, node, network } of points) {
      const hop = address.family === family ? hopOn[network](node) : undefined;
      if (hop !== undefined) hops.add(hop);
    }
    return [...hops].sort();
  };
}

function addPolicies(
  { intent: { cause }, pods }: RerouteShare,
  family: Family,
  reroute: Reroute | undefined,
  drafts: RouterRowDraft[],
): void {
  if (!reroute) return;
  for (const pod of pods) {
    const address = podAddress(pod, family);
    if (address !== undefined) drafts.push(rerouteRow(cause, pod, address, reroute));
  }
}
