import { requestedChassis } from './chassis.js';
import { type Branch, finishBranches, followBranch } from './branch.js';
import { balance, hairpinSource } from './balance.js';
import { readEntry, listOf } from '../northbound/row-columns.js';
import { type RulePlace, filter, mark } from './filters.js';
import { undo } from './undo.js';
import { isUntracked } from './untracked.js';
import type { RuleIndex } from './rules.js';
import type { TraceWalk } from './walk.js';
import { type PathProgress, type Path, finishPath, pass, stop } from './path.js';
import type { SwitchPort, Zone } from './zone.js';

/** Traces a packet through a switch: ACLs and load balancers on input, ACLs and QoS rules on output. */
export function crossSwitch(
  walk: TraceWalk,
  zone: Zone,
  inport: SwitchPort,
  target: SwitchPort | undefined,
  progress: PathProgress,
): Path[] {
  const { datapath } = inport;
  const { entering, balanced } = walk.network.filters(zone, datapath);
  const place = { zone, datapath, inport: inport.name };
  const entered = followBranch(
    noteUntracked([entering, balanced], place, walk.enterPart(zone, datapath, 'pods', progress)),
    (path) => checkSource(inport, path),
    (path) => filter(entering, place, path),
    (path) => mark(walk.network.marks(zone, datapath).entering, place, path),
  );
  return finishBranches(entered, (path) =>
    distribute(walk, zone, inport, path).flatMap(({ branch, isHairpin }) => {
      if (isHairpin) return finishBranches([branch], (next) => leaveSwitch(walk, zone, inport, inport, next));
      const filtered = followBranch(branch, (next) => filter(balanced, place, next));
      return finishBranches(filtered, (next) => leaveSwitch(walk, zone, inport, target, next));
    }),
  );
}

/** Records that a packet at the port of a pod is not tracked if it matches an ACL `allow-stateless`. */
function noteUntracked(rules: readonly RuleIndex[], place: RulePlace, progress: PathProgress): PathProgress {
  const { zone, datapath, inport = '', outport } = place;
  const { packet, untracked } = progress;
  if (packet.isReply || !isUntracked(rules, place, packet)) return progress;
  const isSent = outport === undefined;
  return { ...progress, untracked: [...untracked, { zone, datapath, port: outport ?? inport, isSent, packet }] };
}

/** Returns true if a packet bypasses the load balancers of the switch. */
function isPastBalancers({ name, type }: SwitchPort, { packet, untracked }: PathProgress): boolean {
  return packet.isReply === true || type !== '' || untracked.some(({ port, isSent }) => isSent && port === name);
}

/** Returns true if the `port_security` of a port does not drop packets with a source address. */
export function allowsSource({ row }: SwitchPort, source: string): boolean {
  const allowed = listOf(row.columns, 'port_security').flatMap((text) => text.split(' ').slice(1));
  return allowed.length === 0 || allowed.includes(source);
}

function checkSource(port: SwitchPort, progress: PathProgress): readonly Branch[] {
  const { datapath } = port;
  if (allowsSource(port, progress.packet.source)) return [progress];
  const text = `dropped: ${progress.packet.source} is no address of the port`;
  return [stop(pass(progress, { stage: 'port', at: datapath, text }), 'dropped', datapath)];
}

interface Distributed {
  readonly branch: Branch;
  /** If true, the packet returns to the pod that sent it. */
  readonly isHairpin: boolean;
}

/**
 * Applies the load balancers of a switch to packets from pods and hosts, not to those from routers and networks
 * (ovn-northd).
 */
function distribute(walk: TraceWalk, zone: Zone, inport: SwitchPort, progress: PathProgress): Distributed[] {
  if (isPastBalancers(inport, progress)) return [{ branch: progress, isHairpin: false }];
  return balance(walk, zone, 'Logical_Switch', inport.datapath, progress).map(({ branch, virtual }) => {
    if (!virtual || 'verdict' in branch || branch.packet.destination !== branch.packet.source) {
      return { branch, isHairpin: false };
    }
    const source = hairpinSource(virtual, branch.packet);
    const text = `back to its sender, from ${source}`;
    return { branch: pass(branch, { stage: 'translation', at: inport.datapath, text }, { source }), isHairpin: true };
  });
}

function leaveSwitch(
  walk: TraceWalk,
  zone: Zone,
  inport: SwitchPort,
  target: SwitchPort | undefined,
  progress: PathProgress,
): Path[] {
  const { datapath } = inport;
  if (!target) {
    const text = `dropped: no port has the address ${progress.packet.destination}`;
    return [stop(pass(progress, { stage: 'port', at: datapath, text }), 'dropped', datapath)];
  }
  const place = { zone, datapath, inport: inport.name, outport: target.name };
  const { leaving } = walk.network.filters(zone, datapath);
  const left = followBranch(
    target.type === '' ? noteUntracked([leaving], place, undo('load-balancer', datapath, progress)) : progress,
    (path) => filter(leaving, place, path),
    (path) => mark(walk.network.marks(zone, datapath).leaving, place, path),
  );
  return finishBranches(left, (path) => deliver(walk, zone, target, path));
}

/** Delivers a packet to the neighbour of a port. */
function deliver(walk: TraceWalk, zone: Zone, port: SwitchPort, progress: PathProgress): Path[] {
  if (port.routerPort !== undefined) return walk.enterRouter(zone, port.routerPort, progress);
  if (port.type === 'remote') return crossZones(walk, port, progress);
  const { columns } = port.row;
  if (port.type === 'localnet') return walk.leave(zone, port, progress);
  const namespace = readEntry(columns, 'external_ids', 'namespace');
  if (namespace === undefined) return walk.enterHost(port, progress);
  const name = `${namespace}/${port.name.slice(namespace.length + 1)}`;
  return [finishPath(progress, 'delivered', { type: 'pod', name, node: port.datapath, port: port.name })];
}

function crossZones({ network, enterRouter }: TraceWalk, port: SwitchPort, progress: PathProgress): Path[] {
  const there = network.findPort(port.name);
  if (there?.port.routerPort === undefined) {
    const text = 'the zone of the next node is not among the rows';
    return [stop(pass(progress, { stage: 'transit', at: port.datapath, text }), 'unknown', port.datapath)];
  }
  const chassis = requestedChassis(port.row.columns, there.zone) ?? progress.chassis;
  const row = { zone: there.zone.name, table: 'Logical_Switch_Port', key: there.port.row.key };
  const stage = { stage: 'transit', at: port.datapath, text: `to zone ${there.zone.name}`, row } as const;
  // Kernel marks are local to a node, so the tunnel drops them.
  return enterRouter(there.zone, there.port.routerPort, { ...pass(progress, stage, { mark: 0 }), chassis });
}
