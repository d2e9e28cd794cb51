import { parseAddress, widthOf } from '../../net/address.js';
import { parsePrefix } from '../../net/prefix.js';
import { type Json, type JsonObject, asObject, asList, asString } from '../../std/json.js';

/** CNI plugin of OVN-Kubernetes. */
const PLUGIN = 'ovn-k8s-cni-overlay';

const TOPOLOGIES: readonly string[] = ['layer2', 'layer3', 'localnet'];

/** Fields with lists of networks, and the topologies that support them. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  subnets: TOPOLOGIES,
  excludeSubnets: TOPOLOGIES,
  reservedSubnets: ['layer2'],
  infrastructureSubnets: ['layer2'],
  joinSubnet: ['layer2', 'layer3'],
  transitSubnet: TOPOLOGIES,
};

/** Returns true if OVN-Kubernetes reads a field. It ignores the others, which may contain any text. */
function isRead(field: string, topology: string, role: Json | undefined): boolean {
  if (field === 'transitSubnet') return topology === 'layer2' && role === 'primary';
  return field !== 'excludeSubnets' || topology !== 'layer3';
}

/** Network of OVN-Kubernetes, or the reason for which it rejects one. */
export type OverlayNetwork = { readonly network: JsonObject } | { readonly problem: string };

/**
 * Reads the network of OVN-Kubernetes in a CNI configuration, which may be a list of one plugin. Returns undefined if
 * another plugin makes the network. Problems have the text of OVN-Kubernetes if it has one. `title` is
 * `<namespace>/<name>` of the NetworkAttachmentDefinition.
 */
export function readOverlay(config: JsonObject, title: string): OverlayNetwork | undefined {
  const plugins = asList(config.plugins).map((plugin) => asObject(plugin) ?? {});
  if (config.type !== PLUGIN && !plugins.some(({ type }) => type === PLUGIN)) return undefined;
  const [first = {}, second] = plugins;
  if (second) return { problem: 'CNI plugin chaining is not supported' };
  const network = config.type === PLUGIN ? config : { ...first, name: config.name ?? '' };
  const problem = overlayProblem(network, title);
  return problem === undefined ? { network } : { problem };
}

function overlayProblem(config: JsonObject, title: string): string | undefined {
  const { name, netAttachDefName, topology, role = '', allowPersistentIPs, ipam, transport = '' } = config;
  // The network of the cluster itself is configured elsewhere.
  if (name === 'default') return undefined;
  if (netAttachDefName !== title) {
    return `net-attach-def name (${title}) is inconsistent with config (${asString(netAttachDefName) ?? ''})`;
  }
  const layer = asString(topology) ?? '';
  if (layer !== '' && !TOPOLOGIES.includes(layer)) return `'${layer}' is not a topology`;
  if (allowPersistentIPs === true && layer === 'layer3') return 'layer3 topology does not allow persistent IPs';
  if (role !== '' && role !== 'primary' && role !== 'secondary')
    return `invalid network role value ${asString(role) ?? ''}`;
  if (role === 'primary' && layer === 'localnet') return 'localnet topology does not allow the role primary';
  if (Object.keys(asObject(ipam) ?? {}).length > 0)
    return 'IPAM key is not supported. Use OVN-K provided IPAM via the `subnets` attribute';
  if (transport !== '' && transport !== 'no-overlay' && transport !== 'evpn')
    return `'${asString(transport) ?? ''}' is not a transport`;
  return networkProblem(config, layer);
}

/** Returns the first problem of the networks and gateways of a configuration, or undefined. */
function networkProblem(config: JsonObject, topology: string): string | undefined {
  const isMissing = (asString(config.subnets) ?? '') === '';
  if (config.role === 'primary' && topology === 'layer2' && isMissing)
    return 'the subnet attribute must be defined for layer2 primary user defined networks';
  for (const [field, topologies] of Object.entries(LISTS)) {
    const texts = listOf(config[field]);
    if (texts.length > 0 && topology !== '' && !topologies.includes(topology))
      return `${topology} topology does not allow ${field}`;
    if (!isRead(field, topology, config.role)) continue;
    const hasHostPart = topology === 'layer3' && field === 'subnets';
    const bad = texts.find((text) => !isNetwork(text, hasHostPart));
    if (bad !== undefined) return `'${bad}' in ${field} is not a network`;
  }
  const gateways = listOf(config.defaultGatewayIPs);
  if (gateways.length > 0 && topology !== '' && topology !== 'layer2')
    return `${topology} topology does not allow defaultGatewayIPs`;
  const bad = gateways.find((text) => !parseAddress(text));
  return bad === undefined ? undefined : `'${bad}' in defaultGatewayIPs is not an address`;
}

function listOf(value: Json | undefined): string[] {
  const text = asString(value) ?? '';
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

/**
 * Returns true if a text is a network. With a host part (`10.128.0.0/14/23`), the last number is the prefix length of a
 * node's share.
 */
function isNetwork(text: string, hasHostPart: boolean): boolean {
  const [address = '', length = '', host, ...rest] = text.split('/');
  const prefix = parsePrefix(`${address}/${length}`);
  if (!prefix || rest.length > 0) return false;
  if (host === undefined) return true;
  return (
    hasHostPart && /^[0-9]{1,3}$/.test(host) && Number(host) > prefix.length && Number(host) <= widthOf(prefix.family)
  );
}
