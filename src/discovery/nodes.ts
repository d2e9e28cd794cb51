import { formatPrefix, parsePrefix } from '../net/prefix.js';
import { nameOf } from '../model/kubernetes-object.js';
import { type JsonObject, asObject, asString, parseJson } from '../std/json.js';
import { readMode } from './ovnkube-config.js';
import { type PairedNetwork, type Settings, take, takeNetwork } from './settings.js';
import { plural } from '../std/plural.js';

const PREFIX = 'k8s.ovn.org/';

/** Annotations with an address of each family in a network of the cluster. */
const ADDRESSES: readonly (readonly [string, PairedNetwork])[] = [
  ['node-gateway-router-lrp-ifaddr', 'joinSubnets'],
  ['node-transit-switch-port-ifaddr', 'transitSubnets'],
  ['node-masquerade-subnet', 'masqueradeSubnets'],
];

/** What the nodes lack that Weir reads of them, and what does not work without. */
const NEEDED: readonly (readonly [string, string])[] = [
  ['node-subnets', 'its pods have no network'],
  ['l3-gateway-config', 'how its traffic leaves is not known'],
  ['host-cidrs', 'it hosts no egress addresses'],
  ['node-primary-ifaddr', 'it hosts no egress addresses'],
  ['node-chassis-id', 'it has no gateway router'],
];
const NEEDED_IN_ZONES: readonly (readonly [string, string])[] = [
  ['zone-name', 'it belongs to no zone of its own'],
  ['node-id', 'other zones cannot reach it'],
  ['node-transit-switch-port-ifaddr', 'other zones cannot reach it'],
];

const NEEDED_FOR_TUNNELS = ['node-encap-ips', 'other zones cannot reach it'] as const;

/** Reads what the annotations of nodes tell; the first node that tells a setting decides. */
export function readNodes(nodes: readonly JsonObject[], settings: Settings): void {
  const zones = new Set(nodes.map((node) => annotationsOf(node)[`${PREFIX}zone-name`] ?? 'global'));
  for (const node of nodes) {
    const from = `Node ${nameOf(node).name}`;
    const annotations = annotationsOf(node);
    const gateway = asObject(asObject(read(annotations, 'l3-gateway-config'))?.default);
    take(settings, 'gatewayMode', readMode(asString(gateway?.mode)), from);
    for (const [name, setting] of ADDRESSES) {
      const pair = asObject(read(annotations, name));
      for (const family of ['ipv4', 'ipv6']) takeNetwork(settings, setting, networkOf(asString(pair?.[family])), from);
    }
    if (read(annotations, 'node-transit-switch-port-ifaddr') !== undefined) take(settings, 'interconnect', true, from);
  }
  if (nodes.length > 0) take(settings, 'interconnect', zones.size > 1, `the zones of ${plural(nodes.length, 'node')}`);
}

/** What a node lacks: one sentence about all of it, for each node that lacks something. */
export function findLackingNodes(nodes: readonly JsonObject[], interconnect: boolean): readonly string[] {
  // Releases before 2025 write no tunnel endpoints.
  const [tunnels] = NEEDED_FOR_TUNNELS;
  const hasTunnels = nodes.some((node) => annotationsOf(node)[PREFIX + tunnels] !== undefined);
  const inZones = hasTunnels ? [...NEEDED_IN_ZONES, NEEDED_FOR_TUNNELS] : NEEDED_IN_ZONES;
  const needed = interconnect ? [...NEEDED, ...inZones] : NEEDED;
  return nodes.flatMap((node) => {
    const annotations = annotationsOf(node);
    const lacking = needed.filter(([name]) => annotations[PREFIX + name] === undefined);
    if (lacking.length === 0) return [];
    const names = lacking.map(([name]) => PREFIX + name).join(', ');
    const effects = [...new Set(lacking.map(([, effect]) => effect))].join('; ');
    return [`${nameOf(node).name} lacks ${names}: ${effects}`];
  });
}

function annotationsOf(node: JsonObject): JsonObject {
  return asObject(asObject(node.metadata)?.annotations) ?? {};
}

function read(annotations: JsonObject, name: string): unknown {
  const text = asString(annotations[PREFIX + name]);
  return text === undefined ? undefined : parseJson(text);
}

/** `100.64.0.2/16` is an address of 100.64.0.0/16. */
function networkOf(text: string | undefined): string | undefined {
  const prefix = text === undefined ? undefined : parsePrefix(text);
  return prefix && formatPrefix(prefix);
}
