import type { Network } from './network.js';
import type { Progress, Way } from './way.js';
import type { SwitchPort, Zone } from './zone.js';

/** How the parts of a way lead on to each other. */
export interface Walk {
  readonly network: Network;
  /** Whether the rows have the networks of all nodes; without, nobody knows what becomes of a packet without a route. */
  readonly isWhole: () => boolean;
  /** Into a switch by a port of it, to the port that the sender has chosen; undefined: to one that nobody has. */
  readonly enterSwitch: (zone: Zone, inport: SwitchPort, target: SwitchPort | undefined, progress: Progress) => Way[];
  /** Into a router by a port of it. */
  readonly enterRouter: (zone: Zone, routerPort: string, progress: Progress) => Way[];
  /** From a gateway router, by a port of its external switch, onto the physical network of its node. */
  readonly leave: (zone: Zone, port: SwitchPort, progress: Progress) => Way[];
  /** From the logical network to the host of a node, by its management port. */
  readonly enterHost: (port: SwitchPort, progress: Progress) => Way[];
}
