import type { Cluster, Pod } from '../../model/cluster.js';
import type { IntentPeer, PolicyRule } from '../../model/intent/policy.js';
import { contains } from '../../net/prefix.js';
import { DNS_NAMESPACES, DNS_PORTS, NODE_LOCAL_ADDRESSES, isDNSServer } from '../shared/dns-servers.js';

/** Returns the DNS servers that the inventory knows. */
export function findDNSServers({ podsByNamespace }: Cluster): ReadonlySet<Pod> {
  const pods = DNS_NAMESPACES.flatMap((namespace) => podsByNamespace.get(namespace) ?? []);
  return new Set(pods.filter(isDNSServer));
}

/**
 * Returns true if an egress rule lets names resolve. Without known servers, every peer outside of the own namespace may
 * be one.
 */
export function allowsDNS({ direction, peers, ports }: PolicyRule, servers: ReadonlySet<Pod>): boolean {
  if (direction !== 'Egress') return false;
  const hasPort =
    ports.length === 0 ||
    ports.some(({ protocol, port, endPort }) => {
      if (protocol !== 'UDP') return false;
      if (typeof port !== 'number') return true;
      return DNS_PORTS.some((one) => one >= port && one <= (endPort ?? port));
    });
  return hasPort && (peers.length === 0 || peers.some((peer) => mayHoldServer(peer, servers)));
}

function mayHoldServer(peer: IntentPeer, servers: ReadonlySet<Pod>): boolean {
  switch (peer.type) {
    case 'pods':
      if (servers.size === 0) return typeof peer.selection.namespaces !== 'string';
      return peer.selection.pods.some((pod) => servers.has(pod));
    case 'block':
      return (
        servers.size === 0 ||
        [...NODE_LOCAL_ADDRESSES, ...[...servers].flatMap(({ addresses }) => addresses)].some((address) =>
          contains(peer.prefix, address),
        )
      );
    case 'addresses':
      return true;
  }
}
