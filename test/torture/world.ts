import { nameOf, textOf } from '../../src/model/kubernetes-object.js';
import type { JsonObject } from '../../src/std/json.js';
import { node } from '../cli/live/cluster.js';
import type { Random } from '../rig/random.js';
import * as resources from './resources.js';

/** The objects of a cluster and of a policy, by `<kind> <namespace>/<name>`. */
export interface World {
  /** The zone whose database fails: that of all nodes, or of one of them. */
  readonly zone: Zone;
  readonly inventory: ReadonlyMap<string, JsonObject>;
  readonly policy: ReadonlyMap<string, JsonObject>;
}

/** Objects that are set, or removed where they are undefined. */
export interface Event {
  readonly name: string;
  readonly inventory?: Readonly<Record<string, JsonObject | undefined>>;
  readonly policy?: Readonly<Record<string, JsonObject | undefined>>;
}

/** `global`: without interconnect. `heron`: each node has a zone. */
export type Zone = 'global' | 'heron';

export const NODES = ['heron', 'otter', 'plover'];
export const NAMESPACES = ['shop', 'media'];
const TEAMS = ['a', 'b'];
const APPS = ['web', 'db'];
const PODS = 7;
const SERVICE_ADDRESS = '10.96.0.10';

/** Destinations outside of the cluster. The first two are in networks of firewalls. */
export const OUTSIDE = ['203.0.113.5', '198.51.100.7', '192.0.2.9'];

export function keyOf(object: JsonObject): string {
  const { namespace, name } = nameOf(object);
  return `${textOf(object.kind)} ${namespace}/${name}`;
}

/** Returns a world after events. */
export function follow(world: World, events: readonly Event[]): World {
  const [inventory, policy] = [new Map(world.inventory), new Map(world.policy)];
  for (const event of events) {
    for (const [objects, changes] of [
      [inventory, event.inventory],
      [policy, event.policy],
    ] as const)
      for (const [key, object] of Object.entries(changes ?? {})) {
        if (object) objects.set(key, object);
        else objects.delete(key);
      }
  }
  return { zone: world.zone, inventory, policy };
}

/** Returns the first world of a series. */
export function begin(zone: Zone, random: Random): World {
  const inventory = [
    ...NODES.map((name, index) => nodeObject(name, index, zone, { isReady: true, isEgress: true })),
    namespaceObject('weir', 'none'),
    ...NAMESPACES.map((name, index) => namespaceObject(name, TEAMS[index] ?? 'a')),
    ...Array.from({ length: 5 }, (_, index) => podObject(index, random, 'Running')),
    service(),
    slice([], random),
  ];
  const policy = resources.all(random);
  const byKey = (objects: readonly JsonObject[]): Map<string, JsonObject> =>
    new Map(objects.map((one) => [keyOf(one), one]));
  return { zone, inventory: byKey(inventory), policy: byKey(policy) };
}

/** Returns a random event in a world. */
export function choose(world: World, random: Random): Event {
  const kinds = [
    podEvent,
    podEvent,
    podEvent,
    podEvent,
    namespaceEvent,
    nodeEvent,
    sliceEvent,
    policyEvent,
    policyEvent,
  ];
  return pick(kinds, random)(world, random);
}

/** The pods of a world with an address. */
export function podsOf({ inventory }: World): { namespace: string; pod: string; address: string }[] {
  return [...inventory.values()].flatMap((object) => {
    const address = (object.status as JsonObject | undefined)?.podIP;
    const { namespace, name } = nameOf(object);
    return object.kind === 'Pod' && typeof address === 'string' ? [{ namespace, pod: name, address }] : [];
  });
}

function podEvent({ inventory }: World, random: Random): Event {
  const index = random(PODS);
  const key = `Pod ${namespaceOfPod(index)}/pod-${index}`;
  const live = inventory.get(key);
  if (!live) {
    const phase = pick(['Pending', 'Running', 'Running'], random);
    return { name: `create ${key} ${phase}`, inventory: { [key]: podObject(index, random, phase) } };
  }
  const status = live.status as JsonObject;
  if (status.phase === 'Pending') {
    const { nodeName } = live.spec as JsonObject;
    const started = { ...live, status: statusOfPod(index, textOf(nodeName), 'Running') };
    return { name: `address ${key}`, inventory: { [key]: started } };
  }
  switch (random(4)) {
    case 0:
      return { name: `delete ${key}`, inventory: { [key]: undefined } };
    case 1:
      return { name: `complete ${key}`, inventory: { [key]: { ...live, status: { ...status, phase: 'Succeeded' } } } };
    default: {
      const metadata = { ...(live.metadata as JsonObject), labels: { app: pick(APPS, random) } };
      return { name: `relabel ${key}`, inventory: { [key]: { ...live, metadata } } };
    }
  }
}

