import { DNS_NAMESPACES, isDNSServer } from '../kinds/shared/dns-servers.js';
import type { Pod } from '../model/cluster.js';
import { rangeOfAddress, mergeRanges, prefixesOfRange } from '../traffic/filters/address-range.js';
import { transportOfPorts } from '../traffic/filters/transport-range.js';
import { mergeTransport } from '../traffic/filters/transport-set.js';
import type { PodUnit, PodUnits } from './pod-units.js';
import type { ResolvedPath } from './resolve-wishes.js';
import type { ExpectationContext } from '../expectations/world.js';

/** Ports of DNS servers whose containers name none: those of CoreDNS, and of OpenShift. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'openshift-dns': 5353 };
const DNS_PORT = 53;
const PROTOCOLS = ['UDP', 'TCP'] as const;

/**
 * Returns the paths to the DNS servers of the inventory, for units that send anything else. Returns none if the
 * inventory has no DNS server.
 */
export function findDNSPaths(
  senders: ReadonlySet<PodUnit>,
  { ofPod }: PodUnits,
  { cluster, configuration }: ExpectationContext,
): ResolvedPath[] {
  const servers = DNS_NAMESPACES.flatMap((name) => cluster.podsByNamespace.get(name) ?? []).filter(isDNSServer);
  const onHosts = servers.filter((pod) => !ofPod.has(pod));
  const addresses = onHosts.flatMap((pod) => pod.addresses.map(rangeOfAddress));
  const ranges = configuration.ipFamilies.flatMap((family) =>
    mergeRanges(addresses.filter((range) => range.family === family)),
  );
  const units = new Set(servers.flatMap((pod) => ofPod.get(pod) ?? []));
  if (units.size + ranges.length === 0) return [];
  return [
    {
      name: 'DNS',
      from: { units: senders, selectors: [], ranges: [], blocks: [] },
      to: { units, selectors: [], ranges, blocks: ranges.flatMap(prefixesOfRange) },
      transport: mergeTransport(servers.flatMap(portsOf).flatMap((port) => transportsOf(port))),
    },
  ];
}

function portsOf({ containerPorts, namespace }: Pod): number[] {
  const named = containerPorts.filter(({ name }) => name.startsWith('dns')).map(({ port }) => port);
  return named.length > 0 ? named : [DEFAULT_PORTS[namespace] ?? DNS_PORT];
}

function transportsOf(port: number) {
  return PROTOCOLS.flatMap((protocol) => transportOfPorts({ protocol, first: port, last: port }));
}
