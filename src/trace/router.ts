import { isBadSource } from './bad-source.js';
import { type Branch, finishBranches, followBranch } from './branch.js';
import { balance } from './balance.js';
import { readEntry, readColumnText } from '../northbound/row-columns.js';
import { memoize, memoizeWeak } from '../std/memoize.js';
import { nodeOfRouter } from '../ovn-kubernetes/row-names.js';
import { formatGaps } from '../ovn-kubernetes/paths.js';
import { decidedBy } from './decider.js';
import { branchesOf } from './filters.js';
import type { TraceRule } from './rules.js';
import type { TracedNetwork } from './network.js';
import { isIPv6 } from './packet.js';
import { type RouterRoute, hopsOfPolicy, portTowards } from './routes.js';
import { undo } from './undo.js';
import { INVALID_ALONE } from './untracked.js';
import type { TraceWalk } from './walk.js';
import { type PathProgress, type Path, type PathStage, choose, finishPath, pass, stop } from './path.js';
import { type RouterPort, type Zone, textOfAddress } from './zone.js';

/** Traces a packet through a router: load balancers, routes, policies, and translation at the output port. */
export function crossRouter(walk: TraceWalk, zone: Zone, inport: RouterPort, progress: PathProgress): Path[] {
  const { datapath } = inport;
  const columns = zone.row('Logical_Router', datapath)?.columns ?? {};
  if (progress.hops === 0) {
    const text = 'dropped after too many routers';
    return [stop(pass(progress, { stage: 'route', at: datapath, text }), 'dropped', datapath)];
  }
  const chassis = readEntry(columns, 'options', 'chassis');
  const forcesRouterAddress = readEntry(columns, 'options', 'lb_force_snat_ip') === 'router_ip';
  const router = { zone, datapath, inport, isGateway: chassis !== undefined, forcesRouterAddress };
  if (!progress.packet.isReply && isBadSource(progress.packet.source, zone, datapath)) {
    const text = `dropped: no host sends from ${progress.packet.source}`;
    return [stop(pass(progress, { stage: 'route', at: datapath, text }), 'dropped', datapath)];
  }
  const moved = moveTo({ ...progress, hops: progress.hops - 1 }, chassis);
  const entered = walk.enterPart(zone, nodeOfRouter(datapath), 'gateway', moved);
  const arrived = router.isGateway ? undo('translation', datapath, passThrough(inport, entered)) : moved;
  const own = answerOwn(walk.network, router, arrived);
  if (own) return [own];
  if (arrived.packet.isReply) {
    return finishBranches(route(walk, router, arrived), (next) => forward(walk, router, next, false));
  }
  return balance(walk, zone, 'Logical_Router', datapath, arrived).flatMap(({ branch, virtual }) =>
    finishBranches([branch], (path) => {
      if (!virtual && isOwn(router, path)) return [dropOwn(router, path)];
      const isForced = virtual !== undefined && forcesRouterAddress && !virtual.skipsSnat;
      return finishBranches(route(walk, router, path), (next) => forward(walk, router, next, isForced));
    }),
  );
}

function passThrough({ datapath, name }: RouterPort, progress: PathProgress): PathProgress {
  return { ...progress, passed: [...progress.passed, { at: datapath, port: name }] };
}

/** Moves a packet to a chassis. Kernel marks are local to a node, so tunnels drop them. */
function moveTo(progress: PathProgress, chassis: string | undefined): PathProgress {
  if (chassis === undefined || chassis === progress.chassis) return progress;
  return { ...progress, chassis, packet: { ...progress.packet, mark: 0 } };
}

/** The router that a packet is in. */
interface Router {
  readonly zone: Zone;
  readonly datapath: string;
  readonly inport: RouterPort;
  /** If true, the router is bound to one chassis, and translates there. */
  readonly isGateway: boolean;
  /** If true, packets that its load balancers distribute get the address of the router as source. */
  readonly forcesRouterAddress: boolean;
}

/**
 * Returns the path of a packet to an address of the router: echo requests are answered, others dropped. Returns
 * undefined for possible replies, load balancer traffic, and other addresses.
 */
