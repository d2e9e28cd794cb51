import type { Node } from '../../model/cluster.js';
import { type NodeCandidate, renderCandidates } from '../shared/candidate.js';
import type { KindInput } from '../contract/kind-context.js';
import type { ObjectExplanation } from '../contract/kind-placement.js';
import { type PlacementSource, rejectServiceHost } from './placement.js';
import { NO_HOST_TEXTS, REFUSAL_TEXTS, SOURCE_TEXTS } from './reasons.js';
import type { ParsedEgressService } from './parse.js';
import { placeEgressServices } from './resolve.js';

/** Explanation of the host of a service. */
interface HostExplanation {
  /** A node, `ALL` for every node, or '' for none: what `status.host` says. */
  readonly host: string;
  readonly decidedBy: PlacementSource | 'nobody';
  readonly reason: string;
  /** Earlier hosts that are no longer possible. */
  readonly dropped: readonly { readonly node: string; readonly source: string; readonly reason: string }[];
  readonly candidates: readonly NodeCandidate[];
}

/**
 * Explains the host of an EgressService (`<namespace>/<name>`). Returns undefined if it is missing or rejected as a
 * whole.
 */
export function explainEgressService(input: KindInput, key: string): ObjectExplanation | undefined {
  const explanation = explainHost(input, key);
  if (!explanation) return undefined;
  const { host, reason, dropped, candidates } = explanation;
  const lines = [
    `EgressService ${key} → ${host === '' ? 'no host' : host}: ${reason}`,
    ...dropped.map((one) => `  was on ${one.node} (${one.source}), which ${one.reason}`),
    ...renderCandidates(candidates),
  ];
  return { data: { egressService: key, ...explanation }, lines };
}

function explainHost({ manifests, context }: KindInput, key: string): HostExplanation | undefined {
  let counts: ReadonlyMap<Node, number> = new Map();
  const placed = placeEgressServices(manifests, context, (parsed, allocations) => {
    if (parsed.key === key) counts = allocations;
  });
  const own = placed.find(({ parsed }) => parsed.key === key);
  if (!own) return undefined;
  const { parsed, host } = own;
  const dropped = own.dropped.map(({ node, source, why }) => ({ node, source, reason: REFUSAL_TEXTS[why] }));
  if (host.type === 'every-node') {
    const reason = 'sourceIPBy is Network: each node handles its own endpoints';
    return { host: 'ALL', decidedBy: 'nobody', reason, dropped, candidates: [] };
  }
  const needsNode = host.type === 'node' || host.why === 'no-node';
  const candidates = needsNode ? context.cluster.nodes.map((node) => judge(parsed, node, counts)) : [];
  if (host.type === 'none')
    return { host: '', decidedBy: 'nobody', reason: NO_HOST_TEXTS[host.why], dropped, candidates };
  const reason = SOURCE_TEXTS[host.source];
  return {
    host: host.node.name,
    decidedBy: host.source,
    reason,
    dropped,
    candidates: candidates.map((one) => (one.node === host.node.name ? { ...one, verdict: 'chosen', reason } : one)),
  };
}

function judge(parsed: ParsedEgressService, node: Node, counts: ReadonlyMap<Node, number>): NodeCandidate {
  const refusal = rejectServiceHost(parsed, node);
  if (refusal !== undefined) return { node: node.name, verdict: 'refused', reason: REFUSAL_TEXTS[refusal] };
  const count = counts.get(node);
  const reason =
    count === undefined ? 'no host was selected' : `${count} ${count === 1 ? 'service' : 'services'} at that time`;
  return { node: node.name, verdict: 'possible', reason };
}
