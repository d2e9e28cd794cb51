import type { Node } from '../../../model/cluster.js';
import { type Address, type Family, type Prefix, widthOf } from '../../../net/address.js';
import { isCloud } from '../../../cloud/platform.js';
import { isGlobalUnicast } from '../../shared/address-class.js';
import { sortByName } from '../../../std/sort-by-name.js';

/** The nodes that have a network for an address, by name, each with that network. */
export interface Hosts {
  /** In the node's own network. */
  readonly primary: ReadonlyMap<string, Prefix>;
  /** Only in another network of its host: the longest prefix. */
  readonly secondary: ReadonlyMap<string, Prefix>;
}

/** Returns the nodes that could host an address. Addresses of the same networks get the same object. */
export type FindHosts = (address: Address) => Hosts;

/** The network of a node that hosts an address. */
export interface NodeHosting {
  readonly network: 'primary' | 'secondary';
  readonly prefix: Prefix;
}

export function hostingOn({ primary, secondary }: Hosts, node: string): NodeHosting | undefined {
  const own = primary.get(node);
  if (own) return { network: 'primary', prefix: own };
  const other = secondary.get(node);
  return other && { network: 'secondary', prefix: other };
}

interface Entry {
  readonly id: number;
  readonly prefix: Prefix;
  readonly nodes: string[];
}

/**
 * Indexes the networks of all nodes. Primary: the node's own networks, or on a cloud the subnets of its interface.
 * Secondary: the other `host-cidrs` with a global unicast address, without those in `node-primary-ifaddr`. On a cloud,
 * secondary networks host nothing, but are listed to explain that.
 */
export function indexNetworks(nodes: readonly Node[], platform: string): FindHosts {
  const primary = createTable();
  const secondary = createTable();
  for (const node of nodes) {
    const own = isCloud(platform)
      ? (node.cloudEgress?.subnets ?? [])
      : node.primaryAddresses.map(({ prefix }) => prefix);
    for (const prefix of own) primary.add(prefix, node.name);
    for (const { address, prefix, text } of node.hostCIDRs ?? []) {
      if (node.primaryAddresses.some((one) => one.text === text) || !isGlobalUnicast(address)) continue;
      secondary.add(prefix, node.name);
    }
  }
  const known = new Map<string, Hosts>();
  // An address is asked about several times in a row.
  let last: { readonly address: Address; readonly hosts: Hosts } | undefined;
  return (address) => {
    if (last?.address === address) return last.hosts;
    const own = primary.lookup(address);
    const others = secondary.lookup(address);
    const key = `${own.map(({ id }) => id).join()} ${others.map(({ id }) => id).join()}`;
    let hosts = known.get(key);
    if (!hosts) {
      const first = nodesOf(own);
      hosts = { primary: first, secondary: nodesOf(others, first) };
      known.set(key, hosts);
    }
    last = { address, hosts };
    return hosts;
  };
}

/** Nodes of entries that come longest first: the first network of a node counts. */
function nodesOf(entries: readonly Entry[], except?: ReadonlyMap<string, Prefix>): ReadonlyMap<string, Prefix> {
  const found = new Map<string, Prefix>();
  for (const { prefix, nodes } of entries) {
    for (const node of nodes) if (!found.has(node) && !except?.has(node)) found.set(node, prefix);
  }
  return sortByName(found);
}

interface Table {
  readonly add: (prefix: Prefix, node: string) => void;
  /** Returns the networks that contain an address, longest prefix first. */
  readonly lookup: (address: Address) => Entry[];
}

/** Prefixes by family and length, so that a lookup costs one step for each length that occurs. */
function createTable(): Table {
  const byLength: Record<Family, Map<number, Map<bigint, Entry>>> = { IPv4: new Map(), IPv6: new Map() };
  const lengths: Record<Family, number[]> = { IPv4: [], IPv6: [] };
  let nextId = 0;
  return {
    add: (prefix, node) => {
      const { family, length, base } = prefix;
      let entries = byLength[family].get(length);
      if (!entries) {
        entries = new Map();
        byLength[family].set(length, entries);
        lengths[family] = [...byLength[family].keys()].sort((a, b) => b - a);
      }
      const entry = entries.get(base) ?? { id: nextId++, prefix, nodes: [] };
      entries.set(base, entry);
      entry.nodes.push(node);
    },
    lookup: ({ family, value }) =>
      lengths[family].flatMap((length) => {
        const hostBits = BigInt(widthOf(family) - length);
        return byLength[family].get(length)?.get((value >> hostBits) << hostBits) ?? [];
      }),
  };
}
