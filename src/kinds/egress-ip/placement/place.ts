import type { Node } from '../../../model/cluster.js';
import type { AssignmentOrder, Lock } from '../../../model/lock.js';
import type { Manifest } from '../../../model/manifest.js';
import { isCloud } from '../../../cloud/platform.js';
import { type Allocation, type Pool, allocate, reserveLive, reserveLocked } from './allocation.js';
import { type FullCapacity, type Load, findFullCapacity } from './capacity.js';
import { type NodeHosting, hostingOn } from './hosting.js';
import { type Dropped, type Earlier, type RetainedAllocation, retainEarlier } from './retain.js';
import type { LiveState } from './live-state.js';
import type { ParsedEgressIP, RequestedAddress } from '../parse.js';

/** An address on a node, and what decided it. */
export interface Assignment {
  readonly address: RequestedAddress;
  readonly node: Node;
  readonly hosting: NodeHosting;
  readonly source: 'lock' | 'status' | 'fresh';
}

/**
 * Reason why an address has no node. The first that applies counts, the most specific is last (see `explainUnplaced`).
 */
export type UnplacedReason =
  | { readonly why: 'node-address'; readonly node: string }
  | { readonly why: 'other-egress-ip'; readonly name: string; readonly node: string }
  | { readonly why: 'missing-host-cidrs' }
  | { readonly why: 'no-usable-node' }
  | { readonly why: 'secondary-on-cloud' }
  | { readonly why: 'no-network' }
  | { readonly why: 'no-usable-host'; readonly nodes: readonly string[] }
  | { readonly why: 'full'; readonly node: string; readonly capacity: FullCapacity }
  | { readonly why: 'used-by-object'; readonly nodes: readonly string[] }
  | { readonly why: 'not-assigned' };

export interface UnplacedAddress {
  readonly address: RequestedAddress;
  readonly reason: UnplacedReason;
}

/** An EgressIP with the nodes of its addresses, both in the order of `spec.egressIPs`. */
export interface PlacedEgressIP {
  readonly parsed: ParsedEgressIP;
  readonly assignments: readonly Assignment[];
  readonly unplaced: readonly UnplacedAddress[];
  readonly dropped: readonly Dropped[];
}

/** Called with the state at the decision about an address, for explanations. */
export type OnPlacement = (parsed: ParsedEgressIP, address: RequestedAddress, allocation: Allocation) => void;

/** An EgressIP that is being placed. */
export interface OpenPlacement {
  readonly parsed: ParsedEgressIP;
  readonly settled: Map<string, Assignment>;
  readonly dropped: Dropped[];
  readonly unplaced: UnplacedAddress[];
}

/** Earlier assignments, and which of them count first. */
export interface EarlierAssignments {
  readonly lock: Lock;
  readonly live: LiveState;
  readonly order: AssignmentOrder;
}

/**
 * Assigns a node to every address, by a deterministic form of OVN-Kubernetes's rules. Locked assignments stay if they
 * are still possible, then those of the live status, or in the given order. The others are assigned EgressIP by EgressIP
 * in byte order of the names, to the node with the fewest addresses. Of equals, the first by name wins. With
 * `status-only`, there are no others.
 *
 * An EgressIP has at most one address on a node. `rejected`: EgressIPs that are skipped. They keep their addresses in
 * the lock or status. Changes `allocation`.
 */
export function placeAllAddresses(
  sound: readonly ParsedEgressIP[],
  rejected: readonly Manifest[],
  { lock, live, order }: EarlierAssignments,
  allocation: Allocation,
  trace?: OnPlacement,
): PlacedEgressIP[] {
  const drafts = openPlacements(sound);
  if (order !== 'lock-first') keepLive(drafts, live, allocation, trace);
  if (order === 'status-only') return drafts.map(closeUnassigned);
  keepLocked(drafts, rejected, lock, allocation, trace);
  return placeRest(drafts, rejected, live, allocation, trace);
}

/** Returns placements without assignments. */
export function openPlacements(sound: readonly ParsedEgressIP[]): OpenPlacement[] {
  return sound.map((parsed) => ({ parsed, settled: new Map(), dropped: [], unplaced: [] }));
}

/** Keeps locked assignments. First part of `placeAll`. */
export function keepLocked(
  drafts: readonly OpenPlacement[],
  rejected: readonly Manifest[],
  lock: Lock,
  allocation: Allocation,
  trace?: OnPlacement,
): void {
  for (const { name } of rejected) reserveLocked(allocation, name, lock.egressIPs.get(name));
  for (const draft of drafts) {
    const locked = [...(lock.egressIPs.get(draft.parsed.name)?.addresses ?? [])];
    const items = locked.map(([egressIP, { node }]) => ({ egressIP, node }));
    keep(draft, items, 'lock', allocation, trace);
  }
}

/**
 * Keeps assignments of the live status and assigns the rest. Second part of `placeAll`. EgressIPs with all addresses
 * assigned have no effect on it.
 */
export function placeRest(
  drafts: readonly OpenPlacement[],
  rejected: readonly Manifest[],
  live: LiveState,
  allocation: Allocation,
  trace?: OnPlacement,
): PlacedEgressIP[] {
  keepLive(drafts, live, allocation, trace);
  for (const { name } of rejected) reserveLive(allocation, name, live.items.get(name) ?? []);
  for (const draft of drafts) assignRest(draft, allocation, trace);
  return drafts.map(finish);
}

function keepLive(
  drafts: readonly OpenPlacement[],
  live: LiveState,
  allocation: Allocation,
  trace: OnPlacement | undefined,
): void {
  for (const draft of drafts) {
    keep(draft, live.items.get(draft.parsed.name) ?? [], 'status', allocation, trace);
  }
}

