import { managementPortName, nodeRouterPortName } from '../ovn-kubernetes/row-names.js';
import { hostPlace } from './host.js';
import type { ZonePort } from './network.js';
import { type PacketOrigin, portNameOf } from './origin.js';
import { type TracedPacket, answers, replyTo } from './packet.js';
import { type PathEnd, type Path, type PathProgress, type PathStage, pass, startOf } from './path.js';
import { sendPacket } from './send.js';
import { undo } from './undo.js';
import { withUntrackedReplies } from './untracked.js';
import type { TraceWalk } from './walk.js';

/** Stages of a reply's path that are shown. */
const SHOWN: ReadonlySet<PathStage['stage']> = new Set<PathStage['stage']>([
  'mark',
  'translation',
  'load-balancer',
  'host-translation',
  'transit',
  'reply',
]);

/**
 * Returns the path of a packet, with the path of its replies if these may take another way (between pods and the
 * outside). Replies within the cluster are tracked, unless a stateless policy disables tracking.
 */
export function withReplies(walk: TraceWalk, origin: PacketOrigin, sent: Path, packet: TracedPacket): Path[] {
  const path = withUntrackedReplies(walk, sent);
  if (path.verdict !== 'delivered') return [path];
  if (origin.type === 'outside' && path.end.type === 'pod') return answerOutside(walk, path, packet);
  return origin.type === 'pod' && path.end.type === 'outside' ? answerPod(walk, origin, path, packet) : [path];
}

/** Traces the reply of a pod to the outside. The client accepts a reply from the address to which it sent. */
function answerOutside(walk: TraceWalk, path: Path, packet: TracedPacket): Path[] {
  const port = walk.network.findPort(path.end.port ?? '');
  if (!port) return [path];
  return sendPacket(walk, port, startReply(path)).map((back): Path => {
    const { end, verdict } = back;
    const at = end.node ?? end.name;
    const isRight = verdict === 'delivered' && end.type === 'outside' && answers(end.packet, packet);
    if (!isRight && isByHost(walk, port, path.end.packet.destination, packet.source)) {
      const why = 'with local gateways, the host routes them';
      return addStages(path, back, at, `may be lost: ${why}`);
    }
    if (verdict !== 'delivered') return addLost(path, back);
    const leaves = `leave node ${at} from ${end.packet.source}`;
    if (isRight) return addStages(path, back, at, `${leaves} to ${end.nextHop ?? end.name}`);
    return asDropped(
      addStages(path, back, at, `${leaves}: the client drops them, because it has not sent to that address`),
    );
  });
}

/**
 * Returns true if external traffic may have come through the host, as with local gateways. The rows do not determine
 * this.
 */
function isByHost({ network }: TraceWalk, { zone, port }: ZonePort, source: string, destination: string): boolean {
  const inport = zone.routerPort(nodeRouterPortName(port.datapath));
  const routes = inport ? network.routes(zone, inport.datapath).find(source, destination, inport) : [];
  return routes.some((route) => route.port.name === inport?.name);
}

/** Traces the reply of an outside host to a pod: it arrives at the node that owns the address. */
function answerPod(walk: TraceWalk, origin: PacketOrigin, path: Path, packet: TracedPacket): Path[] {
  const { node = '', unknown = [], packet: left } = path.end;
  if (left.source === packet.source && !unknown.includes('source')) {
    const text = `may be lost: unknown whether the network sends ${left.source} to node ${node}`;
    return [addStages(path, path, node, text, [])];
  }
  return takeIn(walk, path, node).map((back) => {
    const isBack = back.verdict === 'delivered' && back.end.port === portNameOf(origin);
    return isBack ? addStages(path, back) : addLost(path, back);
  });
}

/**
 * Traces external traffic that arrives at the egress node of a packet, at its gateway router or host. Returns no path
 * if no row describes them.
 */
function takeIn(walk: TraceWalk, path: Path, node: string): Path[] {
  const reply = startReply(path);
  const { destination } = reply.packet;
  const host = hostPlace(node);
  if (path.passed.at(-1)?.at === host) {
    const management = walk.network.findPort(managementPortName(node));
    if (!management) return [];
    const arrived = pass(reply, { stage: 'reply', at: host, text: textOfHost(path, node, destination) });
    return sendPacket(walk, management, undo('host-translation', host, arrived));
  }
  const gateway = walk.network.gatewayOf(node);
  const localnet = gateway?.zone.portsOfSwitch(gateway.port.datapath).find(({ type }) => type === 'localnet');
  if (!gateway || !localnet) return [];
  const text = `return to node ${node}, which has ${destination}`;
  return walk.enterSwitch(gateway.zone, localnet, gateway.port, pass(reply, { stage: 'reply', at: node, text }));
}

function textOfHost({ stages, end }: Path, node: string, destination: string): string {
  if (end.unknown?.includes('source')) return `return to the host of node ${node}, which translates the address back`;
  const isAnnounced = stages.some(({ effect }) => effect === 'from-announced-address');
  return isAnnounced
    ? `return to node ${node} if it announces ${destination}`
    : `return to node ${node}, which has ${destination}`;
}

function startReply({ end, stages, passed, untracked }: Path): PathProgress {
  const start = startOf({ ...replyTo(end.packet), isReply: true });
  return { ...start, request: { stages, passed, untracked } };
}

function isShown({ stage, effect, before }: PathStage): boolean {
  return effect !== undefined || SHOWN.has(stage) || (stage === 'policy' && before.mark !== 0);
}

/**
 * Returns the path with the stages of its replies, and a last stage for their outcome. After a load balancer, that
 * stage has its row.
 */
function addStages(path: Path, back: Path, at = '', text = '', stages = back.stages): Path {
  const { packet } = back.end;
  const balanced = text === '' ? undefined : stages.findLast(({ stage }) => stage === 'load-balancer');
  const shown = stages
    .filter((one) => isShown(one) && one !== balanced)
    .map((one): PathStage => ({ ...one, stage: 'reply' }));
  const { row, decidedBy } = balanced ?? {};
  const by = { ...(row ? { row } : {}), ...(decidedBy ? { decidedBy } : {}) };
  const last: PathStage[] = text === '' ? [] : [{ stage: 'reply', at, text, ...by, before: packet, after: packet }];
  return { ...path, stages: [...path.stages, ...shown, ...last], choices: [...path.choices, ...back.choices] };
}

/** Returns the path with lost replies. Replies end on their path, and its last stage contains the reason. */
function addLost(path: Path, back: Path): Path {
  const last = back.stages.at(-1);
  const [at, why] = [last?.at ?? back.end.name, last?.text ?? back.verdict];
  if (back.verdict === 'unknown') return addStages(path, back, at, `may be lost: ${why}`);
  return asDropped(addStages(path, back, at, `are lost: ${why}`));
}

function asDropped(path: Path): Path {
  const { end: arrived } = path;
  const end: PathEnd = { type: 'nowhere', name: path.stages.at(-1)?.at ?? '', packet: arrived.packet };
  return { ...path, verdict: 'dropped', end, arrived };
}
