import { follow } from './branch.js';
import { textOf } from './columns.js';
import { type RulePlace, filter } from './filters.js';
import { type Packet, replyTo } from './packet.js';
import { type Rule, type RuleIndex, listFitting } from './rules.js';
import type { Walk } from './walk.js';
import { type End, type Path, type Progress, type Stage, type Untracked, startOf } from './path.js';

/** What a connection tracker takes for invalid where it has not seen the packet that is replied to. */
export const INVALID_ALONE: ReadonlySet<Packet['protocol']> = new Set<Packet['protocol']>(['TCP', 'ICMP']);

/**
 * Whether an ACL `allow-stateless` is for a packet where it enters, or leaves, a switch: then neither the connection tracker
 * sees it nor a load balancer, whatever else matches it (ovn-nb(5), "ACL"; ovn-northd(8), "Pre-ACLs").
 */
export function isUntracked(rules: readonly RuleIndex[], place: RulePlace, packet: Packet): boolean {
  return rules.some((index) => index.hasStateless && listFitting(index, packet, place, place.zone).some(isStateless));
}

function isStateless({ row }: Rule): boolean {
  return textOf(row.columns, 'action') === 'allow-stateless';
}

/** The path of a packet, with what becomes of its replies at the ports of pods where nothing tracks it. */
export function withUntrackedReplies(walk: Walk, path: Path): Path {
  return path.untracked.reduce(
    (one, untracked) => (one.verdict === 'delivered' ? addReply(walk, one, untracked) : one),
    path,
  );
}

/** A reply to what nothing tracks at a port meets the rules of the other direction there as a packet of its own. */
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
