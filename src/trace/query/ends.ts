import type { Pod } from '../../model/cluster.js';
import type { CanonicalAddress } from '../../net/address.js';
import type { Protocol } from '../packet.js';
import type { Origin } from '../origin.js';

export type EndAddress = Pick<CanonicalAddress, 'family' | 'text'>;

/** A pod as an end of packets. */
export interface EndPod extends Pick<Pod, 'namespace' | 'name' | 'labels' | 'nodeName' | 'hostNetwork' | 'workload'> {
  /** Completed, or not there yet. */
  readonly isAbsent: boolean;
  readonly addresses: readonly EndAddress[];
}

/** A Service as an end of packets. */
export interface EndService {
  /** All that lead to it: its own, the external ones, and those of load balancers. */
  readonly addresses: readonly EndAddress[];
  readonly ports: readonly Transport[];
}

/** What packets may come from, and be for: what is known of an inventory by name. */
export interface Ends {
  readonly nodes: readonly string[];
  readonly namespaces: readonly string[];
  /** By `<namespace>/<name>`. */
  readonly services: readonly string[];
  /** The addresses of its gateway; undefined where there is no such node. */
  readonly addressesOfNode: (name: string) => readonly EndAddress[] | undefined;
  readonly podsOf: (namespace: string) => readonly EndPod[] | undefined;
  /** By `<namespace>/<name>`. */
  readonly service: (name: string) => EndService | undefined;
  /** The answers to a DNS name in lower case, with its final dot. */
  readonly answersTo: (name: string) => readonly EndAddress[] | undefined;
}

/** A sender. */
export interface Sender {
  /** As it is shown. */
  readonly name: string;
  readonly origin: Origin;
  /** Absent where the rows tell them. */
  readonly addresses?: readonly string[];
  /** Addresses that the inventory gives a pod, for rows that do not contain it. */
  readonly knownAddresses?: readonly string[];
}

/** Whom packets are for. */
export interface Receiver {
  /** As it is shown. */
  readonly name: string;
  /** One of each family that it has. */
  readonly addresses: readonly string[];
  /** The port that counts where none is asked for. */
  readonly port?: Transport;
}

export interface Transport {
  readonly protocol: Protocol;
  /** 0 for ICMP. */
  readonly port: number;
}

/** `443/TCP`, `53/UDP`, `443` for TCP, or `ICMP`. */
export function parseTransport(text: string): Transport | undefined {
  if (/^icmp$/i.test(text)) return { protocol: 'ICMP', port: 0 };
  const [, digits, name = 'TCP'] = /^(\d{1,5})(?:\/(TCP|UDP|SCTP))?$/i.exec(text) ?? [];
  const port = Number(digits);
  const protocol = (['TCP', 'UDP', 'SCTP'] as const).find((one) => one === name.toUpperCase());
  return protocol && port > 0 && port < 65_536 ? { protocol, port } : undefined;
}
