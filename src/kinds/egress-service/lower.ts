import type { Node, Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Intent } from '../../model/intent.js';
import type { HostTranslateIntent, RoutedSource, HostSource } from '../../model/intent/host.js';
import type { StatusIntent } from '../../model/intent/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { type Family, withText } from '../../net/address.js';
import { masqueradeAddress } from '../../ovn-kubernetes/addresses.js';
import { causeOf } from '../shared/cause.js';
import { missingAnnotation } from './host-path.js';
import { ingressOf } from './ingress.js';
import { isNodeLabel, nodeLabelOf } from './node-label.js';
import type { HostPlacement } from './placement.js';
import { type ParsedEgressService, hasTable } from './parse.js';
import type { ResolvedEgressServices } from './resolve.js';
import type { SharedService } from './sharing.js';

/**
 * Returns the intents of each EgressService: a reroute of its endpoints through the host, their translation there, and
 * the routing table of its network. Also the label of the host, and the status.
 */
export function lowerEgressServices({ served }: ResolvedEgressServices, configuration: Configuration): Intent[] {
  return served.flatMap((one): Intent[] => {
    const { parsed, host } = one.placed;
    const { manifest, service } = parsed;
    return [
      ...(host.type === 'node' ? hostIntents(one, host.node, configuration) : []),
      ...(service && hasTable(parsed) ? tableIntents(one, service, configuration) : []),
      // The live controllers fail before they write one.
      ...(host.type === 'none' && host.why === 'bad-selector' ? [] : [statusOf(manifest, host)]),
    ];
  });
}

function statusOf(manifest: Manifest, host: HostPlacement): StatusIntent {
  const text = host.type === 'node' ? host.node.name : host.type === 'every-node' ? 'ALL' : '';
  return { effect: 'status', subresource: 'status', status: { host: text }, cause: causeOf(manifest, '') };
}

function hostIntents(
  { placed: { parsed }, sources }: SharedService,
  host: Node,
  configuration: Configuration,
): Intent[] {
  const { manifest, service } = parsed;
  const { namespace, name } = manifest;
  const label = nodeLabelOf(namespace, name);
  const cause = causeOf(manifest, '/spec');
  const isReached = sources.length > 0 && missingAnnotation(host, configuration) === undefined;
  return [
    ...(isReached ? [{ effect: 'reroute-through-host' as const, sources, host, cause }] : []),
    ...(service?.isLoadBalancer ? translations(parsed, service, sources, host, configuration) : []),
    ...(isNodeLabel(label) ? [{ effect: 'label' as const, node: host, label, value: '', cause }] : []),
  ];
}

function translations(
  { manifest }: ParsedEgressService,
  service: Service,
  sources: readonly HostSource[],
  host: Node,
  { ipFamilies }: Configuration,
): HostTranslateIntent[] {
  return ipFamilies.flatMap((family) => {
    const address = ingressOf(service, family).at(-1);
    const own = eachOnce(sources.filter((source) => source.address.family === family));
    if (address === undefined || own.length === 0) return [];
    const cause = causeOf(manifest, '/spec');
    return [{ effect: 'translate-on-host', sources: own, host, address, cause }];
  });
}

/**
 * Returns intents for endpoints (on their own nodes, or all on the host), for cluster IPs, and for node ports of local
 * traffic. Cluster IPs are the source of replies.
 */
function tableIntents(
  { placed: { parsed, host }, sources }: SharedService,
  service: Service,
  configuration: Configuration,
): Intent[] {
  const { manifest, table } = parsed;
  if (table === undefined || host.type === 'none') return [];
  const everyNode = host.type === 'every-node';
  const routed: RoutedSource[] = [
    ...(everyNode ? sources : eachOnce(sources)).map(({ address, nodeName }) => ({
      address,
      ...(everyNode && nodeName !== '' ? { nodeName } : {}),
    })),
    ...service.clusterIPs.map((address) => ({ address })),
  ];
  const own = [
    ...routed.filter(({ address }) => configuration.ipFamilies.includes(address.family)),
    ...(service.keepsTrafficLocal ? nodePortSources(service, configuration) : []),
  ];
  if (own.length === 0) return [];
  const where = host.type === 'node' ? { host: host.node } : {};
  return [{ effect: 'route-table', ...where, sources: own, table, cause: causeOf(manifest, '/spec/network') }];
}

/** Removes duplicates. An address on two nodes counts once for a host that serves all. */
function eachOnce(sources: readonly HostSource[]): HostSource[] {
  return [...new Map(sources.map((source) => [source.address.text, source])).values()];
}

/**
 * Returns the sources of node ports with local traffic: the masquerade address of the host, which forwards traffic for
 * local endpoints. In OVN-Kubernetes, an ingress entry that is not an IPv4 address, such as a host name, counts as
 * IPv6.
 *
 * OVN-Kubernetes creates the rule even in a cluster without the family. Here it is omitted, because such traffic does
 * not exist, and a kernel without IPv6 rejects it with the rest of the batch.
 */
function nodePortSources({ ingress, nodePorts }: Service, configuration: Configuration): RoutedSource[] {
  const families = new Set(ingress.map((address): Family => address?.family ?? 'IPv6'));
  return configuration.ipFamilies.flatMap((family) => {
    const masquerade = masqueradeAddress(configuration, family, 'hostETPLocal');
    if (!masquerade || !families.has(family)) return [];
    const address = withText(masquerade);
    return nodePorts.filter((port) => port !== 0).map((port) => ({ address, port }));
  });
}
