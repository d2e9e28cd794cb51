import { protocolOf } from '../address-family.js';
import type { Cluster } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { HostRerouteIntent, HostSource } from '../../../../model/intent/host.js';
import type { CanonicalAddress } from '../../../../net/address.js';
import { ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { nextHopOf } from '../egress-ip/next-hop.js';
import { routerPolicyKey } from '../keys.js';
import { clusterRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { deferRow } from '../deferred-row.js';
import type { RouterRowDraft } from '../router-row.js';

/** Policies and addresses of zones for endpoints that leave through a host. */
export interface ServiceReroutes {
  /** Returns the policies of a zone: for its own endpoints, and in the host's zone for those of all other zones. */
  readonly policies: (zone: string) => readonly RouterRowDraft[];
  /** Returns the endpoints of the zone itself. */
  readonly servedAddresses: (zone: string) => readonly CanonicalAddress[];
}

interface Share {
  readonly intent: HostRerouteIntent;
  readonly source: HostSource;
  /** True if the endpoint is in the zone. */
  readonly isLocal: boolean;
}

/** Creates the policies that send endpoints to the host of their service. */
export function createServiceReroutes(
  intents: readonly HostRerouteIntent[],
  cluster: Cluster,
  configuration: Configuration,
): ServiceReroutes {
  const shares = new Map<string, Map<string, Share>>();
  // Adds a share of a zone. An address on two nodes is one share: the zone's own if one of the nodes is in the zone.
  const add = (zone: string, share: Share): void => {
    const known = shares.get(zone) ?? new Map<string, Share>();
    shares.set(zone, known);
    const { text } = share.source.address;
    if (share.isLocal || !known.has(text)) known.set(text, share);
  };
  for (const intent of intents) {
    for (const source of intent.sources) {
      if (!configuration.ipFamilies.includes(source.address.family)) continue;
      const hostZone = intent.host.zone;
      const zone = zoneOf(source, hostZone, cluster, configuration);
      if (zone === undefined) continue;
      add(zone, { intent, source, isLocal: true });
      if (zone !== hostZone) add(hostZone, { intent, source, isLocal: false });
    }
  }
  const sharesOf = (zone: string): readonly Share[] => [...(shares.get(zone)?.values() ?? [])];
  return {
    policies: (zone) => sharesOf(zone).flatMap((share) => policyOf(share, zone, configuration)),
    servedAddresses: (zone) => sharesOf(zone).flatMap(({ source, isLocal }) => (isLocal ? [source.address] : [])),
  };
}

/**
 * Returns the zone of an endpoint. Without interconnect, every endpoint on a node is in the single zone, even if the
 * node is unknown.
 */
function zoneOf(
  { nodeName }: HostSource,
  hostZone: string,
  { nodeByName }: Cluster,
  { interconnect }: Configuration,
): string | undefined {
  if (nodeName === '') return undefined;
  return interconnect ? nodeByName.get(nodeName)?.zone : hostZone;
}

function policyOf(
  {
    intent: { host, cause },
    source: {
      address: { text, family },
    },
    isLocal,
  }: Share,
  zone: string,
  configuration: Configuration,
): RouterRowDraft[] {
  const nextHop = nextHopOf({ node: host, network: 'secondary' }, family, zone, configuration);
  if (nextHop === undefined) return [];
  const match = `${protocolOf(family)}.src == ${text}`;
  const owner = `${cause.namespace}/${cause.name}`;
  return [
    {
      router: clusterRouterName,
      distinction: match,
      row: deferRow({
        key: routerPolicyKey(clusterRouterName, ROUTER_POLICY_PRIORITY.throughHost, match),
        columns: () => ({
          action: 'reroute',
          external_ids: { EgressSVC: isLocal ? owner : `${owner}:ic` },
          match,
          nexthops: [nextHop],
          priority: ROUTER_POLICY_PRIORITY.throughHost,
        }),
        cause,
      }),
    },
  ];
}
