import type { NodeGateway, Node, NodeInterface } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import type { NetworkAnnotation, NodeForms, ReleaseProfile } from '../../model/release.js';
import { type Address, type Prefix, parseAddress, withText } from '../../net/address.js';
import { isMac } from '../../net/mac.js';
import { type InterfaceAddress, parsePrefix, readInterfaceAddress } from '../../net/prefix.js';
import { DEFAULT_ZONE } from '../../ovn-kubernetes/zones.js';
import { type Fields, all, asStrings, fieldsOf, readJsonAnnotation } from './fields.js';
import { readHostCIDRs } from './host-cidrs.js';
import { messages } from './messages.js';
import { readCloudEgress } from './node-cloud.js';
import { type JsonObject, asObject, asList, asString } from '../../std/json.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/**
 * Reads a Node. An invalid annotation is reported at its location and treated as missing, so that one bad node does not
 * affect the cluster. `interfaces` are those that weir.yaml lists for the node.
 */
export function readNode(
  manifest: Manifest,
  interfaces: readonly NodeInterface[],
  { nodes }: ReleaseProfile,
  report: Reporter,
): Node {
  const fields = fieldsOf(manifest, report);
  const cloudEgress = readCloudEgress(fields);
  const nodeId = readNodeId(fields);
  const joinAddresses = readJoinAddresses(fields, nodes);
  const gateway = readGateway(fields);
  const chassisId = fields.annotation(NODE_ANNOTATION.chassisId);
  const managementMac = readManagementMac(fields, nodes);
  return {
    name: manifest.name,
    labels: fields.labels,
    zone: readZone(fields),
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(joinAddresses.length === 0 ? {} : { joinAddresses }),
    ...(chassisId === undefined ? {} : { chassisId }),
    subnets: readSubnets(fields),
    ...(gateway ? { gateway } : {}),
    ...readHostCIDRs(fields, manifest.name),
    ...readStatusAddresses(manifest.object),
    primaryAddresses: readAddressPair(fields, NODE_ANNOTATION.primaryAddresses),
    ready: isReady(manifest.object),
    ...(cloudEgress ? { cloudEgress } : {}),
    interfaces,
    transitAddresses: readAddressPair(fields, NODE_ANNOTATION.transitAddresses),
    ...(managementMac === undefined ? {} : { managementMac }),
    gatewayMtuSupport: fields.annotation(NODE_ANNOTATION.gatewayMTUSupport) !== 'false',
    hasEncapIPs: fields.annotation(NODE_ANNOTATION.encapIPs) !== undefined,
    manifest,
  };
}

/**
 * Returns true if the condition `Ready` is True. A Node without any condition, as in handwritten files, counts as
 * ready.
 */
function isReady({ status }: Manifest['object']): boolean {
  const conditions = asList(asObject(status)?.conditions).map(asObject);
  if (conditions.length === 0) return true;
  return conditions.some((condition) => condition?.type === 'Ready' && condition.status === 'True');
}

/** Returns the zone of a node, or '' if it is not safe as the name of an output folder, which is reported. */
function readZone(fields: Fields): string {
  const zone = fields.annotation(NODE_ANNOTATION.zone) ?? DEFAULT_ZONE;
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,252}$/.test(zone)) return zone;
  fields.reportAtAnnotation(messages.badZone(zone), NODE_ANNOTATION.zone);
  return '';
}

function readNodeId(fields: Fields): number | undefined {
  const text = fields.annotation(NODE_ANNOTATION.id);
  if (text === undefined) return undefined;
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text);
  fields.reportAtAnnotation(
    messages.badNodeAnnotation(NODE_ANNOTATION.id, 'it is not a positive number'),
    NODE_ANNOTATION.id,
  );
  return undefined;
}

/**
 * Returns the addresses on the join switch. The annotation counts if the release prefers it. Otherwise it counts only
 * for nodes without the annotation of the id.
 */
function readJoinAddresses(fields: Fields, { joinAddresses, prefersJoinAddresses }: NodeForms): readonly Address[] {
  if (!prefersJoinAddresses && fields.annotation(NODE_ANNOTATION.id) !== undefined) return [];
  const found = firstOf(joinAddresses, fields);
  return found ? readAddressPair(fields, found.name, found.byNetwork).map(({ address }) => address) : [];
}

/** Returns the first of the annotations that is set. */
function firstOf(annotations: readonly NetworkAnnotation[], { annotation }: Fields): NetworkAnnotation | undefined {
  return annotations.find(({ name }) => annotation(name) !== undefined);
}

function readSubnets(fields: Fields): readonly Prefix[] {
  const shape = 'it must be like {"default": ["10.128.2.0/23"]}';
  const subnets = readJsonAnnotation(fields, NODE_ANNOTATION.subnets, shape, (value) => {
    const texts = asStrings(asObject(value)?.default);
    return texts && all(texts.map(parsePrefix));
  });
  return subnets ?? [];
}

