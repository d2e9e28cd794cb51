import type { Pod } from '../model/cluster.js';
import { type Address, type Family, formatAddress } from '../net/address.js';
import { managementPortName } from '../ovn-kubernetes/row-names.js';
import { groupBy } from '../std/group-by.js';
import { packetOf } from '../trace/packet.js';
import type { Path } from '../trace/path.js';
import type { Tracer } from '../trace/trace.js';
import { type AddressRange, comparePoints, rangeOfAddress, rangeOfPrefix } from '../traffic/filters/address-range.js';
import type { ProofCollector } from './collector.js';
import { sampleAmong } from './destinations.js';
import { PROVEN_PORT, listDecidingRows } from './deciding-rows.js';
import type { PlacedPod, ProofContext } from './places.js';
import type { ProofDifference } from './proof.js';

/** A destination inside of the cluster. */
interface Target {
  readonly address: string;
  readonly range: AddressRange;
  /** The pod with the address. If unset, it is an address of the gateway or the host of a node. */
  readonly placed?: PlacedPod;
  readonly node: string;
}

/**
 * Compares where packets of pods arrive that are for pods and nodes, independent of filters. No resource affects them:
 * those for pods keep their source, and all arrive at their destination. One packet is traced for each class of senders,
 * and for each class of destinations from each zone.
 */
export function proveInside(
  classes: readonly (readonly PlacedPod[])[],
  family: Family,
  context: ProofContext,
  tracer: Tracer,
  { add }: ProofCollector,
): void {
  const nodes = listNodeTargets(classes.flat(), family, context);
  const near = createNearTargets(classes, nodes, context);
  const far = createFarTargets(classes, nodes, family, context);
  const seenZones = new Set<string>();
  for (const pods of classes) {
    const [sender] = pods;
    if (!sender) continue;
    const { zone } = sender.found;
    const targets = seenZones.has(zone.name) ? near(sender) : [...near(sender), ...far(sender)];
    seenZones.add(zone.name);
    const all = pods.map(({ pod }) => pod);
    const differences = targets.flatMap((target) => compare(sender, target, context, tracer, all));
    add(all, { classes: targets.length, differences });
  }
}

type FindTargets = (sender: PlacedPod) => readonly Target[];

/** Creates the function that returns the addresses of the sender's node, and one pod and one node of each other kind. */
function createNearTargets(
  classes: readonly (readonly PlacedPod[])[],
  nodes: AllTargets,
  { world: { intents } }: ProofContext,
): FindTargets {
  const routed = new Set(intents.flatMap((intent) => (intent.effect === 'route' ? intent.pods : [])));
  const switches = [...groupBy(classes.flat(), switchOf).values()];
  const numbers = new Map(switches.map(([first], index) => [first ? switchOf(first) : '', index] as const));
  const known = [...nodes].filter(([, { gateway }]) => gateway.length > 0);
  const nodeNumbers = new Map(known.map(([name], index) => [name, index] as const));
  return (sender) => {
    const number = numbers.get(switchOf(sender)) ?? 0;
    // Packets within a switch pass no row that tells senders apart.
    const [first, second] = switches[number] ?? [];
    const neighbour = first === sender ? second : undefined;
    const [other] = switches[(number + 1) % switches.length] ?? [];
    const [, next] = known[((nodeNumbers.get(sender.pod.nodeName) ?? -1) + 1) % known.length] ?? [];
    const [remote] = next?.gateway ?? [];
    const own = nodes.get(sender.pod.nodeName);
    // An external route of a pod also applies to the other addresses of its host.
    const host = (routed.has(sender.pod) ? own?.gateway : own?.host) ?? [];
    const pods = [neighbour, other === sender ? undefined : other].flatMap((one) => (one ? [targetOf(one)] : []));
    return [...host, ...(remote && !host.includes(remote) ? [remote] : []), ...pods];
  };
}

function switchOf({ found: { zone, port } }: PlacedPod): string {
  return `${zone.name} ${port.datapath}`;
}

function targetOf(placed: PlacedPod): Target {
  const { own, pod, value } = placed;
  const end = typeof value === 'number' ? value + 1 : value + 1n;
  return { address: own, range: { family: placed.family, first: value, end }, placed, node: pod.nodeName };
}

/** The destinations at a node. */
interface NodeTargets {
  /** The addresses of its host. Those of the gateway router are among them. */
  readonly host: readonly Target[];
  /** The addresses of the gateway router, at which other nodes reach it. */
  readonly gateway: readonly Target[];
}

/** Destinations by node. */
type AllTargets = ReadonlyMap<string, NodeTargets>;

