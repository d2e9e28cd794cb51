import { type ReportAt, createReportAt } from '../../model/report-at.js';
import type { Cluster, Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import type { HostRerouteIntent } from '../../model/intent/host.js';
import { listNames } from '../../std/list-text.js';
import { messages } from './messages.js';

/**
 * Warns where clients outside get no replies from a Service with `externalTrafficPolicy: Local`. With shared gateways a packet
 * keeps its source on its way to the endpoint, so the reroute through a host of an EgressService takes the reply (OVN-Kubernetes
 * v1.3). That host has not seen what it answers. Replies of pods of an EgressIP are marked, and stay on their route; those of
 * local gateways leave the node's switch with another source. Only TCP is judged: what a host makes of other replies depends
 * on the ports.
 */
export function reportLostReplies(
  intents: readonly Intent[],
  { services }: Cluster,
  { gatewayMode }: Configuration,
  report: Reporter,
): void {
  const hosts = gatewayMode === 'shared' ? hostsOfReplies(intents) : new Map<string, HostRerouteIntent>();
  if (hosts.size === 0) return;
  for (const service of services.values()) {
    for (const [intent, endpoints] of groupByHost(listLocalEndpoints(service), hosts)) {
      reportService(service, intent, endpoints, createReportAt(intent.cause, report));
    }
  }
}

/** Address → the reroute that takes its replies to the outside. */
function hostsOfReplies(intents: readonly Intent[]): ReadonlyMap<string, HostRerouteIntent> {
  const hosts = new Map<string, HostRerouteIntent>();
  for (const intent of intents) {
    if (intent.effect !== 'reroute-through-host') continue;
    for (const { address } of intent.sources) hosts.set(address.text, intent);
  }
  if (hosts.size === 0) return hosts;
  for (const intent of intents) {
    if (intent.effect !== 'reroute') continue;
    const families = new Set(intent.points.map(({ address }) => address.family));
    for (const { addresses } of intent.pods) {
      for (const { family, text } of addresses) if (families.has(family)) hosts.delete(text);
    }
  }
  return hosts;
}

/** Addresses of endpoints that get TCP packets from outside with their source, each once. */
function listLocalEndpoints(service: Service): ReadonlySet<string> {
  const { keepsTrafficLocal, publishesNotReadyAddresses, hasClusterIP, ingress, externalIPs, ports } = service;
  if (!keepsTrafficLocal || !hasClusterIP) return new Set();
  const hasAddress = externalIPs.length > 0 || ingress.some((address) => address !== undefined);
  const found = new Set<string>();
  for (const { protocol, nodePort, targets } of ports) {
    if (protocol !== 'TCP' || (nodePort === 0 && !hasAddress)) continue;
    for (const { addresses, isReady } of targets[0]?.endpoints.flat() ?? []) {
      if (!isReady && !publishesNotReadyAddresses) continue;
      for (const { text } of addresses) found.add(text);
    }
  }
  return found;
}

function groupByHost(
  addresses: ReadonlySet<string>,
  hosts: ReadonlyMap<string, HostRerouteIntent>,
): Map<HostRerouteIntent, string[]> {
  const groups = new Map<HostRerouteIntent, string[]>();
  for (const address of addresses) {
    const intent = hosts.get(address);
    if (!intent) continue;
    const group = groups.get(intent);
    if (group) group.push(address);
    else groups.set(intent, [address]);
  }
  return groups;
}

function reportService(
  { namespace, name, manifest }: Service,
  { host }: HostRerouteIntent,
  endpoints: readonly string[],
  reportAt: ReportAt,
): void {
  const location = { origin: manifest.origin, pointer: '/spec/externalTrafficPolicy' };
  reportAt(messages.repliesThroughHost(`${namespace}/${name}`, listNames(endpoints), host.name), '/metadata/name', [
    { message: 'the Service keeps the source addresses of its clients here', location },
  ]);
}
