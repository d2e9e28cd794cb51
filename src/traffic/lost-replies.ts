import type { Cluster, Service, ServicePort } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { intentsWith } from '../model/intents-by-effect.js';
import type { Intent } from '../model/intent.js';
import type { HostRerouteIntent } from '../model/intent/host.js';
import type { CanonicalAddress } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { memoize } from '../std/memoize.js';
import { transportOfPorts, wholeProtocol } from './filters/transport-range.js';
import { type TransportSet, mergeTransport, subtractTransport } from './filters/transport-set.js';

/** Connections from outside to an endpoint of a Service that fail, because replies of the endpoint get lost. */
export interface LostReplies {
  readonly service: Service;
  readonly endpoint: CanonicalAddress;
  readonly protocol: ServicePort['protocol'];
  /** Port of the endpoint. */
  readonly port: number;
  /** The reroute of the replies. */
  readonly reroute: HostRerouteIntent;
}

/** Connections from outside to a pod that fail, because its replies get lost. */
export interface LostConnections extends Pick<LostReplies, 'endpoint' | 'reroute'> {
  /** The Service of the clients. If unset, clients that connect to the pod's own address. */
  readonly service?: Service;
  /** Protocols, and ports of the pod. */
  readonly transport: TransportSet;
}

interface ReplyContext {
  readonly intents: readonly Intent[];
  readonly cluster: Pick<Cluster, 'services'>;
  readonly configuration: Pick<Configuration, 'gatewayMode' | 'release'>;
}

/**
 * Finds endpoints of Services with `externalTrafficPolicy: Local` whose replies to external clients get lost. Returns
 * them in the order of the Services.
 *
 * With shared gateways, a packet keeps its source on its way to the endpoint. The reroute through the host of an
 * EgressService therefore applies to the reply (OVN-Kubernetes). That host has not seen the request. It treats a TCP
 * reply as invalid, and forwards it with the pod's own address.
 *
 * A UDP or SCTP reply gets the translated address of the host, and keeps its port. It arrives only if the client sent
 * to this socket. Replies of pods of an EgressIP keep their route if the release marks them.
 */
export function findLostReplies(context: ReplyContext): LostReplies[] {
  return listReceivedThrough(findHosts(context), context).flatMap(({ lost }) => lost ?? []);
}

/**
 * Returns the connections from outside that fail, by destination address, for all Services. Excludes connections that
 * return by another Service with the same endpoint. Without a Service, clients send to the pod's own address. Over UDP
 * and SCTP, they drop replies from the translated address of the host. Over TCP and ICMP, the host does not translate
 * replies, so they arrive.
 */
export function collectLostReplies(context: ReplyContext): ReadonlyMap<string, readonly LostConnections[]> {
  const hosts = findHosts(context);
  const byEndpoint = groupBy(listReceivedThrough(hosts, context), ({ endpoint }) => endpoint.text);
  return new Map(
    [...hosts].flatMap(([address, host]) => {
      const lost = listLost(host, byEndpoint.get(address) ?? []);
      return lost.length > 0 ? [[address, lost]] : [];
    }),
  );
}

/** Returns the connections from outside to an address that fail by one Service. */
export type FindLost = (service: Service, address: string) => readonly LostConnections[];

/**
 * Creates a function that finds the lost connections of clients of one Service, even if another Service has the same
 * endpoint.
 */
export function createLostFinder(context: ReplyContext): FindLost {
  const hosts = findHosts(context);
  const byAddress = memoize((service: Service) => {
    const lost = service.ports.flatMap((port) => listAtPort(service, port, hosts)).flatMap(toLostConnections);
    return groupBy(lost, ({ endpoint }) => endpoint.text);
  });
  return (service, address) => (hosts.has(address) ? (byAddress(service).get(address) ?? []) : []);
}

function toLostConnections({ endpoint, lost, transport }: Received): LostConnections[] {
  return lost ? [{ service: lost.service, endpoint, transport, reroute: lost.reroute }] : [];
}

