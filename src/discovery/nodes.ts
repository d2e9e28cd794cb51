import { formatPrefix, parsePrefix } from '../net/prefix.js';
import { nameOf } from '../model/kubernetes-object.js';
import { type JsonObject, asObject, asString, parseJson } from '../std/json.js';
import { readMode } from './ovnkube-config.js';
import { type PairedNetwork, type ClusterSettings, take, takeNetwork } from './settings.js';
import { plural } from '../std/plural.js';
import { NODE_ANNOTATION } from '../ovn-kubernetes/annotations.js';
import { DEFAULT_ZONE } from '../ovn-kubernetes/zones.js';

/** Annotations with an address of each family in a network of the cluster. */
const ADDRESSES: readonly (readonly [string, PairedNetwork])[] = [
  [NODE_ANNOTATION.joinAddresses, 'joinSubnets'],
  [NODE_ANNOTATION.transitAddresses, 'transitSubnets'],
  [NODE_ANNOTATION.masqueradeSubnets, 'masqueradeSubnets'],
];

/** Annotations of nodes that Weir needs, with the effect if one is missing. */
const NEEDED: readonly (readonly [string, string])[] = [
  [NODE_ANNOTATION.subnets, 'its pods have no network'],
  [NODE_ANNOTATION.gateway, 'its egress is unknown'],
  [NODE_ANNOTATION.hostCIDRs, 'it hosts no egress addresses'],
  [NODE_ANNOTATION.primaryAddresses, 'it hosts no egress addresses'],
  [NODE_ANNOTATION.chassisId, 'it has no gateway router'],
];
const NEEDED_IN_ZONES: readonly (readonly [string, string])[] = [
  [NODE_ANNOTATION.zone, 'it belongs to no zone of its own'],
  [NODE_ANNOTATION.id, 'other zones cannot reach it'],
  [NODE_ANNOTATION.transitAddresses, 'other zones cannot reach it'],
];

const NEEDED_FOR_TUNNELS = [NODE_ANNOTATION.encapIPs, 'other zones cannot reach it'] as const;

/** Reads the settings in the annotations of nodes. The first node with a value for a setting decides. */
export function readNodes(nodes: readonly JsonObject[], settings: ClusterSettings): void {
  const zones = new Set(nodes.map((node) => annotationsOf(node)[NODE_ANNOTATION.zone] ?? DEFAULT_ZONE));
  for (const node of nodes) {
    const from = `Node ${nameOf(node).name}`;
    const annotations = annotationsOf(node);
    const gateway = asObject(asObject(read(annotations, NODE_ANNOTATION.gateway))?.default);
    take(settings, 'gatewayMode', readMode(asString(gateway?.mode)), from);
    for (const [name, setting] of ADDRESSES) {
      const pair = asObject(read(annotations, name));
      for (const family of ['ipv4', 'ipv6']) takeNetwork(settings, setting, networkOf(asString(pair?.[family])), from);
    }
    if (read(annotations, NODE_ANNOTATION.transitAddresses) !== undefined) take(settings, 'interconnect', true, from);
  }
  if (nodes.length > 0) take(settings, 'interconnect', zones.size > 1, `the zones of ${plural(nodes.length, 'node')}`);
}

/** Returns a sentence for each node that lacks annotations, about all of them. */
export function findLackingNodes(nodes: readonly JsonObject[], interconnect: boolean): readonly string[] {
  // Releases before 2025 write no tunnel endpoints.
  const [tunnels] = NEEDED_FOR_TUNNELS;
  const hasTunnels = nodes.some((node) => annotationsOf(node)[tunnels] !== undefined);
  const inZones = hasTunnels ? [...NEEDED_IN_ZONES, NEEDED_FOR_TUNNELS] : NEEDED_IN_ZONES;
  const needed = interconnect ? [...NEEDED, ...inZones] : NEEDED;
  return nodes.flatMap((node) => {
    const annotations = annotationsOf(node);
    const lacking = needed.filter(([name]) => annotations[name] === undefined);
    if (lacking.length === 0) return [];
    const names = lacking.map(([name]) => name).join(', ');
    const effects = [...new Set(lacking.map(([, effect]) => effect))].join('; ');
    return [`${nameOf(node).name} lacks ${names}: ${effects}`];
  });
}

function annotationsOf(node: JsonObject): JsonObject {
  return asObject(asObject(node.metadata)?.annotations) ?? {};
}

function read(annotations: JsonObject, name: string): unknown {
  const text = asString(annotations[name]);
  return text === undefined ? undefined : parseJson(text);
}

/** Returns the network of an address, such as 100.64.0.0/16 for `100.64.0.2/16`. */
function networkOf(text: string | undefined): string | undefined {
  const prefix = text === undefined ? undefined : parsePrefix(text);
  return prefix && formatPrefix(prefix);
}