/**
 * Reads a pair such as `{"ipv4": "192.168.10.11/24", "ipv6": "fd00:10::11/64"}`, IPv4 first. If `byNetwork` is true,
 * there is such a pair for each network, and `default` is read.
 */
function readAddressPair(fields: Fields, name: string, byNetwork = false): readonly InterfaceAddress[] {
  const pairText = '{"ipv4": "192.168.10.11/24", "ipv6": "fd00:10::11/64"}';
  const shape = `it must be like ${byNetwork ? `{"default": ${pairText}}` : pairText}`;
  const pair = readJsonAnnotation(fields, name, shape, (value) => {
    const object = asObject(byNetwork ? asObject(value)?.default : value);
    const texts = [object?.ipv4, object?.ipv6].filter((text) => text !== undefined && text !== '');
    return object && all(texts.map((text) => readInterfaceAddress(asString(text) ?? '')));
  });
  return pair ?? [];
}

function readManagementMac(fields: Fields, { managementMac }: NodeForms): string | undefined {
  const found = firstOf(managementMac, fields);
  return found && (found.byNetwork ? readMacs : readMac)(fields, found.name);
}

function readMacs(fields: Fields, name: string): string | undefined {
  return readJsonAnnotation(fields, name, 'it must be like {"default": "0a:58:0a:80:02:02"}', (value) => {
    const mac = asString(asObject(value)?.default);
    return mac !== undefined && isMac(mac) ? mac : undefined;
  });
}

/** Reads an annotation that is the address itself, without quotes. */
function readMac(fields: Fields, name: string): string | undefined {
  const mac = fields.annotation(name);
  if (mac === undefined || isMac(mac)) return mac;
  const finding = messages.badNodeAnnotation(name, 'it must be like 0a:58:0a:80:02:02');
  fields.reportAtAnnotation(finding, name);
  return undefined;
}

function readGateway(fields: Fields): NodeGateway | undefined {
  const shape = 'its "default" must hold mode, interface-id, mac-address, ip-addresses and next-hops';
  const gateway = readJsonAnnotation(fields, NODE_ANNOTATION.gateway, shape, (value) => {
    const config = asObject(asObject(value)?.default);
    if (!config) return undefined;
    if ((asString(config.mode) ?? '') === '') return 'disabled' as const;
    return parseGateway(config);
  });
  return gateway === 'disabled' ? undefined : gateway;
}

function parseGateway(config: JsonObject): NodeGateway | undefined {
  const mode = asString(config.mode);
  const macAddress = asString(config['mac-address']) ?? '';
  const ipAddresses = readInterfaceAddresses(config, '');
  const nextHops = all((asStrings(config['next-hops']) ?? []).map(parseAddress));
  const vlanId = Number(config['vlan-id'] ?? 0);
  if ((mode !== 'shared' && mode !== 'local') || !isMac(macAddress) || !ipAddresses || !nextHops) return undefined;
  if (!Number.isInteger(vlanId) || vlanId < 0 || vlanId > 4095) return undefined;
  const external = parseSecondInterface(config);
  if (external === undefined) return undefined;
  return {
    mode,
    interfaceId: asString(config['interface-id']) ?? '',
    macAddress,
    ipAddresses,
    nextHops,
    nodePortEnable: asString(config['node-port-enable']) === 'true',
    vlanId,
    ...(external === 'none' ? {} : { external }),
  };
}

/**
 * Returns the addresses of an interface: its list, or the single one if the list is empty. Returns undefined if there
 * are none, or unless all are addresses.
 */
function readInterfaceAddresses(config: JsonObject, prefix: '' | 'exgw-'): NodeGateway['ipAddresses'] | undefined {
  const listed = asStrings(config[`${prefix}ip-addresses`]) ?? [];
  const texts = listed.length > 0 ? listed : (asStrings(config[`${prefix}ip-address`]) ?? []);
  return texts.length > 0 ? all(texts.map(readInterfaceAddress)) : undefined;
}

/**
 * Returns the second interface, 'none', or undefined if it is invalid. Any invalid part makes the whole annotation
 * unusable.
 */
function parseSecondInterface(config: JsonObject): NodeGateway['external'] | 'none' {
  const interfaceId = asString(config['exgw-interface-id']) ?? '';
  if (interfaceId === '') return 'none';
  const macAddress = asString(config['exgw-mac-address']) ?? '';
  const ipAddresses = readInterfaceAddresses(config, 'exgw-');
  return isMac(macAddress) && ipAddresses ? { interfaceId, macAddress, ipAddresses } : undefined;
}

function readStatusAddresses({ status }: JsonObject): Pick<Node, 'statusAddresses'> {
  const statusAddresses = asList(asObject(status)?.addresses).flatMap((item) => {
    const { type, address } = asObject(item) ?? {};
    const parsed = type === 'InternalIP' && typeof address === 'string' ? parseAddress(address) : undefined;
    return parsed ? [withText(parsed)] : [];
  });
  return statusAddresses.length === 0 ? {} : { statusAddresses };
}
