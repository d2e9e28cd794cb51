import { canonicalAddress } from '../../../net/address.js';
import { isCloud } from '../../../cloud/platform.js';
import { type Allocation, allocate } from './allocation.js';
import { type NodeHosting, hostingOn } from './hosting.js';
import type { ParsedEgressIP, RequestedAddress } from '../parse.js';

/** An assignment that was made before, as the lock or a status has it. */
export interface Earlier {
  readonly egressIP: string;
  readonly node: string;
  /** Its index in the object's own status. */
  readonly index?: number;
}

/** Reason why an earlier assignment is no longer valid. */
export type DropReason =
  | 'unknown-node'
  | 'not-labelled'
  | 'not-ready'
  | 'missing-annotation'
  | 'no-network'
  | 'not-in-spec'
  | 'refused'
  | 'not-canonical'
  | 'two-on-node'
  | 'other-egress-ip'
  | 'node-address';

export interface Dropped {
  readonly earlier: Earlier;
  /** Its canonical text: a status may spell an address in another way. What is no address is as written. */
  readonly address: string;
  readonly why: DropReason;
  readonly source: 'lock' | 'status';
}

export interface RetainedAllocation {
  readonly address: RequestedAddress;
  readonly node: string;
  readonly hosting: NodeHosting;
}

/**
 * Keeps the valid earlier assignments of an EgressIP (OVN-Kubernetes). The node must be able to host egress addresses
 * and have a network for the address. The address must be requested, canonical, and without another owner. If two
 * addresses of the object are on one node, neither is kept. Capacity and balance are ignored, so that they cause no
 * moves. `settled`: addresses that have a node already.
 */
export function retainEarlier(
  parsed: ParsedEgressIP,
  items: readonly Earlier[],
  source: 'lock' | 'status',
  settled: { readonly size: number; readonly has: (address: string) => boolean },
  allocation: Allocation,
): { readonly kept: readonly RetainedAllocation[]; readonly dropped: readonly Dropped[] } {
  const open = settled.size === 0 ? items : items.filter(({ egressIP }) => !settled.has(egressIP));
  // Most EgressIPs have one address.
  const [only] = parsed.addresses;
  const wanted = new Map(parsed.addresses.length > 1 ? parsed.addresses.map((one) => [one.text, one]) : []);
  const findWanted = (text: string): RequestedAddress | undefined => (only?.text === text ? only : wanted.get(text));
  const crowded = open.length > 1 ? findCrowded(open) : NONE;
  const used = allocation.nodesOf.get(parsed.name);
  // A copy, because the allocation changes.
  const taken = used ? new Set(used) : NONE;
  const kept: RetainedAllocation[] = [];
  const dropped: Dropped[] = [];
  for (const earlier of open) {
    const address = findWanted(earlier.egressIP);
    const isCrowded = crowded.has(earlier.node) || taken.has(earlier.node);
    const text = address ? address.text : (canonicalAddress(earlier.egressIP) ?? '');
    const judged = judge(parsed, earlier, text, address, isCrowded, allocation);
    if (typeof judged === 'string') {
      dropped.push({ earlier, address: text === '' ? earlier.egressIP : text, why: judged, source });
    } else if (address && allocation.owners.get(address.text)?.name !== parsed.name) {
      kept.push({ address, node: earlier.node, hosting: judged });
      allocate(allocation, parsed.name, address, earlier.node);
    }
  }
  return { kept, dropped };
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the nodes with several addresses. */
function findCrowded(items: readonly Earlier[]): ReadonlySet<string> {
  const addressOf = new Map<string, string>();
  const crowded = new Set<string>();
  for (const { node, egressIP } of items) {
    const other = addressOf.get(node);
    if (other !== undefined && other !== egressIP) crowded.add(node);
    addressOf.set(node, egressIP);
  }
  return crowded;
}

function judge(
  { name, refused }: ParsedEgressIP,
  { egressIP, node }: Earlier,
  canonical: string,
  address: RequestedAddress | undefined,
  isCrowded: boolean,
  allocation: Allocation,
): NodeHosting | DropReason {
  if (refused.has(egressIP)) return 'refused';
  if (!address) return canonical === egressIP ? 'not-in-spec' : 'not-canonical';
  if (!allocation.nodes.has(node)) return 'unknown-node';
  if (isCrowded) return 'two-on-node';
  const refusal = allocation.refusals.get(node);
  if (refusal) return refusal.why;
  if (allocation.hostAddresses.has(address.text)) return 'node-address';
  const owner = allocation.owners.get(address.text);
  if (owner && owner.name !== name) return 'other-egress-ip';
  const hosting = hostingOn(allocation.findHosts(address), node);
  if (!hosting || (hosting.network === 'secondary' && isCloud(allocation.platform))) return 'no-network';
  return hosting;
}
