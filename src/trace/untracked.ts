import { followBranch } from './branch.js';
import { readColumnText } from '../northbound/row-columns.js';
import { type RulePlace, filter } from './filters.js';
import { type TracedPacket, replyTo } from './packet.js';
import { type TraceRule, type RuleIndex, listFitting } from './rules.js';
import type { TraceWalk } from './walk.js';
import { type PathEnd, type Path, type PathProgress, type PathStage, type Untracked, startOf } from './path.js';

/** Protocols whose packets are invalid for a connection tracker that has not seen the original packet. */
export const INVALID_ALONE: ReadonlySet<TracedPacket['protocol']> = new Set<TracedPacket['protocol']>(['TCP', 'ICMP']);

/**
 * Returns true if an ACL `allow-stateless` matches a packet on input to, or output from, a switch. Connection tracking
 * and load balancers then skip the packet, even if other ACLs match. See ovn-nb(5), "ACL", and ovn-northd(8),
 * "Pre-ACLs".
 */
export function isUntracked(rules: readonly RuleIndex[], place: RulePlace, packet: TracedPacket): boolean {
  return rules.some((index) => index.hasStateless && listFitting(index, packet, place, place.zone).some(isStateless));
}

function isStateless({ row }: TraceRule): boolean {
  return readColumnText(row.columns, 'action') === 'allow-stateless';
}

/** Returns the path of a packet with the outcome of its replies at untracked ports of pods. */
export function withUntrackedReplies(walk: TraceWalk, path: Path): Path {
  return path.untracked.reduce(
    (one, untracked) => (one.verdict === 'delivered' ? addReply(walk, one, untracked) : one),
    path,
  );
}

/** Traces a reply at an untracked port. The rules of the opposite direction apply to it as to a new packet. */
function addReply({ network }: TraceWalk, path: Path, { zone, datapath, port, isSent, packet }: Untracked): Path {
  const { entering, balanced, leaving } = network.filters(zone, datapath);
  const back = isSent ? [leaving] : [entering, balanced];
  const place = { zone, datapath, ...(isSent ? { outport: port } : { inport: port }) };
  const reply = replyTo(packet);
  const isInvalid = INVALID_ALONE.has(packet.protocol) && !isUntracked(back, place, reply);
  const [branch] = isInvalid
    ? []
    : followBranch(startOf(reply), ...back.map((rules) => (one: PathProgress) => filter(rules, place, one)));
  const isDropped = !branch || 'verdict' in branch;
  const { row, decidedBy } = branch?.stages.at(-1) ?? {};
  const text = isInvalid
    ? UNTRACKED
    : isDropped
      ? 'replies are not tracked, and dropped'
      : 'replies are not tracked, and allowed';
  const { packet: last } = path.end;
  const stage: PathStage = {
    stage: 'reply',
    at: datapath,
    text,
    ...(row ? { row } : {}),
    ...(decidedBy ? { decidedBy } : {}),
    before: last,
    after: last,
  };
  const stages = [...path.stages, stage];
  if (!isDropped) return { ...path, stages };
  const end: PathEnd = { type: 'nowhere', name: datapath, packet: last };
  return { ...path, stages, verdict: 'dropped', end, arrived: path.end };
}

const UNTRACKED = 'replies are dropped: they are not tracked, and no rule of a stateless policy lets them pass';