/** Returns the connections that get lost among those that an endpoint receives. */
function listLost({ endpoint, reroute, source }: ReplyHost, received: readonly Received[]): LostConnections[] {
  const answered = mergeTransport(received.flatMap(({ lost, transport }) => (lost ? [] : transport)));
  const ofServices = received.flatMap(toLostConnections).flatMap((one): LostConnections[] => {
    const transport = subtractTransport(one.transport, answered);
    return transport.length > 0 ? [{ ...one, transport }] : [];
  });
  const transport = source ? subtractTransport(TRANSLATED, answered) : [];
  return transport.length > 0 ? [...ofServices, { endpoint, transport, reroute }] : ofServices;
}

/** Protocols whose replies a host translates without having seen the request. */
const TRANSLATED: TransportSet = mergeTransport([...wholeProtocol('UDP'), ...wholeProtocol('SCTP')]);

/** Connections from outside that a Service sends to an endpoint. */
interface Received {
  readonly endpoint: CanonicalAddress;
  /** The protocol and port of the endpoint. */
  readonly transport: TransportSet;
  /** If unset, replies return. */
  readonly lost?: LostReplies;
}

/** Returns the connections that Services forward from outside to endpoints with rerouted replies. */
function listReceivedThrough(hosts: ReadonlyMap<string, ReplyHost>, { cluster }: ReplyContext): Received[] {
  if (hosts.size === 0) return [];
  return [...cluster.services.values()].flatMap((service) =>
    service.ports.flatMap((port) => listAtPort(service, port, hosts)),
  );
}

/** A host that receives replies. */
interface ReplyHost {
  /** Endpoint that sends the replies. */
  readonly endpoint: CanonicalAddress;
  readonly reroute: HostRerouteIntent;
  /** Translated source of replies. If unset, unknown. */
  readonly source?: CanonicalAddress;
}

/** Returns the hosts that receive the replies to external clients, by endpoint address. */
function findHosts({ intents, configuration }: ReplyContext): ReadonlyMap<string, ReplyHost> {
  const hosts = new Map<string, ReplyHost>();
  // With local gateways, replies leave the node's switch with a different source.
  if (configuration.gatewayMode !== 'shared') return hosts;
  for (const reroute of intentsWith(intents, 'reroute-through-host')) {
    for (const { address } of reroute.sources) hosts.set(address.text, { endpoint: address, reroute });
  }
  for (const intent of hosts.size > 0 ? intents : []) {
    if (intent.effect === 'translate-on-host') {
      for (const { address } of intent.sources) {
        const known = hosts.get(address.text);
        if (known?.reroute.host === intent.host) {
          hosts.set(address.text, { endpoint: address, reroute: known.reroute, source: intent.address });
        }
      }
    }
    if (intent.effect !== 'reroute' || !configuration.release.egressIP.marksReplies) continue;
    // Replies are marked in both families, regardless of the EgressIP's family.
    for (const { addresses } of intent.pods) for (const { text } of addresses) hosts.delete(text);
  }
  return hosts;
}

/** Returns the connections of a Service port to endpoints, without duplicates. */
function listAtPort(service: Service, port: ServicePort, hosts: ReadonlyMap<string, ReplyHost>): Received[] {
  const { hasClusterIP, keepsTrafficLocal, publishesNotReadyAddresses } = service;
  const virtual = [...service.externalIPs, ...service.ingress].filter((address) => address !== undefined);
  if (!hasClusterIP || (port.nodePort === 0 && virtual.length === 0)) return [];
  const found = new Map<string, Received>();
  const { protocol, targets } = port;
  for (const target of targets) {
    for (const { addresses, isReady } of target.endpoints.flat()) {
      for (const endpoint of isReady || publishesNotReadyAddresses ? addresses : []) {
        const host = hosts.get(endpoint.text);
        if (!host) continue;
        const isKnown =
          protocol !== 'TCP' && port.port === target.port && virtual.some(({ text }) => text === host.source?.text);
        const lost = { service, endpoint, protocol, port: target.port, reroute: host.reroute };
        const transport = transportOfPorts({ protocol, first: target.port, last: target.port });
        const received = { endpoint, transport, ...(keepsTrafficLocal && !isKnown ? { lost } : {}) };
        found.set(`${target.port} ${endpoint.text}`, received);
      }
    }
  }
  return [...found.values()];
}
