import { follow } from './branch.js';
import { textOf } from './columns.js';
import { type RulePlace, filter } from './filters.js';
import { type Packet, replyTo } from './packet.js';
import { type Rule, type RuleIndex, listFitting } from './rules.js';
import type { Walk } from './walk.js';
import { type End, type Path, type Progress, type Stage, type Untracked, startOf } from './path.js';

/** Protocols whose packets are invalid for a connection tracker that has not seen the original packet. */
export const INVALID_ALONE: ReadonlySet<Packet['protocol']> = new Set<Packet['protocol']>(['TCP', 'ICMP']);

/**
 * Returns true if an ACL `allow-stateless` matches a packet on input to, or output from, a switch. Connection tracking
 * and load balancers then skip the packet, even if other ACLs match. See ovn-nb(5), "ACL", and ovn-northd(8),
 * "Pre-ACLs".
 */
export function isUntracked(rules: readonly RuleIndex[], place: RulePlace, packet: Packet): boolean {
  return rules.some((index) => index.hasStateless && listFitting(index, packet, place, place.zone).some(isStateless));
}

function isStateless({ row }: Rule): boolean {
  return textOf(row.columns, 'action') === 'allow-stateless';
}

/** Returns the path of a packet with the outcome of its replies at untracked ports of pods. */
export function withUntrackedReplies(walk: Walk, path: Path): Path {
  return path.untracked.reduce(
    (one, untracked) => (one.verdict === 'delivered' ? addReply(walk, one, untracked) : one),
    path,
  );
}

/** Traces a reply at an untracked port. The rules of the opposite direction apply to it as to a new packet. */
function addReply({ network }: Walk, path: Path, { zone, datapath, port, isSent, packet }: Untracked): Path {
  const { entering, balanced, leaving } = network.filters(zone, datapath);
  const back = isSent ? [leaving] : [entering, balanced];
  const place = { zone, datapath, ...(isSent ? { outport: port } : { inport: port }) };
  const reply = replyTo(packet);
  const isInvalid = INVALID_ALONE.has(packet.protocol) && !isUntracked(back, place, reply);
  const [branch] = isInvalid
    ? []
    : follow(startOf(reply), ...back.map((rules) => (one: Progress) => filter(rules, place, one)));
  const isDropped = !branch || 'verdict' in branch;
  const { row, decidedBy } = branch?.stages.at(-1) ?? {};
  const text = isInvalid
    ? UNTRACKED
    : isDropped
      ? 'replies are not tracked, and dropped'
      : 'replies are not tracked, and allowed';
  const { packet: last } = path.end;
  const stage: Stage = {
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
  const end: End = { type: 'nowhere', name: datapath, packet: last };
  return { ...path, stages, verdict: 'dropped', end, arrived: path.end };
}

const UNTRACKED = 'replies are dropped: they are not tracked, and no rule of a stateless policy lets them pass';
