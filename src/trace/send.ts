import { requestedChassis } from './chassis.js';
import type { ZonePort } from './network.js';
import type { PathProgress, Path } from './path.js';
import type { TraceWalk } from './walk.js';

/** Traces a packet of a pod or a host: directly to known neighbours on its link, otherwise to its router. */
export function sendPacket(walk: TraceWalk, { zone, port }: ZonePort, progress: PathProgress): Path[] {
  const chassis = requestedChassis(port.row.columns, zone) ?? '';
  const near = zone.neighbour(port.datapath, progress.packet.destination);
  const gateway = zone.portsOfSwitch(port.datapath).find(({ type }) => type === 'router');
  return walk.enterSwitch(zone, port, near ?? gateway, { ...progress, chassis });
}
