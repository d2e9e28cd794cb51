import type { Node } from '../../../model/cluster.js';
import type { LockedEgressIP } from '../../../model/lock.js';
import type { Configuration } from '../../../model/configuration.js';
import { type CanonicalAddress, readAddress } from '../../../net/address.js';
import { isCloud } from '../../../cloud/platform.js';
import { type Overlay, createOverlay } from '../../../std/overlay.js';
import { type Load, addToLoad, copyLoad, createLoad } from './capacity.js';
import { type NodeRefusal, refuseNode } from '../../../cloud/egress-node.js';
import { type FindHosts, type Hosts, indexNetworks } from './hosting.js';

/** An EgressIP that has an address, and the node of the address. */
export interface Owner {
  readonly name: string;
  readonly node: string;
}

/** State of a placement: the assignments so far. */
export interface Allocation {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly platform: string;
  readonly findHosts: FindHosts;
  /** Nodes that can host egress addresses, in byte order of their names, with what they have. */
  readonly loads: ReadonlyMap<string, Load>;
  /** The other nodes, and why. */
  readonly refusals: Pick<ReadonlyMap<string, NodeRefusal>, 'get' | 'has'>;
  /** Address → a node that has it as its own. */
  readonly hostAddresses: ReadonlyMap<string, string>;
  /** Nodes without a readable `host-cidrs`: while there are any, nothing new is given out. */
  readonly withoutHostCIDRs: readonly Node[];
  /** Address → the EgressIP that owns it, and its node. */
  readonly owners: Pick<Overlay<string, Owner>, 'get' | 'has' | 'set'>;
  /** EgressIP → the nodes that have an address of it. */
  readonly nodesOf: Pick<Overlay<string, Set<string>>, 'get' | 'set'>;
  readonly poolOf: (hosts: Hosts) => Pool;
}

/**
 * Candidate nodes of an address. `network`: `secondary` limits them to nodes with a secondary network that contains it.
 */
export interface Pool {
  readonly network: 'primary' | 'secondary';
  readonly loads: readonly Load[];
  /** No node has fewer addresses, and those before `from` have more: an allocation only ever gives out. */
  least: number;
  from: number;
}

/** Returns an allocation of nothing. `nodes` are in byte order of their names. */
export function createAllocation(nodes: readonly Node[], { platform }: Configuration): Allocation {
  const refusals = new Map<string, NodeRefusal>();
  const loads = new Map<string, Load>();
  const hostAddresses = new Map<string, string>();
  for (const node of nodes) {
    const refusal = refuseNode(node, platform);
    if (refusal) refusals.set(node.name, refusal);
    else loads.set(node.name, createLoad(node, platform));
    for (const { text } of node.hostAddresses ?? []) {
      if (!hostAddresses.has(text)) hostAddresses.set(text, node.name);
    }
  }
  return {
    nodes: new Map(nodes.map((node) => [node.name, node])),
    platform,
    findHosts: indexNetworks(nodes, platform),
    loads,
    refusals,
    hostAddresses,
    withoutHostCIDRs: nodes.filter(({ hostCIDRs }) => hostCIDRs === undefined),
    owners: new Map(),
    nodesOf: new Map(),
    poolOf: createPools(loads, platform),
  };
}

/**
 * Returns an allocation of nothing for assignments that another applier makes. Only the networks of nodes count, which
 * rows need.
 */
export function createGivenAllocation(nodes: readonly Node[], configuration: Configuration): Allocation {
  return { ...createAllocation(nodes, configuration), refusals: new Map(), hostAddresses: new Map() };
}

/**
 * Returns a function that finds the candidate nodes. If a usable node has the address only in a secondary network, only
 * such nodes are candidates (OVN-Kubernetes). On a cloud, secondary networks host nothing. Evaluated for each address
 * separately.
 */
function createPools(loads: ReadonlyMap<string, Load>, platform: string): (hosts: Hosts) => Pool {
  const pools = new WeakMap<Hosts, Pool>();
  const isOnCloud = isCloud(platform);
  const usable = (names: Iterable<string>): Load[] => [...names].flatMap((name) => loads.get(name) ?? []);
  return (hosts) => {
    let pool = pools.get(hosts);
    if (!pool) {
      const secondary = isOnCloud ? [] : usable(hosts.secondary.keys());
      pool =
        secondary.length > 0
          ? { network: 'secondary', loads: secondary, least: 0, from: 0 }
          : { network: 'primary', loads: usable(hosts.primary.keys()), least: 0, from: 0 };
      pools.set(hosts, pool);
    }
    return pool;
  };
}

/** An address of an EgressIP that it is to lose. */
export interface Taken {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the allocation as it is once a node takes nothing any more and what it had, `taken`, is taken back. `names`
 * are all EgressIPs that may get something in it: the first allocation stays as it is.
 */
export function withoutNode(
  allocation: Allocation,
  node: string,
  taken: readonly Taken[],
  names: readonly string[],
): Allocation {
  const { platform } = allocation;
  const loads = new Map<string, Load>();
  for (const [name, load] of allocation.loads) if (name !== node) loads.set(name, copyLoad(load));
  const refusals = createOverlay<string, NodeRefusal>(allocation.refusals);
  refusals.set(node, { why: 'not-ready' });
  const owners = createOverlay(allocation.owners);
  for (const { text } of taken) owners.delete(text);
  const nodesOf = createOverlay(allocation.nodesOf);
  for (const name of names) nodesOf.set(name, new Set(allocation.nodesOf.get(name)));
  for (const { name } of taken) nodesOf.get(name)?.delete(node);
  return { ...allocation, loads, refusals, owners, nodesOf, poolOf: createPools(loads, platform) };
}

/** Gives an address to an EgressIP on a node. */
export function allocate(allocation: Allocation, name: string, address: CanonicalAddress, node: string): void {
  allocation.owners.set(address.text, { name, node });
  const used = allocation.nodesOf.get(name) ?? new Set();
  allocation.nodesOf.set(name, used.add(node));
  const load = allocation.loads.get(node);
  if (load) addToLoad(load, address.family);
}

/** Assigns the locked addresses of EgressIPs that are invalid now, so that they lose nothing until they are fixed. */
export function reserveLocked(allocation: Allocation, name: string, locked: LockedEgressIP | undefined): void {
  for (const { address, node } of locked?.addresses.values() ?? []) reserve(allocation, name, address, node);
}

/**
 * Assigns the addresses in the status of such an EgressIP on nodes that can host them. The live controllers leave that
 * status unchanged.
 */
export function reserveLive(
  allocation: Allocation,
  name: string,
  items: readonly { readonly egressIP: string; readonly node: string }[],
): void {
  for (const { egressIP, node } of items) {
    const address = allocation.loads.has(node) ? readAddress(egressIP) : undefined;
    if (address?.text === egressIP) reserve(allocation, name, address, node);
  }
}

function reserve(allocation: Allocation, name: string, address: CanonicalAddress, node: string): void {
  if (!allocation.owners.has(address.text)) allocate(allocation, name, address, node);
}