function answerOwn(network: TracedNetwork, router: Router, progress: PathProgress): Path | undefined {
  const { zone, datapath, forcesRouterAddress } = router;
  const { destination, protocol } = progress.packet;
  if (!isOwn(router, progress)) return undefined;
  if (protocol === 'ICMP') {
    const answered = pass(progress, { stage: 'route', at: datapath, text: 'answered by the router itself' });
    return finishPath(answered, 'delivered', { type: 'router', name: datapath });
  }
  const isShared = forcesRouterAddress || network.translations(zone, datapath).externalAddresses.has(destination);
  return isShared ? undefined : dropOwn(router, progress);
}

function isOwn({ zone, datapath }: Router, { packet: { destination } }: PathProgress): boolean {
  return addressesOf(zone)(datapath).has(destination);
}

function dropOwn({ datapath }: Router, progress: PathProgress): Path {
  const text = 'dropped: the router takes nothing at its own address';
  return stop(pass(progress, { stage: 'route', at: datapath, text }), 'dropped', datapath);
}

/** Returns the own addresses of the routers of a zone. */
const addressesOf = memoizeWeak((zone: Zone) =>
  memoize(
    (router: string): ReadonlySet<string> =>
      new Set(zone.portsOfRouter(router).flatMap(({ networks }) => networks.map(textOfAddress))),
  ),
);

/** Returns the next hop by routes, then by policies. Policies only apply to packets with a route. */
function route(walk: TraceWalk, router: Router, progress: PathProgress): readonly Branch[] {
  const { zone, datapath, inport } = router;
  const { source, destination } = progress.packet;
  const table = walk.network.routes(zone, datapath);
  const cameBy = progress.request?.passed.find(({ at }) => at === datapath);
  const symmetric = cameBy && table.findSymmetric(source, cameBy.port);
  if (symmetric)
    return applyPolicies(walk, router, progress, { ...symmetric, nextHop: FORMER_HOP, effect: 'to-former-hop' });
  const routes = table.find(source, destination, inport);
  const [only] = routes;
  if (!only) {
    return [stopWithoutRoute(walk, datapath, progress)];
  }
  return routes.flatMap((one) => {
    const shared = routes.length === 1 ? progress : choose(progress, 'random', `the next hop is ${one.nextHop}`);
    const chosen = one.isMonitored ? choose(shared, 'unknown', `the BFD session to ${one.nextHop} is up`) : shared;
    return applyPolicies(walk, router, chosen, one);
  });
}

/** Drops a packet without a route, unless its destination may be in the network of a node that no row describes. */
function stopWithoutRoute(walk: TraceWalk, datapath: string, progress: PathProgress): Path {
  const { destination } = progress.packet;
  const stage = { stage: 'route', at: datapath } as const;
  if (walk.isWhole()) {
    return stop(pass(progress, { ...stage, text: `dropped: no route to ${destination}` }), 'dropped', datapath);
  }
  const missing = walk.untoldNetworks();
  const why = missing.length === 0 ? '' : `: ${formatGaps(missing)}`;
  const text = `no route to ${destination}, and the inventory does not tell the networks of all nodes${why}`;
  const end = { type: 'nowhere', name: datapath } as const;
  return finishPath(pass(progress, { ...stage, text }), 'unknown', missing.length === 0 ? end : { ...end, missing });
}

/** Name of a next hop that no row contains, in place of its address. */
const FORMER_HOP = 'the hop that the packet came from';

/** A selected route, and its effect on the packet. */
type TakenRoute = RouterRoute & Pick<PathStage, 'effect'>;

