import type { Cluster, Service, ServicePort } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import type { HostRerouteIntent } from '../model/intent/host.js';
import type { CanonicalAddress } from '../net/address.js';
import { groupBy } from '../std/group-by.js';

/** Connections from outside to an endpoint of a Service that are never made, because replies of the endpoint get lost. */
export interface LostReplies {
  readonly service: Service;
  readonly endpoint: CanonicalAddress;
  readonly protocol: ServicePort['protocol'];
  /** Of the endpoint. */
  readonly port: number;
  /** What takes the replies. */
  readonly reroute: HostRerouteIntent;
}

interface Meaning {
  readonly intents: readonly Intent[];
  readonly cluster: Pick<Cluster, 'services'>;
  readonly configuration: Pick<Configuration, 'gatewayMode'>;
}

/**
 * Finds the endpoints of Services with `externalTrafficPolicy: Local` that clients outside never hear of. With shared gateways
 * a packet keeps its source on its way to the endpoint, so the reroute through a host of an EgressService takes the reply
 * (OVN-Kubernetes v1.3). That host has not seen what it answers: it takes a reply of TCP for invalid, and sends it on from the
 * pod's own address. One of UDP or SCTP gets the address that the host translates to, and keeps its port: the client knows
 * it if that is where it has sent to. Replies of pods of an EgressIP are marked, and stay on their route. In the order of
 * the Services.
 */
export function findLostReplies(meaning: Meaning): LostReplies[] {
  return listReceived(meaning).flatMap(({ lost }) => lost ?? []);
}

/**
 * Address → the connections from outside to it that are never made, by whichever Service. One that comes back by another
 * Service, which has the same endpoint, is none of them.
 */
export function collectLostReplies(meaning: Meaning): ReadonlyMap<string, readonly LostReplies[]> {
  const received = listReceived(meaning);
  const answered = new Set(received.flatMap((one) => (one.lost ? [] : [one.key])));
  const lost = received.flatMap((one) => (one.lost && !answered.has(one.key) ? [one.lost] : []));
  return groupBy(lost, ({ endpoint }) => endpoint.text);
}

/** Connections from outside that a Service sends to an endpoint. */
interface Received {
  /** The address, protocol and port of the endpoint. */
  readonly key: string;
  /** Absent where replies come back. */
  readonly lost?: LostReplies;
}

/** All that Services send from outside to endpoints whose replies a host takes. */
function listReceived({ intents, cluster, configuration }: Meaning): Received[] {
  // With local gateways replies leave the node's switch with another source.
  const hosts = configuration.gatewayMode === 'shared' ? collectHosts(intents) : new Map<string, never>();
  if (hosts.size === 0) return [];
  return [...cluster.services.values()].flatMap((service) =>
    service.ports.flatMap((port) => listAtPort(service, port, hosts)),
  );
}

/** A host that takes replies. */
interface ReplyHost {
  readonly reroute: HostRerouteIntent;
  /** What its translations make of the source of replies; absent: nothing is said of that. */
  readonly source?: CanonicalAddress;
}

/** Address → the host that takes its replies to the outside. */
function collectHosts(intents: readonly Intent[]): ReadonlyMap<string, ReplyHost> {
  const hosts = new Map<string, ReplyHost>();
  for (const intent of intents) {
    if (intent.effect !== 'reroute-through-host') continue;
    for (const { address } of intent.sources) hosts.set(address.text, { reroute: intent });
  }
  for (const intent of hosts.size > 0 ? intents : []) {
    if (intent.effect === 'translate-on-host') {
      for (const { address } of intent.sources) {
        const known = hosts.get(address.text);
        if (known?.reroute.host === intent.host) {
          hosts.set(address.text, { reroute: known.reroute, source: intent.address });
        }
      }
    }
    if (intent.effect !== 'reroute') continue;
    // Replies are marked in both families, whichever family the EgressIP has.
    for (const { addresses } of intent.pods) for (const { text } of addresses) hosts.delete(text);
  }
  return hosts;
}

/** What a port of a Service sends to endpoints, each once. */
function listAtPort(service: Service, port: ServicePort, hosts: ReadonlyMap<string, ReplyHost>): Received[] {
  const [target] = port.targets;
  const { hasClusterIP, keepsTrafficLocal, publishesNotReadyAddresses } = service;
  const virtual = [...service.externalIPs, ...service.ingress].filter((address) => address !== undefined);
  if (!target || !hasClusterIP || (port.nodePort === 0 && virtual.length === 0)) return [];
  const found = new Map<string, Received>();
  for (const { addresses, isReady } of target.endpoints.flat()) {
    for (const endpoint of isReady || publishesNotReadyAddresses ? addresses : []) {
      const host = hosts.get(endpoint.text);
      if (!host) continue;
      const key = `${port.protocol} ${target.port} ${endpoint.text}`;
      const isKnown =
        port.protocol !== 'TCP' && port.port === target.port && virtual.some(({ text }) => text === host.source?.text);
      const { protocol } = port;
      const lost = { service, endpoint, protocol, port: target.port, reroute: host.reroute };
      found.set(key, keepsTrafficLocal && !isKnown ? { key, lost } : { key });
    }
  }
  return [...found.values()];
}
