import { type Packet, matchesPacket } from '../../traffic/filters/packet.js';
import { maySend } from '../../traffic/filters/source.js';
import type { Cluster, ConnectivityCheck } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import type { FilterIntent } from '../../model/intent/filter.js';
import { formatAddress } from '../../net/address.js';
import { messages } from './messages.js';

/**
 * Reports what shall be reachable for a pod by a PodNetworkConnectivityCheck and what a filter drops. Addresses of Services
 * do not count: they are translated before a filter sees the packet.
 */
export function reportConnectivity(
  intents: readonly Intent[],
  { connectivityChecks, services }: Cluster,
  report: Reporter,
): void {
  if (connectivityChecks.length === 0) return;
  const filters = groupByNamespace(intents);
  if (filters.size === 0) return;
  const translated = new Set([...services.values()].flatMap(({ clusterIPs, ingress }) => [...clusterIPs, ...ingress]));
  for (const check of connectivityChecks) {
    const { pod, address, port, isReachable, manifest } = check;
    const text = formatAddress(address);
    if (pod.hostNetwork || pod.completed || translated.has(text) || !maySend(pod, address.family)) continue;
    const packet: Packet = { address, text, port: { protocol: 'TCP', port } };
    const { cause } = decide(filters.get(pod.namespace) ?? [], check, packet) ?? {};
    if (!cause) continue;
    const { kind, namespace, name, origin } = manifest;
    report({
      ...messages.blockedCheck(
        `${namespace}/${pod.name}`,
        `${text} port ${port}`,
        `${cause.kind} ${cause.namespace}/${cause.name}`,
        isReachable,
      ),
      location: { origin, pointer: '/spec/targetEndpoint' },
      resource: { kind, namespace, name },
      related: [
        { message: 'the rule that drops the packets', location: { origin: cause.origin, pointer: cause.pointer } },
      ],
    });
  }
}

/** The filter that drops a packet of the pod; undefined where it passes. The first that is about it decides. */
function decide(
  filters: readonly FilterIntent[],
  { pod }: ConnectivityCheck,
  packet: Packet,
): FilterIntent | undefined {
  const first = filters.find((filter) => (filter.source.pods?.includes(pod) ?? true) && matchesPacket(filter, packet));
  return first?.verdict === 'drop' ? first : undefined;
}

/** Filters by namespace, each list in their order. */
function groupByNamespace(intents: readonly Intent[]): ReadonlyMap<string, readonly FilterIntent[]> {
  const groups = new Map<string, FilterIntent[]>();
  for (const intent of intents) {
    if (intent.effect !== 'filter') continue;
    const known = groups.get(intent.source.namespace);
    if (known) known.push(intent);
    else groups.set(intent.source.namespace, [intent]);
  }
  for (const list of groups.values()) list.sort((a, b) => a.order - b.order);
  return groups;
}
