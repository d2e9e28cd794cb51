import type { Intent } from '../../../src/model/intent.js';
import type { CloudAssignment } from '../../../src/model/intent/cloud-address.js';
import type { RerouteIntent, TranslateIntent } from '../../../src/model/intent/egress-point.js';
import type { Lock } from '../../../src/model/lock.js';
import { type Outcome, type Surroundings, lowerObjects } from '../pipeline.js';
import type { Json, JsonObject } from '../../../src/std/json.js';
import { lockedAddresses } from '../../rig/locked-addresses.js';

export interface NodeFacts {
  readonly primary?: readonly string[];
  readonly subnets?: readonly string[];
  readonly others?: readonly string[];
  readonly labelled?: boolean;
  readonly ready?: boolean;
  readonly without?: string;
  readonly cloud?: Json;
}

/** An egress node: node `id` has 192.168.10.`id`/24 unless it says otherwise. */
export function egressNode(name: string, id: number, facts: NodeFacts = {}): JsonObject {
  const {
    primary = [`192.168.10.${id}/24`],
    subnets = [`10.128.${id * 2}.0/23`],
    others = [],
    labelled = true,
    ready = true,
    without,
    cloud,
  } = facts;
  const pair = Object.fromEntries(primary.map((text) => [text.includes(':') ? 'ipv6' : 'ipv4', text]));
  const annotations: Record<string, Json> = {
    'k8s.ovn.org/node-id': String(id),
    'k8s.ovn.org/zone-name': name,
    'k8s.ovn.org/node-subnets': JSON.stringify({ default: subnets }),
    'k8s.ovn.org/node-primary-ifaddr': JSON.stringify(pair),
    'k8s.ovn.org/host-cidrs': JSON.stringify([...primary, ...others]),
    ...(cloud === undefined ? {} : { 'cloud.network.openshift.io/egress-ipconfig': JSON.stringify(cloud) }),
  };
  if (without !== undefined) Reflect.deleteProperty(annotations, without);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: labelled ? { 'k8s.ovn.org/egress-assignable': '' } : {}, annotations },
    status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  };
}

export function egressIP(name: string, egressIPs: readonly string[], more: JsonObject = {}): JsonObject {
  const spec = {
    egressIPs: [...egressIPs],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
  };
  const { status, annotations, ...changes } = more;
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressIP',
    metadata: { name, ...(annotations === undefined ? {} : { annotations }) },
    spec: { ...spec, ...changes },
    ...(status === undefined ? {} : { status }),
  };
}

/** A status from `<address> <node>` texts. */
export function statusOf(...items: readonly string[]): JsonObject {
  return { items: items.map((item) => ({ egressIP: item.split(' ')[0] ?? '', node: item.split(' ')[1] ?? '' })) };
}

export const shop: JsonObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };

export function shopPod(name: string, node: string, addresses: readonly string[], more: JsonObject = {}): JsonObject {
  const { labels = {}, phase = 'Running', ...spec } = more;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', labels },
    spec: { nodeName: node, ...spec },
    status: { phase, podIPs: addresses.map((ip) => ({ ip })) },
  };
}

export interface Placed extends Outcome {
  /** `<EgressIP> <address> <node>` of each status item, in order. */
  readonly items: readonly string[];
  readonly reroutes: readonly RerouteIntent[];
  readonly translations: readonly TranslateIntent[];
  /** What becomes of the addresses on a cloud. */
  readonly cloud: readonly CloudAssignment[];
}

export const INTERCONNECT = 'interconnect: true\n';

/** What EgressIPs and an inventory mean. */
export function place(
  objects: readonly JsonObject[],
  weirYaml = INTERCONNECT,
  surroundings: Surroundings = {},
): Placed {
  const outcome = lowerObjects(objects, weirYaml, surroundings);
  const items = outcome.statuses.flatMap(({ status, cause }) =>
    (status.items as { egressIP: string; node: string }[]).map((item) => `${cause.name} ${item.egressIP} ${item.node}`),
  );
  const only = <Effect extends Intent['effect']>(effect: Effect): Extract<Intent, { effect: Effect }>[] =>
    outcome.intents.filter((intent): intent is Extract<Intent, { effect: Effect }> => intent.effect === effect);
  return {
    ...outcome,
    items,
    reroutes: only('reroute'),
    translations: only('translate'),
    cloud: only('cloud-address').map(({ assignment }) => assignment),
  };
}

/** A lock from `<EgressIP> <address> <node>` texts and marks. */
export function lockOf(items: readonly string[], marks: Readonly<Record<string, number>> = {}): Lock {
  const egressIPs = new Map<string, { mark?: number; addresses: ReturnType<typeof lockedAddresses> }>();
  for (const item of items) {
    const [name = '', address = '', node = ''] = item.split(' ');
    const own = egressIPs.get(name) ?? { addresses: new Map() };
    for (const [text, locked] of lockedAddresses([[address, node]])) own.addresses.set(text, locked);
    egressIPs.set(name, own);
  }
  for (const [name, mark] of Object.entries(marks)) {
    egressIPs.set(name, { addresses: new Map(), ...egressIPs.get(name), mark });
  }
  return { egressIPs, egressServices: new Map() };
}
