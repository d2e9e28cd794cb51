import { rangeOfAddress } from '../../traffic/filters/address-range.js';
import { type FilteredPacket, matchesPacket } from '../../traffic/filters/packet.js';
import type { Cluster, Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Finding } from '../../model/diagnostic.js';
import { type CanonicalAddress, widthOf } from '../../net/address.js';
import { DNS_NAMESPACES, NODE_LOCAL, NODE_LOCAL_ADDRESSES, isDNSServer } from '../shared/dns-servers.js';
import { messages } from './messages.js';
import type { ResolvedFirewall, ResolvedRule, ReportAtRule } from './resolved.js';

/** Something that pods as a rule need to reach, outside of the pod network. */
interface Essential extends FilteredPacket {
  readonly what: 'api-server' | 'dns' | 'node';
  /** A node's name, or a pod's. */
  readonly name: string;
}

/** Addresses that pods need, from the inventory. */
export type Essentials = readonly Essential[];

const CONTROL_PLANE_LABELS = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
const API_SERVICE = { name: 'the endpoints of Service default/kubernetes' };
/** Ports of kube-apiserver and the kubelet. */
const API_SERVER_PORT = 6443;
const KUBELET_PORT = 10_250;
const DNS_PORT = 53;
/** More of a sort tell nothing new. */
const MAX_OF_A_SORT = 3;

/**
 * Returns the addresses of the API server, the cluster's DNS and nodes, from the inventory. API servers are the
 * endpoints of their Service, or without those the control plane nodes.
 *
 * Pods of the pod network are excluded: a firewall does not filter traffic to them. Services are translated before the
 * firewall sees a packet. Addresses of a disabled family are excluded, because pods have none of it.
 */
export function findEssentials(cluster: Cluster, { ipFamilies }: Pick<Configuration, 'ipFamilies'>): Essentials {
  return collectEssentials(cluster).filter(({ address }) => ipFamilies.includes(address.family));
}

function collectEssentials({ nodes, podsByNamespace, apiServers }: Cluster): Essentials {
  const controlPlane = nodes.filter(({ labels }) => CONTROL_PLANE_LABELS.some((label) => Object.hasOwn(labels, label)));
  const dnsPods = DNS_NAMESPACES.flatMap((namespace) => podsByNamespace.get(namespace) ?? []).filter(
    (pod) => pod.hostNetwork && isDNSServer(pod),
  );
  return [
    ...(apiServers.length > 0
      ? apiServers
          .slice(0, MAX_OF_A_SORT)
          .flatMap(({ address, port }) => essentialsOf('api-server', [API_SERVICE], () => [address], port))
      : essentialsOf('api-server', controlPlane.slice(0, MAX_OF_A_SORT), addressesOf, API_SERVER_PORT)),
    ...essentialsOf(
      'dns',
      dnsPods.slice(0, MAX_OF_A_SORT),
      ({ labels, addresses }) => (labels['k8s-app'] === NODE_LOCAL ? NODE_LOCAL_ADDRESSES : addresses),
      DNS_PORT,
    ),
    ...essentialsOf('node', nodes.slice(0, MAX_OF_A_SORT), addressesOf, KUBELET_PORT),
  ];
}

function addressesOf({ hostAddresses = [] }: Node): readonly CanonicalAddress[] {
  return hostAddresses;
}

function essentialsOf<T extends { readonly name: string }>(
  what: Essential['what'],
  items: readonly T[],
  addresses: (item: T) => readonly CanonicalAddress[],
  port: number,
): Essential[] {
  const protocol = what === 'dns' ? 'UDP' : 'TCP';
  return items.flatMap((item) =>
    addresses(item).map((address): Essential => {
      const point = rangeOfAddress(address).first;
      return { what, name: item.name, address, point, port: { protocol, port } };
    }),
  );
}

/**
 * Reports the Deny rule that blocks what pods need, once per sort. A rule that denies everything is meant for nodes
 * too, so nodes are reported only for a rule with a network of the node.
 */
export function reportCutOffs(firewall: ResolvedFirewall, essentials: Essentials, reportAt: ReportAtRule): void {
  const rules = firewall.rules();
  if (rules.every(({ verdict }) => verdict === 'allow')) return;
  const reported = new Set<Essential['what']>();
  for (const essential of essentials) {
    const { what } = essential;
    if (reported.has(what)) continue;
    const rule = findDecider(rules, essential);
    if (rule?.verdict !== 'drop' || (what === 'node' && (reported.has('api-server') || !namesNetwork(rule)))) continue;
    reported.add(what);
    reportAt(findingOf(essential), rule);
  }
}

function findDecider(rules: readonly ResolvedRule[], packet: FilteredPacket): ResolvedRule | undefined {
  for (const rule of rules) if (matchesPacket(rule, packet)) return rule;
  return undefined;
}

function findingOf({ what, name, address: { family, text }, port }: Essential): Finding {
  switch (what) {
    case 'api-server':
      return messages.deniesAPIServer(name, text, `${text}/${widthOf(family)}`, port.port);
    case 'dns':
      return messages.deniesDNS(name, text);
    case 'node':
      return messages.deniesNodes(name, text);
  }
}

/** Returns true if the rule is for a network: not for everything, and not for nodes as such. */
function namesNetwork({ destinations }: ResolvedRule): boolean {
  return destinations.every((target) => target.type === 'prefix' && target.prefix.length > 0);
}
