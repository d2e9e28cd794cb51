import { entryOf } from './columns.js';
import type { ZonePort } from './network.js';
import type { Progress, Path } from './path.js';
import type { Walk } from './walk.js';

/** Traces a packet of a pod or a host: directly to known neighbours on its link, otherwise to its router. */
export function send(walk: Walk, { zone, port }: ZonePort, progress: Progress): Path[] {
  const chassis = entryOf(port.row.columns, 'options', 'requested-chassis') ?? '';
  const near = zone.neighbour(port.datapath, progress.packet.destination);
  const gateway = zone.portsOfSwitch(port.datapath).find(({ type }) => type === 'router');
  return walk.enterSwitch(zone, port, near ?? gateway, { ...progress, chassis });
}