/** Ends a placement whose other addresses have no assignment in the status. */
function closeUnassigned(draft: OpenPlacement): PlacedEgressIP {
  const { parsed, settled, unplaced } = draft;
  for (const address of parsed.addresses) {
    if (!settled.has(address.text)) unplaced.push({ address, reason: { why: 'not-assigned' } });
  }
  return finish(draft);
}

function keep(
  draft: OpenPlacement,
  items: readonly Earlier[],
  source: 'lock' | 'status',
  allocation: Allocation,
  trace: OnPlacement | undefined,
): void {
  if (items.length === 0) return;
  const { parsed, settled } = draft;
  const { kept, dropped } = retainEarlier(parsed, items, source, settled, allocation);
  for (const { address, node, hosting } of kept) settle(draft, { address, node, hosting }, source, allocation, trace);
  draft.dropped.push(...dropped);
}

function settle(
  { parsed, settled }: OpenPlacement,
  { address, node: name, hosting }: RetainedAllocation,
  source: Assignment['source'],
  allocation: Allocation,
  trace: OnPlacement | undefined,
): void {
  const node = allocation.nodes.get(name);
  if (!node) throw new Error(`no node ${name}`);
  settled.set(address.text, { address, node, hosting, source });
  trace?.(parsed, address, allocation);
}

/**
 * Assigns the other addresses. Addresses that lost their node come first, as upstream, which does this in a separate
 * pass.
 */
function assignRest(draft: OpenPlacement, allocation: Allocation, trace: OnPlacement | undefined): void {
  const { parsed, settled, dropped, unplaced } = draft;
  const open = parsed.addresses.filter(({ text }) => !settled.has(text));
  const moved = new Set(dropped.map(({ earlier }) => earlier.egressIP));
  for (const address of [
    ...open.filter(({ text }) => moved.has(text)),
    ...open.filter(({ text }) => !moved.has(text)),
  ]) {
    const load = chooseNode(parsed.name, address, allocation);
    const hosting = load && hostingOn(allocation.findHosts(address), load.node.name);
    if (load && hosting) {
      settle(draft, { address, node: load.node.name, hosting }, 'fresh', allocation, trace);
      allocate(allocation, parsed.name, address, load.node.name);
    } else {
      unplaced.push({ address, reason: explainUnplaced(parsed.name, address, allocation) });
      trace?.(parsed, address, allocation);
    }
  }
}

/** Returns the node with the fewest addresses among those that may take one more. */
function chooseNode(name: string, address: RequestedAddress, allocation: Allocation): Load | undefined {
  const { text } = address;
  if (allocation.withoutHostCIDRs.length > 0) return undefined;
  if (allocation.hostAddresses.has(text) || allocation.owners.has(text)) return undefined;
  const used = allocation.nodesOf.get(name);
  const mayTake = (load: Load): boolean => !used?.has(load.node.name) && !findFullCapacity(load, address.family);
  const pool = allocation.poolOf(allocation.findHosts(address));
  const first = findLeast(pool);
  if (first && mayTake(first)) return first;
  let best: Load | undefined;
  for (const load of pool.loads) {
    if (best && load.total >= best.total) continue;
    if (mayTake(load)) best = load;
  }
  return best;
}

/** Returns the first node by name of those with the fewest addresses. */
function findLeast(pool: Pool): Load | undefined {
  const { loads } = pool;
  for (; pool.from < loads.length; pool.from++) {
    const load = loads[pool.from];
    if (load?.total === pool.least) return load;
  }
  if (loads.length === 0) return undefined;
  pool.least = loads.reduce((least, { total }) => Math.min(least, total), Infinity);
  pool.from = loads.findIndex(({ total }) => total === pool.least);
  return loads[pool.from];
}

/** Returns the most specific reason why an address has no node. */
function explainUnplaced(name: string, address: RequestedAddress, allocation: Allocation): UnplacedReason {
  const { text } = address;
  const hostNode = allocation.hostAddresses.get(text);
  if (hostNode !== undefined) return { why: 'node-address', node: hostNode };
  const owner = allocation.owners.get(text);
  if (owner) return { why: 'other-egress-ip', ...owner };
  if (allocation.withoutHostCIDRs.length > 0) return { why: 'missing-host-cidrs' };
  if (allocation.loads.size === 0) return { why: 'no-usable-node' };
  const hosts = allocation.findHosts(address);
  const onCloud = isCloud(allocation.platform);
  if (onCloud && hosts.primary.size === 0 && hosts.secondary.size > 0) return { why: 'secondary-on-cloud' };
  const nodes = [...hosts.primary.keys(), ...(onCloud ? [] : hosts.secondary.keys())].sort();
  if (nodes.length === 0) return { why: 'no-network' };
  const { loads } = allocation.poolOf(hosts);
  if (loads.length === 0) return { why: 'no-usable-host', nodes };
  const used = allocation.nodesOf.get(name);
  for (const load of loads) {
    const capacity = findFullCapacity(load, address.family);
    if (capacity && !used?.has(load.node.name)) return { why: 'full', node: load.node.name, capacity };
  }
  return { why: 'used-by-object', nodes: loads.map(({ node }) => node.name) };
}

function finish({ parsed, settled, dropped, unplaced }: OpenPlacement): PlacedEgressIP {
  const assignments = parsed.addresses.flatMap(({ text }) => settled.get(text) ?? []);
  return {
    parsed,
    assignments,
    unplaced: unplaced.sort((a, b) => a.address.index - b.address.index),
    dropped,
  };
}