function namespaceEvent(_: World, random: Random): Event {
  const object = namespaceObject(pick(NAMESPACES, random), pick(TEAMS, random));
  return { name: `label ${keyOf(object)}`, inventory: { [keyOf(object)]: object } };
}

function nodeEvent({ zone }: World, random: Random): Event {
  const index = random(NODES.length);
  const [isReady, isEgress] = [random(3) > 0, random(4) > 0];
  const object = nodeObject(NODES[index] ?? '', index, zone, { isReady, isEgress });
  return {
    name: `${isReady ? '' : 'un'}ready ${isEgress ? '' : 'un'}label ${keyOf(object)}`,
    inventory: { [keyOf(object)]: object },
  };
}

function sliceEvent(world: World, random: Random): Event {
  const addresses = podsOf(world).flatMap(({ namespace, address }) =>
    namespace === 'shop' && random(2) === 0 ? [address] : [],
  );
  const object = slice(addresses, random);
  return { name: `endpoints ${addresses.join()}`, inventory: { [keyOf(object)]: object } };
}

function policyEvent({ policy }: World, random: Random): Event {
  const object = resources.one(random);
  const key = keyOf(object);
  if (policy.has(key) && random(4) === 0) return { name: `remove ${key}`, policy: { [key]: undefined } };
  return { name: `edit ${key}`, policy: { [key]: object } };
}

/** Returns the address of a node to which probes are sent: the second one of its subnet. */
export function managementAddressOf(name: string): string {
  return `10.128.${2 * (11 + NODES.indexOf(name))}.2`;
}

/** Returns an event by which a node is not ready. */
export function losing(world: World, name: string): Event {
  const key = `Node /${name}`;
  const status = { conditions: [{ type: 'Ready', status: 'False' }] };
  return { name: `lose ${key}`, inventory: { [key]: { ...world.inventory.get(key), status } } };
}

function nodeObject(
  name: string,
  index: number,
  zone: Zone,
  { isReady, isEgress }: { isReady: boolean; isEgress: boolean },
): JsonObject {
  const plain = node(name, index + 11);
  const labels = isEgress ? { 'k8s.ovn.org/egress-assignable': '' } : {};
  const metadata = plain.metadata as JsonObject;
  const ofZone = {
    'k8s.ovn.org/zone-name': name,
    'k8s.ovn.org/node-transit-switch-port-ifaddr': `{"ipv4": "100.88.0.${index + 11}/16"}`,
  };
  const annotations = { ...(metadata.annotations as JsonObject), ...(zone === 'global' ? {} : ofZone) };
  return {
    ...plain,
    metadata: { ...metadata, labels, annotations },
    status: { conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
  };
}

function namespaceObject(name: string, team: string): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name, team } },
  };
}

const namespaceOfPod = (index: number): string => NAMESPACES[index % 2] ?? '';

function podObject(index: number, random: Random, phase: string): JsonObject {
  const nodeName = pick(NODES, random);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${index}`, namespace: namespaceOfPod(index), labels: { app: pick(APPS, random) } },
    spec: { nodeName, containers: [{ name: 'main', ports: [{ name: 'http', containerPort: 80 }] }] },
    status: statusOfPod(index, nodeName, phase),
  };
}

function statusOfPod(index: number, nodeName: string, phase: string): JsonObject {
  if (phase === 'Pending') return { phase };
  const address = `10.128.${2 * (11 + NODES.indexOf(nodeName))}.${5 + index}`;
  return { phase, podIP: address, podIPs: [{ ip: address }] };
}

function service(): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      type: 'LoadBalancer',
      clusterIP: SERVICE_ADDRESS,
      clusterIPs: [SERVICE_ADDRESS],
      externalTrafficPolicy: 'Cluster',
      ports: [{ port: 80, targetPort: 80, protocol: 'TCP', nodePort: 31080 }],
      selector: { app: 'web' },
    },
    status: { loadBalancer: { ingress: [{ ip: '192.0.2.200' }] } },
  };
}

function slice(addresses: readonly string[], random: Random): JsonObject {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'web-1', namespace: 'shop', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    ports: [{ port: 80, protocol: 'TCP', name: '' }],
    endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: random(4) > 0 } })),
  };
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
