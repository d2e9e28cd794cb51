import type { Pod } from '../../model/cluster.js';
import type { CanonicalAddress } from '../../net/address.js';
import type { Protocol } from '../packet.js';
import type { PacketOrigin } from '../origin.js';

export type EndAddress = Pick<CanonicalAddress, 'family' | 'text'>;

/** A pod as a source or destination of packets. */
export interface EndPod extends Pick<Pod, 'namespace' | 'name' | 'labels' | 'nodeName' | 'hostNetwork' | 'workload'> {
  /** True if the pod is completed, or does not exist yet. */
  readonly isAbsent: boolean;
  readonly addresses: readonly EndAddress[];
}

/** A Service as a destination of packets. */
export interface EndService {
  /** All addresses of the Service: its own, the external ones, and those of load balancers. */
  readonly addresses: readonly EndAddress[];
  readonly ports: readonly Transport[];
}

/** The possible sources and destinations of packets in an inventory, by name. */
export interface Ends {
  readonly nodes: readonly string[];
  readonly namespaces: readonly string[];
  /** Returns a pod by `<namespace>/<name>`. */
  readonly services: readonly string[];
  /** Returns the gateway addresses of a node, or undefined if the node does not exist. */
  readonly addressesOfNode: (name: string) => readonly EndAddress[] | undefined;
  readonly podsOf: (namespace: string) => readonly EndPod[] | undefined;
  /** Returns a Service by `<namespace>/<name>`. */
  readonly service: (name: string) => EndService | undefined;
  /** Returns the addresses of a DNS name, given in lower case with its final dot. */
  readonly answersTo: (name: string) => readonly EndAddress[] | undefined;
}

/** A sender. */
export interface Sender {
  /** The display name. */
  readonly name: string;
  readonly origin: PacketOrigin;
  /** If unset, the rows determine the addresses. */
  readonly addresses?: readonly string[];
  /** Addresses of a pod in the inventory, used if the rows do not contain it. */
  readonly knownAddresses?: readonly string[];
}

/** The destination of packets. */
export interface Receiver {
  /** The display name. */
  readonly name: string;
  /** One address for each of its families. */
  readonly addresses: readonly string[];
  /** The default port if the query has none. */
  readonly port?: Transport;
}

export interface Transport {
  readonly protocol: Protocol;
  /** 0 for ICMP. */
  readonly port: number;
}

/** Parses `443/TCP`, `53/UDP`, `443` for TCP, or `ICMP`. */
export function parseTransport(text: string): Transport | undefined {
  if (/^icmp$/i.test(text)) return { protocol: 'ICMP', port: 0 };
  const [, digits, name = 'TCP'] = /^(\d{1,5})(?:\/(TCP|UDP|SCTP))?$/i.exec(text) ?? [];
  const port = Number(digits);
  const protocol = (['TCP', 'UDP', 'SCTP'] as const).find((one) => one === name.toUpperCase());
  return protocol && port > 0 && port < 65_536 ? { protocol, port } : undefined;
}
