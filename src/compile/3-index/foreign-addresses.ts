import type { Node, Pod, Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import { type Address, type CanonicalAddress, type Prefix, formatAddress } from '../../net/address.js';
import { addressOfCIDR, contains, formatPrefix, parsePrefix } from '../../net/prefix.js';
import { asObject, asString } from '../../std/json.js';
import { annotationPointer } from '../../yaml/locate.js';
import { fieldsOf, parseJsonAnnotation } from './fields.js';
import { readServiceAddresses } from './service-addresses.js';
import { type Evidence, nodeEvidence } from './evidence.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Returns an annotation of a node as evidence. */
export function evidenceOf(node: Node, annotation: string, shown: string): Evidence {
  return nodeEvidence(node, annotationPointer(annotation), shown);
}

/**
 * Returns the texts `ipv4` and `ipv6` of a JSON annotation that Weir reads nowhere else. Values of another shape are no
 * evidence.
 */
function readPair(node: Node, annotation: string): readonly string[] {
  const text = fieldsOf(node.manifest, () => undefined).annotation(annotation);
  if (text === undefined) return [];
  const parsed = parseJsonAnnotation(text);
  const value = 'value' in parsed ? asObject(parsed.value) : undefined;
  const pair = asObject(value?.default) ?? value;
  return [pair?.ipv4, pair?.ipv6].flatMap((text) => asString(text) ?? []);
}

/** Returns true if the cluster has the address's family, but none of the networks contains it. */
function isOutside(
  networks: readonly Prefix[],
  address: Address | undefined,
  { ipFamilies }: Configuration,
): address is Address {
  return (
    address !== undefined &&
    ipFamilies.includes(address.family) &&
    !networks.some((network) => contains(network, address))
  );
}

function clusterNetworks({ clusterSubnets }: Configuration): readonly Prefix[] {
  return clusterSubnets.map(({ prefix }) => prefix);
}

/** Returns the subnets of a node that none of the cluster's pod networks contains. */
export function findForeignSubnets(node: Node, configuration: Configuration): readonly Evidence[] {
  return node.subnets.flatMap((subnet) => {
    const { family, base, length } = subnet;
    const networks = clusterNetworks(configuration).filter((network) => network.length <= length);
    if (!isOutside(networks, { family, value: base }, configuration)) return [];
    return [evidenceOf(node, NODE_ANNOTATION.subnets, formatPrefix(subnet))];
  });
}

/**
 * Returns the names of nodes whose pods may have addresses of other networks: those with foreign subnets, and those that
 * only the hybrid overlay reaches (OVN-Kubernetes).
 */
export function namesWithOtherNetworks(nodes: readonly Node[], configuration: Configuration): readonly string[] {
  const isHybrid = (node: Node): boolean =>
    fieldsOf(node.manifest, () => undefined).annotation(NODE_ANNOTATION.hybridSubnet) !== undefined;
  return nodes
    .filter(
      (node) => findForeignSubnets(node, configuration).length > 0 || (node.subnets.length === 0 && isHybrid(node)),
    )
    .map(({ name }) => name);
}

/** Returns the pod addresses outside of the cluster's pod networks, without those of pods on the nodes in `left`. */
export function findForeignPods(
  pods: readonly Pod[],
  left: ReadonlySet<string>,
  configuration: Configuration,
): readonly Evidence[] {
  const networks = clusterNetworks(configuration);
  const evidence: Evidence[] = [];
  for (const { namespace, name, origin, addresses, hostNetwork, completed, nodeName } of pods) {
    if (hostNetwork || completed || left.has(nodeName)) continue;
    for (const address of addresses) {
      if (!isOutside(networks, address, configuration)) continue;
      const resource = { kind: 'Pod', namespace, name };
      evidence.push({ resource, origin, pointer: '/status/podIPs', shown: address.text });
    }
  }
  return evidence;
}

/** Returns the addresses of a node's router that are in none of the join networks. */
export function findForeignJoins(node: Node, configuration: Configuration): readonly Evidence[] {
  return [NODE_ANNOTATION.joinAddresses, NODE_ANNOTATION.joinAddressesByNetwork].flatMap((annotation) =>
    readPair(node, annotation)
      .map(addressOfCIDR)
      .filter((address) => isOutside(configuration.joinSubnets, address, configuration))
      .map((address) => evidenceOf(node, annotation, formatAddress(address))),
  );
}

/** Returns the addresses of a node that are in none of the transit networks. */
export function findForeignTransits(node: Node, configuration: Configuration): readonly Evidence[] {
  return node.transitAddresses
    .filter(({ address }) => isOutside(configuration.transitSubnets, address, configuration))
    .map(({ address }) => evidenceOf(node, NODE_ANNOTATION.transitAddresses, formatAddress(address)));
}

/** Returns the masquerade networks of a node that are not in the configuration. */
export function findForeignMasquerades(
  node: Node,
  { masqueradeSubnets, ipFamilies }: Configuration,
): readonly Evidence[] {
  const own = new Set(masqueradeSubnets.map(formatPrefix));
  return readPair(node, NODE_ANNOTATION.masqueradeSubnets)
    .flatMap((text) => parsePrefix(text) ?? [])
    .filter((prefix) => ipFamilies.includes(prefix.family) && !own.has(formatPrefix(prefix)))
    .map((prefix) => evidenceOf(node, NODE_ANNOTATION.masqueradeSubnets, formatPrefix(prefix)));
}

/** Returns the cluster IPs that none of the service networks contains. */
export function findForeignServices(
  services: ReadonlyMap<string, Service>,
  configuration: Configuration,
): readonly Evidence[] {
  const isForeign = (address: CanonicalAddress): boolean =>
    isOutside(configuration.serviceCIDRs, address, configuration);
  const suspects = [...services.values()].filter(({ clusterIPs }) => clusterIPs.some(isForeign));
  return suspects.flatMap(({ namespace, name, manifest }) =>
    readServiceAddresses(manifest).flatMap(({ scope, address, pointer }) => {
      if (scope !== 'cluster' || address === undefined || !isForeign(address)) return [];
      const resource = { kind: 'Service', namespace, name };
      return [{ resource, origin: manifest.origin, pointer, shown: address.text }];
    }),
  );
}
