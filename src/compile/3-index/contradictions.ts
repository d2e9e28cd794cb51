import { pathOfName } from '../../model/kubernetes-object.js';
import { listNames } from '../../std/list-text.js';
import type { Node, Pod, Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type Address, type Prefix, FAMILIES, formatAddress } from '../../net/address.js';
import { addressOfCIDR, contains, formatPrefix, parsePrefix } from '../../net/prefix.js';
import { escapePointer } from '../../yaml/locate.js';
import { messages } from './contradiction-messages.js';
import { fieldsOf, parseJson } from './fields.js';
import { findOtherCloud, findOtherMachine, findOtherPlatform } from './platform.js';
import { readServiceAddresses } from './service-addresses.js';
import { type Witness, nodeWitness } from './witness.js';
import { asObject, asString } from '../../std/json.js';

/** What of the inventory tells of the cluster's settings. */
interface Observed {
  readonly nodes: readonly Node[];
  readonly zones: ReadonlyMap<string, readonly Node[]>;
  /** Those on the default network. */
  readonly pods: readonly Pod[];
  readonly services: ReadonlyMap<string, Service>;
  readonly infrastructures: readonly Manifest[];
}

const PREFIX = 'k8s.ovn.org/';

/**
 * Holds the settings of weir.yaml against the inventory. Reports each setting that objects contradict once, at the first of
 * them: an error where the output would be wrong, a warning where nothing but suspicion follows.
 */
export function reportContradictions(observed: Observed, configuration: Configuration, report: Reporter): void {
  const { nodes, pods, services } = observed;
  const { features } = configuration;
  const reportWitnesses = (witnesses: readonly Witness[], make: (names: string, shown: string) => Finding): void => {
    const [first] = witnesses;
    if (!first) return;
    const names = listNames([...new Set(witnesses.map(({ resource }) => pathOfName(resource)))]);
    const shown = listNames([...new Set(witnesses.map((witness) => witness.shown))]);
    report({ ...make(names, shown), location: first, resource: first.resource });
  };
  const ofNodes = (find: (node: Node) => readonly Witness[]): readonly Witness[] => nodes.flatMap(find);
  const subnets = ofNodes((node) => findForeignSubnets(node, configuration));
  reportWitnesses(subnets, messages.nodeSubnetOutside);
  reportWitnesses(findForeignPods(pods, nodes, subnets, configuration), messages.podAddressOutside);
  reportWitnesses(
    ofNodes((node) => findForeignJoins(node, configuration)),
    messages.joinAddressOutside,
  );
  reportWitnesses(
    ofNodes((node) => findForeignTransits(node, configuration)),
    messages.transitAddressOutside,
  );
  reportWitnesses(
    ofNodes((node) => findForeignMasquerades(node, configuration)),
    messages.otherMasqueradeSubnet,
  );
  // Only load balancers are made of the networks of Services.
  const severity = features.has('services') ? 'error' : 'warning';
  reportWitnesses(findForeignServices(services, configuration), (...texts) =>
    messages.clusterIPOutside(severity, ...texts),
  );
  reportFamilies(observed, configuration, reportWitnesses, report);
  reportGatewayModes(observed, configuration, reportWitnesses);
  reportZones(observed, configuration, reportWitnesses);
  reportPlatform(observed, configuration, reportWitnesses);
}

type ReportWitnesses = (witnesses: readonly Witness[], make: (names: string, shown: string) => Finding) => void;

function witnessOf(node: Node, annotation: string, shown: string): Witness {
  return nodeWitness(node, `/metadata/annotations/${escapePointer(PREFIX + annotation)}`, shown);
}

/** The texts `ipv4` and `ipv6` of a JSON annotation that nothing else of Weir reads; what is not of that shape tells nothing. */
function readPair(node: Node, annotation: string): readonly string[] {
  const parsed = parseJson(fieldsOf(node.manifest, () => undefined).annotation(PREFIX + annotation) ?? '');
  const value = 'value' in parsed ? asObject(parsed.value) : undefined;
  const pair = asObject(value?.default) ?? value;
  return [pair?.ipv4, pair?.ipv6].flatMap((text) => asString(text) ?? []);
}

/** Whether the cluster has the address's family, but none of the networks holds it. */
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

function findForeignSubnets(node: Node, configuration: Configuration): readonly Witness[] {
  return node.subnets.flatMap((subnet) => {
    const { family, base, length } = subnet;
    const networks = clusterNetworks(configuration).filter((network) => network.length <= length);
    if (!isOutside(networks, { family, value: base }, configuration)) return [];
    return [witnessOf(node, 'node-subnets', formatPrefix(subnet))];
  });
}

/**
 * Pods whose node does not tell the same already. Those of a node that only the hybrid overlay reaches have addresses of a
 * network of its own (OVN-Kubernetes v1.3).
 */
function findForeignPods(
  pods: readonly Pod[],
  nodes: readonly Node[],
  told: readonly Witness[],
  configuration: Configuration,
): readonly Witness[] {
  const isHybrid = (node: Node): boolean =>
    fieldsOf(node.manifest, () => undefined).annotation(`${PREFIX}hybrid-overlay-node-subnet`) !== undefined;
  const left = new Set([
    ...told.map(({ resource }) => resource.name),
    ...nodes.filter((node) => node.subnets.length === 0 && isHybrid(node)).map(({ name }) => name),
  ]);
  const networks = clusterNetworks(configuration);
  return pods.flatMap(({ namespace, name, origin, addresses, hostNetwork, completed, nodeName }) => {
    if (hostNetwork || completed || left.has(nodeName)) return [];
    const foreign = addresses.filter((address) => isOutside(networks, address, configuration));
    const resource = { kind: 'Pod', namespace, name };
    return foreign.map(({ text }) => ({ resource, origin, pointer: '/status/podIPs', shown: text }));
  });
}

