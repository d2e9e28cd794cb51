import type { Gap, NodeGaps } from '../model/gap.js';
import type { PassedPart } from '../ovn-kubernetes/paths.js';
import type { Network, ZonePort } from './network.js';
import type { Progress, Path } from './path.js';
import type { SwitchPort, Zone } from './zone.js';

/** How the parts of a path lead on to each other. */
export interface Walk {
  readonly network: Network;
  /** Whether the rows have the networks of all nodes; without, nobody knows what becomes of a packet without a route. */
  readonly isWhole: () => boolean;
  /** Into a switch by a port of it, to the port that the sender has chosen; undefined: to one that nobody has. */
  readonly enterSwitch: (zone: Zone, inport: SwitchPort, target: SwitchPort | undefined, progress: Progress) => Path[];
  /** Into a router by a port of it. */
  readonly enterRouter: (zone: Zone, routerPort: string, progress: Progress) => Path[];
  /** From a gateway router, by a port of its external switch, onto the physical network of its node. */
  readonly leave: (zone: Zone, port: SwitchPort, progress: Progress) => Path[];
  /** From the logical network to the host of a node, by its management port. */
  readonly enterHost: (port: SwitchPort, progress: Progress) => Path[];
  /** Notes that a packet passes a part of a node, if the inventory lacks anything of any node. */
  readonly enterPart: (zone: Zone, node: string, part: PassedPart['part'], progress: Progress) => Progress;
  /** What the inventory lacks of a node. */
  readonly gapsOf: (node: string) => NodeGaps | undefined;
  /** What the inventory lacks of nodes whose networks no row tells. */
  readonly untoldNetworks: () => readonly Gap[];
  /** The port of a node's external switch that leads to its gateway router; undefined where no row tells of it. */
  readonly gatewayOf: (node: string) => ZonePort | undefined;
}
