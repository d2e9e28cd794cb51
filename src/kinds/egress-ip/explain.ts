import type { Node } from '../../model/cluster.js';
import { formatPrefix } from '../../net/prefix.js';
import { isCloud } from '../../cloud/platform.js';
import { type NodeCandidate, renderCandidates } from '../shared/candidate.js';
import type { KindInput } from '../contract/kind-context.js';
import type { ObjectExplanation } from '../contract/kind-placement.js';
import type { Allocation } from './placement/allocation.js';
import { findFullCapacity } from './placement/capacity.js';
import type { NodeRefusal } from '../../cloud/egress-node.js';
import { hostingOn } from './placement/hosting.js';
import type { Dropped } from './placement/retain.js';
import type { Assignment, PlacedEgressIP } from './placement/place.js';
import { DROP_TEXTS, describeUnplaced, describeWithheld } from './placement/reasons.js';
import type { RequestedAddress } from './parse.js';
import { placeEgressIPs } from './resolve.js';

/** Explanation of the node of an address. */
interface AddressExplanation {
  readonly address: string;
  /** If unset, it has none. */
  readonly node?: string;
  readonly decidedBy: Assignment['source'] | 'nobody';
  readonly reason: string;
  /** Earlier assignments that are no longer valid. */
  readonly dropped: readonly { readonly node: string; readonly source: string; readonly reason: string }[];
  readonly candidates: readonly NodeCandidate[];
}

/**
 * Explains the node of each address of an EgressIP. Returns undefined if the EgressIP is missing or rejected as a
 * whole.
 */
export function explainEgressIP(input: KindInput, name: string): ObjectExplanation | undefined {
  const addresses = explainAddresses(input, name);
  if (!addresses) return undefined;
  const lines = addresses.flatMap(({ address, node, reason, dropped, candidates }) => [
    '',
    `${address} → ${node ?? 'no node'}: ${reason}`,
    ...dropped.map((one) => `  was on ${one.node} (${one.source}): ${one.reason}`),
    ...renderCandidates(candidates),
  ]);
  return { data: { egressIP: name, addresses }, lines: [`EgressIP ${name}`, ...lines] };
}

function explainAddresses({ manifests, context }: KindInput, name: string): AddressExplanation[] | undefined {
  const candidates = new Map<string, readonly NodeCandidate[]>();
  const { placed } = placeEgressIPs(manifests, context, (parsed, address, allocation) => {
    if (parsed.name !== name) return;
    const judged = [...allocation.nodes.values()].map((node) => judge(parsed.name, address, node, allocation));
    candidates.set(address.text, judged);
  });
  const own = placed.find(({ parsed }) => parsed.name === name);
  if (!own) return undefined;
  const { addresses, refused, special } = own.parsed;
  return [...addresses, ...refused.values(), ...special.values()]
    .sort((a, b) => a.index - b.index)
    .map(({ text }) => explainAddress(text, own, candidates.get(text) ?? []));
}

function explainAddress(text: string, own: PlacedEgressIP, judged: readonly NodeCandidate[]): AddressExplanation {
  const assignment = own.assignments.find(({ address }) => address.text === text);
  const dropped = own.dropped.filter(({ earlier }) => earlier.egressIP === text).map(describeDropped);
  const node = assignment?.node.name;
  const candidates = judged.map((candidate): NodeCandidate =>
    candidate.node === node
      ? { ...candidate, verdict: 'chosen', reason: SOURCES[assignment?.source ?? 'fresh'] }
      : candidate,
  );
  return {
    address: text,
    ...(node === undefined ? {} : { node }),
    decidedBy: assignment?.source ?? 'nobody',
    reason: assignment ? SOURCES[assignment.source] : describeNoNode(text, own),
    dropped,
    candidates,
  };
}

const SOURCES: Readonly<Record<Assignment['source'], string>> = {
  lock: 'assigned by weir.lock.yaml',
  status: 'assigned by the status of the live object',
  fresh: 'fewest addresses among the possible nodes, then first by name',
};

function describeNoNode(text: string, { parsed, unplaced }: PlacedEgressIP): string {
  const reason = unplaced.find(({ address }) => address.text === text)?.reason;
  return reason ? describeUnplaced(reason) : (describeWithheld(parsed, text) ?? 'the nodes are unknown');
}

function describeDropped({ earlier: { node }, source, why }: Dropped): AddressExplanation['dropped'][number] {
  return { node, source, reason: DROP_TEXTS[why] };
}

function judge(name: string, address: RequestedAddress, node: Node, allocation: Allocation): NodeCandidate {
  const refuse = (reason: string): NodeCandidate => ({ node: node.name, verdict: 'refused', reason });
  const load = allocation.loads.get(node.name);
  const refusal = allocation.refusals.get(node.name);
  if (refusal) return refuse(describeRefusal(refusal));
  const hosts = allocation.findHosts(address);
  const hosting = hostingOn(hosts, node.name);
  if (!load || !hosting) return refuse(`${address.text} is not in a network of the node`);
  if (hosting.network === 'secondary' && isCloud(allocation.platform)) {
    return refuse('it is only in a secondary network of the node, which no cloud supports');
  }
  if (!allocation.poolOf(hosts).loads.includes(load)) {
    return refuse('other nodes have it in a secondary network, which takes precedence');
  }
  if (allocation.nodesOf.get(name)?.has(node.name)) return refuse('the node hosts another address of this EgressIP');
  const capacity = findFullCapacity(load, address.family);
  if (capacity) return refuse(`its capacity ${capacity.key} of ${capacity.limit} is exhausted`);
  const network = `${hosting.network} network ${formatPrefix(hosting.prefix)}`;
  return {
    node: node.name,
    verdict: 'possible',
    reason: `${network}, ${load.total} ${load.total === 1 ? 'address' : 'addresses'} at that time`,
  };
}

function describeRefusal(refusal: NodeRefusal): string {
  return refusal.why === 'missing-annotation'
    ? `missing or invalid: ${refusal.annotations.join(', ')}`
    : DROP_TEXTS[refusal.why];
}