function findForeignJoins(node: Node, configuration: Configuration): readonly Witness[] {
  return ['node-gateway-router-lrp-ifaddr', 'node-gateway-router-lrp-ifaddrs'].flatMap((annotation) =>
    readPair(node, annotation)
      .map(addressOfCIDR)
      .filter((address) => isOutside(configuration.joinSubnets, address, configuration))
      .map((address) => witnessOf(node, annotation, formatAddress(address))),
  );
}

function findForeignTransits(node: Node, configuration: Configuration): readonly Witness[] {
  return node.transitAddresses
    .filter(({ address }) => isOutside(configuration.transitSubnets, address, configuration))
    .map(({ address }) => witnessOf(node, 'node-transit-switch-port-ifaddr', formatAddress(address)));
}

function findForeignMasquerades(node: Node, { masqueradeSubnets, ipFamilies }: Configuration): readonly Witness[] {
  const own = new Set(masqueradeSubnets.map(formatPrefix));
  return readPair(node, 'node-masquerade-subnet')
    .flatMap((text) => parsePrefix(text) ?? [])
    .filter((prefix) => ipFamilies.includes(prefix.family) && !own.has(formatPrefix(prefix)))
    .map((prefix) => witnessOf(node, 'node-masquerade-subnet', formatPrefix(prefix)));
}

function findForeignServices(services: ReadonlyMap<string, Service>, configuration: Configuration): readonly Witness[] {
  return [...services.values()].flatMap(({ namespace, name, manifest }) =>
    readServiceAddresses(manifest).flatMap(({ scope, address, pointer }) => {
      if (scope !== 'cluster' || address === undefined) return [];
      if (!isOutside(configuration.serviceCIDRs, address, configuration)) return [];
      const resource = { kind: 'Service', namespace, name };
      return [{ resource, origin: manifest.origin, pointer, shown: address.text }];
    }),
  );
}

/** A managed topology leaves out each node of other families, and says so of the node. */
function reportFamilies(
  { nodes }: Observed,
  { ipFamilies, topology }: Configuration,
  reportWitnesses: ReportWitnesses,
  report: Reporter,
): void {
  if (topology === 'managed') return;
  for (const family of FAMILIES) {
    const having = nodes.filter(({ subnets }) => subnets.some((subnet) => subnet.family === family));
    if (!ipFamilies.includes(family)) {
      reportWitnesses(
        having.map((node) => witnessOf(node, 'node-subnets', family)),
        messages.familyOff,
      );
    } else if (having.length === 0 && nodes.some(({ subnets }) => subnets.length > 0)) {
      report({ ...messages.familyUnseen(family), location: { path: '' } });
    }
  }
}

/** While the nodes of a cluster change their mode one by one, no value fits all of them. */
function reportGatewayModes(
  { nodes }: Observed,
  { gatewayMode }: Configuration,
  reportWitnesses: ReportWitnesses,
): void {
  const others = nodes.filter(({ gateway }) => gateway && gateway.mode !== gatewayMode);
  const severity = nodes.some(({ gateway }) => gateway?.mode === gatewayMode) ? 'warning' : 'error';
  reportWitnesses(
    others.map((node) => witnessOf(node, 'l3-gateway-config', node.gateway?.mode ?? '')),
    (...texts) => messages.otherGatewayMode(severity, gatewayMode, ...texts),
  );
}

/** OVN-Kubernetes v1.3 gives nodes addresses on the transit switch with interconnect only. */
function reportZones(
  { nodes, zones }: Observed,
  { interconnect }: Configuration,
  reportWitnesses: ReportWitnesses,
): void {
  const linked = nodes.filter(({ transitAddresses }) => transitAddresses.length > 0);
  if (!interconnect && zones.size > 1) {
    const apart = [...zones].flatMap(([zone, [node]]) => (node ? [witnessOf(node, 'zone-name', zone)] : []));
    // The first zone may be that of nodes without the annotation.
    reportWitnesses(apart.slice(1), () => messages.zonesApart(listNames([...zones.keys()]), zones.size));
  } else if (!interconnect) {
    reportWitnesses(
      linked.map((node) => witnessOf(node, 'node-transit-switch-port-ifaddr', '')),
      messages.interconnectOff,
    );
  } else if (linked.length === 0 && nodes.length > 1) {
    const isGlobal = (node: Node): boolean =>
      fieldsOf(node.manifest, () => undefined).annotation(`${PREFIX}zone-name`) === 'global';
    if (nodes.every(isGlobal)) {
      reportWitnesses(
        nodes.map((node) => witnessOf(node, 'zone-name', '')),
        messages.interconnectUnseen,
      );
    }
  }
}

/**
 * Where live controllers attach egress addresses in a cloud, they say so at the nodes, and OpenShift names the platform; the
 * machine of a node may be one of a cloud all the same that has no part in it.
 */
function reportPlatform(
  { nodes, infrastructures }: Observed,
  { platform }: Configuration,
  reportWitnesses: ReportWitnesses,
): void {
  const certain = [
    ...infrastructures.flatMap((manifest) => findOtherPlatform(manifest, platform)),
    ...nodes.flatMap((node) => findOtherCloud(node, platform)),
  ];
  reportWitnesses(certain, (...texts) => messages.otherPlatform('error', platform, ...texts));
  if (certain.length > 0) return;
  const machines = nodes.flatMap((node) => findOtherMachine(node, platform));
  reportWitnesses(machines, (...texts) => messages.otherPlatform('warning', platform, ...texts));
}