/**
 * Returns the destinations at each node. Excludes nodes without pods, and those with a pod that has an address of the
 * host.
 */
function listNodeTargets(
  placed: readonly PlacedPod[],
  family: Family,
  { world: { cluster }, network }: ProofContext,
): AllTargets {
  const held = new Set(placed.map(({ own }) => own));
  const isHeld = (node: string): boolean =>
    network.findPort(managementPortName(node))?.port.addresses.some((address) => held.has(address)) === true;
  const nodes = cluster.nodes.filter(({ name, subnets }) => subnets.length > 0 && !isHeld(name));
  return new Map(
    nodes.map(({ name, gateway, hostAddresses = [] }) => {
      const toTargets = (addresses: readonly Address[]): readonly Target[] =>
        addresses
          .filter((address) => address.family === family)
          .map((address) => ({ address: formatAddress(address), range: rangeOfAddress(address), node: name }));
      const own = toTargets((gateway?.ipAddresses ?? []).map(({ address }) => address));
      const known = new Set(own.map(({ address }) => address));
      const more = toTargets(hostAddresses).filter(({ address }) => !known.has(address));
      return [name, { gateway: own, host: [...own, ...more] }];
    }),
  );
}

/**
 * Creates the function that returns a destination of each class from the zone of a sender: those in the same rows of its
 * routers. Pods of each switch are classes of their own, as are pods whose switch has their address at no or another port.
 */
function createFarTargets(
  classes: readonly (readonly PlacedPod[])[],
  nodes: AllTargets,
  family: Family,
  { world: { cluster } }: ProofContext,
): FindTargets {
  const all = classes.flat();
  const ascending = (targets: readonly Target[]): readonly Target[] =>
    [...targets].sort((a, b) => comparePoints(a.range.first, b.range.first));
  const pods = ascending(all.map(targetOf));
  const ofNodes = ascending([...nodes.values()].flatMap(({ gateway }) => gateway));
  const subnets = cluster.nodes.flatMap((node) => node.subnets.map(rangeOfPrefix));
  const displaced = all.filter(({ found: { zone, port }, own }) => zone.neighbour(port.datapath, own) !== port);
  return ({ found: { zone } }) => [
    ...sampleAmong(pods, subnets, zone, family),
    ...sampleAmong(ofNodes, [], zone, family),
    ...displaced.map(targetOf),
  ];
}

function compare(
  sender: PlacedPod,
  { address, placed, node }: Target,
  { exitsOf }: ProofContext,
  { followPacket }: Tracer,
  pods: readonly Pod[],
): (readonly [string, ProofDifference])[] {
  const { pod, own, family } = sender;
  if (address === own) return [];
  const paths = followPacket(
    { type: 'pod', namespace: pod.namespace, name: pod.name },
    packetOf(own, address, 'TCP', PROVEN_PORT),
  );
  const isRouted = !placed && node !== pod.nodeName;
  const place = placed ? `pod ${placed.pod.namespace}/${placed.pod.name}` : `node ${node}`;
  const said = isRouted
    ? leavingTexts(place, pod, exitsOf(pod, family).sourcesToNodes())
    : [`arrives at ${place} from ${own}`];
  const hasSource = said.some((text) => text.includes(' from '));
  const seen = [...new Set(paths.map((path) => textOf(path, hasSource)))].sort().join(' or ');
  const resources = said.join(' or ');
  if (seen === resources) return [];
  const difference: ProofDifference = {
    packet: {
      ...{ pod, direction: 'to', address, protocol: 'TCP', port: PROVEN_PORT },
      ...(placed ? { peer: placed.pod } : {}),
    },
    pods,
    resources: { text: resources, by: [] },
    rows: { text: seen, by: listDecidingRows(paths) },
  };
  return [[JSON.stringify(['inside', resources, seen]), difference]];
}

/** Describes the paths of packets to another node. */
function leavingTexts(place: string, { nodeName }: Pod, sources: readonly string[] | undefined): readonly string[] {
  if (!sources) return [`leaves by the host of node ${nodeName}`];
  if (sources.length === 0) return [`arrives at ${place}`];
  return [...new Set(sources)].sort().map((source) => `arrives at ${place} from ${source}`);
}

function textOf({ verdict, end }: Path, hasSource: boolean): string {
  if (verdict !== 'delivered') return 'arrives nowhere';
  const { type, name, node = '', unknown = [], packet } = end;
  const from = hasSource ? ` from ${packet.source}` : '';
  if (type !== 'outside') return `arrives at ${type} ${name}${from}`;
  return `leaves ${unknown.includes('interface') ? 'by the host of' : 'at'} node ${node}${from}`;
}
