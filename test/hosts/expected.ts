import type { HostState } from '../../src/model/host-state.js';
import { parseAddress } from '../../src/net/address.js';
import { contains, parsePrefix } from '../../src/net/prefix.js';
import type { Path } from '../../src/trace/path.js';
import type { HostNetwork, OwnRoute } from './host-network.js';
import type { Outcome } from './host-rig.js';

/**
 * What the model says of a packet that comes by the management port, in the words of what is seen. What it calls unknown is
 * what the host does of itself: its own routes, the egress address of the interface that they lead to, and in local
 * gateway mode the address of that interface. The source is absent where none of these tells it.
 */
export function expectedOf(
  { verdict, end, stages }: Path,
  network: HostNetwork,
  { egressIPTranslations }: HostState,
): Partial<Outcome> {
  if (verdict !== 'delivered') return { end: 'dropped' };
  if (end.type === 'node') return { end: 'host' };
  const unknown = new Set(end.unknown ?? []);
  const table = stages.map(({ text }) => /by table (\d+), which Weir does not manage/.exec(text)?.[1]).find(Boolean);
  const route = longest(
    table === undefined ? mainRoutes(network) : (network.tables.get(Number(table)) ?? []),
    end.name,
  );
  const left = unknown.has('interface')
    ? { interface: route?.interface ?? '', nextHop: route?.via ?? end.name }
    : { interface: end.port ?? '', nextHop: end.nextHop ?? '' };
  if (!unknown.has('source')) return { end: 'wire', ...left, source: end.packet.source };
  const { source } = end.packet;
  const egress = egressIPTranslations.find((one) => one.source === source && one.interface === left.interface);
  if (egress) return { end: 'wire', ...left, source: egress.becomes };
  const isOfPod = holds(network.clusterSubnets, end.packet.source);
  if (!network.masquerades || !isOfPod) return { end: 'wire', ...left };
  const port = network.interfaces.find(({ name }) => name === left.interface);
  const own = port?.addresses.find((address) => address.includes(':') === end.name.includes(':'));
  return { end: 'wire', ...left, source: own?.split('/', 1)[0] ?? '' };
}

function holds(prefixes: readonly string[], text: string): boolean {
  const address = parseAddress(text);
  return prefixes.map(parsePrefix).some((prefix) => address && prefix && contains(prefix, address));
}

function mainRoutes({ interfaces, routes }: HostNetwork): OwnRoute[] {
  const linked = interfaces.flatMap(({ name, addresses }) =>
    addresses.map((destination) => ({ destination, interface: name })),
  );
  return [...linked, ...routes];
}

function longest(routes: readonly OwnRoute[], destination: string): OwnRoute | undefined {
  const address = parseAddress(destination);
  const found = routes.flatMap((route) => {
    const prefix = parsePrefix(route.destination);
    return address && prefix && contains(prefix, address) ? [{ route, length: prefix.length }] : [];
  });
  return found.sort((a, b) => b.length - a.length)[0]?.route;
}