function applyPolicies(walk: TraceWalk, router: Router, progress: PathProgress, found: TakenRoute): readonly Branch[] {
  const { zone, datapath, inport } = router;
  const place = { zone, datapath, inport: inport.name };
  const onRoute = (path: PathProgress): Branch[] => [takeRoute(router, path, found)];
  const policies = walk.network.policies(zone, datapath);
  const apply = ({ row }: TraceRule, path: PathProgress): readonly Branch[] => {
    const stage = { stage: 'policy', at: datapath, ...decidedBy(zone.name, 'Logical_Router_Policy', row) } as const;
    const action = readColumnText(row.columns, 'action');
    const packetMark = readEntry(row.columns, 'options', 'pkt_mark');
    const change = packetMark === undefined ? {} : { mark: Number(packetMark) };
    const noted = packetMark === undefined ? '' : `, with the mark ${packetMark}`;
    if (action === 'drop') return [stop(pass(path, { ...stage, text: 'dropped' }), 'dropped', datapath)];
    if (action !== 'reroute') return onRoute(pass(path, { ...stage, text: `stays on its route${noted}` }, change));
    const ports = zone.portsOfRouter(datapath);
    const hops = hopsOfPolicy(row.columns, (nextHop) => portTowards(nextHop, ports));
    return hops.map(({ nextHop, port }) => {
      const chosen = hops.length === 1 ? path : choose(path, 'random', `the next hop is ${nextHop}`);
      const next = pass(chosen, { ...stage, text: `to ${nextHop}${noted}`, effect: 'reroute' }, change);
      return { ...next, hop: { nextHop, port: port.name } };
    });
  };
  return branchesOf(policies, place, progress, 0, apply, onRoute);
}

function takeRoute({ zone, datapath }: Router, progress: PathProgress, found: TakenRoute): PathProgress {
  const { row, nextHop, port, effect } = found;
  const routed = { ...progress, hop: { nextHop, port: port.name } };
  if (!row) return routed;
  const text = `to ${nextHop}, by the route of ${readColumnText(row.columns, 'ip_prefix')}`;
  return pass(routed, {
    stage: 'route',
    at: datapath,
    text,
    ...(effect ? { effect } : {}),
    ...decidedBy(zone.name, 'Logical_Router_Static_Route', row),
  });
}

/** Translates the packet if the router does, and forwards it to the switch behind the port. */
function forward(walk: TraceWalk, router: Router, progress: PathProgress, isForced: boolean): Path[] {
  const { zone, datapath } = router;
  const { nextHop = '', port: name = '' } = progress.hop ?? {};
  const port = zone.routerPort(name);
  const peer = zone.peerOf(name);
  if (!port || !peer) {
    const text = `dropped: nothing is behind the port ${name}`;
    return [stop(pass(progress, { stage: 'route', at: datapath, text }), 'dropped', datapath)];
  }
  const target = zone.neighbour(peer.datapath, nextHop);
  const translated = followBranch(progress, (path) => translate(walk, router, path, port, isForced));
  return finishBranches(translated, (path) => walk.enterSwitch(zone, peer, target, path));
}

/**
 * Translates the source of an outgoing packet. Packets that load balancers distributed get the address of the router,
 * all others follow the translations. A gateway router tracks all outgoing packets, and translates no reply to a
 * tracked packet. See ovn-northd(8), "Egress Table 3: SNAT".
 */
function translate(
  { network }: TraceWalk,
  { zone, datapath, isGateway }: Router,
  progress: PathProgress,
  port: RouterPort,
  isForced: boolean,
): readonly Branch[] {
  if (!isGateway) return [progress];
  const { request, packet } = progress;
  if (request?.passed.some(({ at }) => at === datapath)) return [undo('load-balancer', datapath, progress)];
  if (packet.isReply && INVALID_ALONE.has(packet.protocol)) return [progress];
  if (isForced) {
    const own = port.networks.map(textOfAddress);
    const source = own.find((address) => address.includes(':') === isIPv6(progress.packet)) ?? progress.packet.source;
    const text = `from ${source}, the router's own address`;
    return [pass(progress, { stage: 'translation', at: datapath, text }, { source })];
  }
  const rows = network.translations(zone, datapath).find(progress.packet);
  if (rows.length === 0) return [progress];
  return rows.map((row) => {
    const source = readColumnText(row.columns, 'external_ip');
    const chosen = rows.length === 1 ? progress : choose(progress, 'random', `the source is ${source}`);
    const stage = { stage: 'translation', at: datapath, text: `from ${source}` } as const;
    return pass(chosen, { ...stage, ...decidedBy(zone.name, 'NAT', row) }, { source });
  });
}
