import type { Cluster, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { type CanonicalAddress, FAMILIES, readAddress, withText } from '../net/address.js';
import { managementAddress } from '../ovn-kubernetes/addresses.js';
import { createIntegerTable } from '../std/integer-table.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import { rangesBeyond } from '../traffic/outside.js';
import type { AddressNumbers } from './flow-record.js';
import { type ObservedPeer, formatWorkload } from './peer.js';

/** Maximum number of peers. Addresses beyond it have no number, so memory is bounded. */
const MAX_PEERS = 2 ** 20;

/** Number of every address beyond the maximum number of peers. */
export const BEYOND_LIMIT = -2;

/** The peers behind addresses. Numbers of addresses are indexes of `peers`. */
export interface AddressPeers extends AddressNumbers {
  /** Grows with each new address that no object has. */
  readonly peers: readonly ObservedPeer[];
}

/**
 * Creates the peers of a cluster. Pods of a workload share a peer if `groupOf` returns the same text for them.
 *
 * A pod takes precedence over a Service, and a Service over a node.
 */
export function createAddressPeers(
  { cluster, configuration }: { readonly cluster: Cluster; readonly configuration: Configuration },
  groupOf: (pod: Pod) => string,
  maxPeers = MAX_PEERS,
): AddressPeers {
  const peers: ObservedPeer[] = [];
  const index = createAddressIndex();
  const isBeyond = createOutsideCheck(configuration);
  const add = (peer: ObservedPeer): number => peers.push(peer) - 1;
  addPods(cluster, groupOf, index, add);
  addServices(cluster, index, add);
  addNodes(cluster, index, add);
  const addOther = (address: CanonicalAddress): number => {
    if (peers.length >= maxPeers) return BEYOND_LIMIT;
    const number = add({ type: isBeyond(address) ? 'outside' : 'unmapped', address });
    index.set(address, number);
    return number;
  };
  const ofText = (text: string): number => {
    const address = readAddress(text);
    if (!address) return -1;
    const known = index.find(address);
    return known >= 0 ? known : addOther(address);
  };
  return {
    peers,
    ofText,
    ofBytes: (bytes, start, end) => {
      const value = octetsIn(bytes, start, end);
      const known = value < 0 ? -1 : index.findIPv4(value);
      return known >= 0 ? known : ofText(Buffer.from(bytes.subarray(start, end)).toString('latin1'));
    },
  };
}

/** Returns a test for addresses outside of all networks of the cluster. */
function createOutsideCheck(configuration: Configuration): (address: CanonicalAddress) => boolean {
  const beyond = { IPv4: rangesBeyond(configuration, 'IPv4'), IPv6: rangesBeyond(configuration, 'IPv6') };
  return (address) => {
    const { first } = rangeOfAddress(address);
    return beyond[address.family].some((range) => range.first <= first && first < range.end);
  };
}

type AddPeer = (peer: ObservedPeer) => number;

function addPods(
  { podsByNamespace, namespaces }: Cluster,
  groupOf: (pod: Pod) => string,
  index: AddressIndex,
  add: AddPeer,
): void {
  for (const [namespace, pods] of podsByNamespace) {
    // Pods of a user-defined network can have the addresses of others.
    if (namespaces.get(namespace)?.primaryNetwork) continue;
    const groups = new Map<string, number>();
    for (const pod of pods) {
      if (pod.hostNetwork || pod.completed || pod.addresses.length === 0) continue;
      const workload = formatWorkload(pod);
      const key = `${workload} ${groupOf(pod)}`;
      const number = groups.get(key) ?? add({ type: 'pods', namespace, workload, pod });
      groups.set(key, number);
      for (const address of pod.addresses) index.set(address, number);
    }
  }
}

function addServices({ services }: Cluster, index: AddressIndex, add: AddPeer): void {
  for (const service of services.values()) {
    for (const address of [...service.clusterIPs, ...service.externalIPs, ...service.ingress]) {
      if (address && index.find(address) < 0) index.set(address, add({ type: 'service', service, address }));
    }
  }
}

function addNodes({ nodes }: Cluster, index: AddressIndex, add: AddPeer): void {
  for (const node of nodes) {
    const ofInterfaces = [
      ...node.primaryAddresses,
      ...(node.gateway?.ipAddresses ?? []),
      ...node.interfaces.flatMap(({ addresses }) => addresses),
    ].map(({ address }) => withText(address));
    // Packets of the kubelet leave through the management port.
    const management = FAMILIES.flatMap((family) => managementAddress(node, family) ?? []).map(withText);
    const own = [...(node.hostAddresses ?? []), ...(node.statusAddresses ?? []), ...ofInterfaces, ...management];
    for (const address of own) {
      if (index.find(address) < 0) index.set(address, add({ type: 'node', node: node.name, address }));
    }
  }
}

/** Numbers by address. */
interface AddressIndex {
  /** Returns -1 for an unknown address. */
  readonly find: (address: CanonicalAddress) => number;
  readonly findIPv4: (value: number) => number;
  /** Sets the number of an address, unless it has one. */
  readonly set: (address: CanonicalAddress, number: number) => void;
}

function createAddressIndex(): AddressIndex {
  const table = createIntegerTable();
  const numbers: number[] = [];
  const others = new Map<string, number>();
  const findIPv4 = (value: number): number => {
    const at = table.find(value, 0, 0);
    return at < 0 ? -1 : (numbers[at] ?? -1);
  };
  return {
    findIPv4,
    find: ({ family, value, text }) => (family === 'IPv4' ? findIPv4(Number(value)) : (others.get(text) ?? -1)),
    set: ({ family, value, text }, number) => {
      if (family === 'IPv6') {
        if (!others.has(text)) others.set(text, number);
        return;
      }
      const at = table.add(Number(value), 0, 0);
      if (at === numbers.length) numbers.push(number);
    },
  };
}

/** Returns the IPv4 address in `bytes[start, end)` as a number, or -1 for another text. */
function octetsIn(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  let octet = 0;
  let digits = 0;
  let dots = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit >= 0 && digit <= 9) {
      // A leading zero is not canonical.
      if (digits === 1 && octet === 0) return -1;
      octet = 10 * octet + digit;
      if (++digits > 3 || octet > 255) return -1;
      continue;
    }
    if (digit !== -2 || digits === 0 || dots === 3) return -1;
    value = 256 * value + octet;
    octet = digits = 0;
    dots++;
  }
  return dots === 3 && digits > 0 ? 256 * value + octet : -1;
}
