import type { Node, Pod } from '../model/cluster.js';
import { type CanonicalAddress, type Family, formatAddress, formatSocket } from '../net/address.js';
import { readEntry } from '../northbound/row-columns.js';
import { joinAddress } from '../ovn-kubernetes/addresses.js';
import { gatewayRouterName } from '../ovn-kubernetes/row-names.js';
import { decidedBy } from '../trace/decider.js';
import { packetOf } from '../trace/packet.js';
import type { Path } from '../trace/path.js';
import type { Tracer } from '../trace/trace.js';
import type { Zone } from '../trace/zone.js';
import type { ProofCollector } from './collector.js';
import { listDecidingRows } from './deciding-rows.js';
import { sampleDestinations } from './destinations.js';
import type { ProofContext } from './places.js';
import type { ProofDifference } from './proof.js';
import type { ServicePlace } from './service-meaning.js';
import { causeOfService, describeBackends, describeVirtual } from './services.js';

/** The gateway router of a node. */
interface Gateway {
  readonly node: Node;
  readonly zone: Zone;
  readonly router: string;
  readonly chassis: string;
}

/**
 * Compares the backends of Services with those of load balancers, at the gateway router of each node, for packets from
 * outside. One packet of each sort is traced from each node to its backends. Policies are compared separately.
 */
export function proveGateways(
  places: readonly ServicePlace[],
  context: ProofContext,
  tracer: () => Tracer,
  { add }: ProofCollector,
): void {
  if (places.length === 0) return;
  const { cluster, configuration } = context.world;
  for (const family of configuration.ipFamilies) {
    const clients = sampleDestinations(context.network.zones, context.world, family);
    for (const node of cluster.nodes) {
      const gateway = findGateway(node, context);
      if (!gateway) continue;
      const traced = new Set<boolean>();
      const keys = new Set<string>();
      const differences = places.flatMap((place) =>
        place.addressesOn(node, family).flatMap((address): readonly (readonly [string, ProofDifference])[] => {
          keys.add(`${place.protocol} ${formatSocket(address.text, place.port)}`);
          const found = compareBackends(gateway, place, address, context);
          if (found) return [found];
          const [client] = clients;
          if (client === undefined || traced.has(place.keepsSource)) return [];
          const backends = podsBehind(place, node, family, context);
          if (backends.length === 0) return [];
          traced.add(place.keepsSource);
          return compareArrival({ gateway, place, address, client, backends }, context, tracer());
        }),
      );
      add([], { classes: keys.size, differences });
    }
  }
}

function findGateway(node: Node, { network }: ProofContext): Gateway | undefined {
  const router = gatewayRouterName(node.name);
  for (const zone of network.zones) {
    const row = zone.row('Logical_Router', router);
    if (row) return { node, zone, router, chassis: readEntry(row.columns, 'options', 'chassis') ?? '' };
  }
  return undefined;
}

const KEPT = ", with the client's address";

function compareBackends(
  { node, zone, router, chassis }: Gateway,
  { service, protocol, port, affinity, keepsSource, backendsAtGateway }: ServicePlace,
  address: CanonicalAddress,
  { network }: ProofContext,
): readonly [string, ProofDifference] | undefined {
  const virtual = network.balancers(zone, 'Logical_Router', router, chassis)(protocol, address.text, port);
  const backends = backendsAtGateway(node, address.family);
  const said = describeBackends(backends, affinity);
  const resources = keepsSource && backends.length > 0 ? `${said}${KEPT}` : said;
  const seen = virtual ? describeVirtual(virtual) : 'no load balancer';
  const rows = virtual?.skipsSnat === true ? `${seen}${KEPT}` : seen;
  if (resources === rows) return undefined;
  const difference: ProofDifference = {
    packet: { direction: 'outside', node: node.name, address: address.text, protocol, port },
    pods: [],
    resources: { text: resources, by: [{ cause: causeOfService(service), text: '' }] },
    rows: { text: rows, by: virtual ? [decidedBy(zone.name, 'Load_Balancer', virtual.row)] : [] },
  };
  return [JSON.stringify(['gateway', protocol, address.text, port, resources, rows]), difference];
}

/** Returns the pods behind a place. Returns an empty list if a backend is no pod. */
function podsBehind(
  { backendsAtGateway }: ServicePlace,
  node: Node,
  family: Family,
  { world }: ProofContext,
): readonly Pod[] {
  const pods = backendsAtGateway(node, family).map((socket) => world.findPod(addressOf(socket)));
  return pods.every((pod) => pod !== undefined) ? pods : [];
}

function addressOf(socket: string): string {
  return socket.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}

interface Arrival {
  readonly gateway: Gateway;
  readonly place: ServicePlace;
  readonly address: CanonicalAddress;
  readonly client: string;
  readonly backends: readonly Pod[];
}

/** Compares the arrival of a packet from outside: the backend, and the address of the router or of the client. */
function compareArrival(
  { gateway: { node }, place, address, client, backends }: Arrival,
  { world, exitsOf }: ProofContext,
  { followPacket, tracePacket }: Tracer,
): readonly (readonly [string, ProofDifference])[] {
  const { protocol, port, service, keepsSource } = place;
  const join = joinAddress(node, world.configuration, address.family);
  const source = keepsSource ? client : join ? formatAddress(join) : '';
  const resources = textOfAll(
    backends.map(({ namespace, name }) => `arrives at pod ${namespace}/${name} from ${source}`),
  );
  const [origin, packet] = [
    { type: 'outside', node: node.name },
    packetOf(client, address.text, protocol, port),
  ] as const;
  // Resources for the egress of a backend may take its replies elsewhere.
  const hasReplies = backends.every((pod) => exitsOf(pod, address.family).causes.length === 0);
  const paths = hasReplies ? tracePacket(origin, packet).paths : followPacket(origin, packet);
  const rows = textOfAll(paths.map(textOf));
  if (resources === rows) return [];
  const difference: ProofDifference = {
    packet: { direction: 'outside', node: node.name, address: address.text, protocol, port },
    pods: [],
    resources: { text: resources, by: [{ cause: causeOfService(service), text: '' }] },
    rows: { text: rows, by: listDecidingRows(paths) },
  };
  return [[JSON.stringify(['from outside', resources, rows]), difference]];
}

function textOf({ verdict, end, arrived }: Path): string {
  if (arrived) return `arrives at ${arrived.type} ${arrived.name} from ${arrived.packet.source}, replies are lost`;
  if (verdict !== 'delivered') return 'arrives nowhere';
  return `arrives at ${end.type} ${end.name} from ${end.packet.source}`;
}

function textOfAll(texts: readonly string[]): string {
  return [...new Set(texts)].sort().join(' or ');
}
