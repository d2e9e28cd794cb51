import { protocolOf } from '../address-family.js';
import { groupBy } from '../../../../std/group-by.js';
import { flat } from '../../../../std/json-text.js';
import type { Cluster, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { EgressPoint, RerouteIntent } from '../../../../model/intent/egress-point.js';
import { clusterRouterName } from '../../../../ovn-kubernetes/row-names.js';
import type { RouterRowDraft } from '../router-row.js';
import { podAddress, podRowName } from './identity.js';
import { nextHopOf } from './next-hop.js';
import { rerouteRow, rerouteTo } from './reroute-row.js';

/** The pods of one resource that a zone reroutes to some of its points. */
interface Share {
  readonly intent: RerouteIntent;
  readonly pods: readonly Pod[];
  readonly points: readonly EgressPoint[];
}

/**
 * Prepares the policies that send pods to their egress points and returns a function that gives those of a zone: a
 * policy for each resource, pod and family.
 */
export function createReroutes(
  intents: readonly RerouteIntent[],
  cluster: Cluster,
  configuration: Configuration,
): (zone: string) => RouterRowDraft[] {
  const shares = new Map<string, Share[]>();
  for (const intent of intents) {
    for (const [zone, share] of shareOut(intent, cluster)) {
      const known = shares.get(zone);
      if (known) known.push(...share);
      else shares.set(zone, share);
    }
  }
  return (zone) => (shares.get(zone) ?? []).flatMap((share) => policiesOf(share, zone, configuration));
}

/**
 * Zone → what it does for the resource. A zone reroutes its own pods to every point; pods of other zones, whose traffic
 * comes over the transit switch, only to the management ports of its own nodes: their translation is up to the host,
 * where that of the gateway router needs no reroute.
 */
function shareOut(intent: RerouteIntent, { nodeByName }: Cluster): Map<string, Share[]> {
  const { pods, points } = intent;
  const shares = new Map<string, Share[]>();
  const zoneOf = (pod: Pod): string | undefined => nodeByName.get(pod.nodeName)?.zone;
  const podsByZone = groupBy(pods, zoneOf);
  for (const [zone, local] of podsByZone) {
    if (zone !== undefined) shares.set(zone, [{ intent, pods: local, points }]);
  }
  const secondary = points.filter(({ network }) => network === 'secondary');
  for (const [zone, local] of groupBy(secondary, ({ node }) => node.zone)) {
    const remote = podsByZone.has(zone) ? pods.filter((pod) => zoneOf(pod) !== zone) : pods;
    shares.set(zone, [...(shares.get(zone) ?? []), { intent, pods: remote, points: local }]);
  }
  return shares;
}

function policiesOf({ intent, pods, points }: Share, zone: string, configuration: Configuration): RouterRowDraft[] {
  return configuration.ipFamilies.flatMap((family) => {
    const own = points.filter(({ address }) => address.family === family);
    const hops = own.map((point) => nextHopOf(point, family, zone, configuration)).filter((hop) => hop !== undefined);
    if (hops.length === 0) return [];
    const field = protocolOf(family);
    const reroute = rerouteTo(field, [...new Set(hops)].sort());
    return pods.flatMap((pod): RouterRowDraft[] => {
      const address = podAddress(pod, family);
      if (address === undefined) return [];
      const match = flat(`${field}.src == ${address}`);
      const row = rerouteRow(intent.cause, podRowName(intent.cause, pod), match, reroute);
      return [{ router: clusterRouterName, distinction: match, row }];
    });
  });
}
