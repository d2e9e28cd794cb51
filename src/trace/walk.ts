import type { Gap, NodeGaps } from '../model/gap.js';
import type { PassedPart } from '../ovn-kubernetes/paths.js';
import type { TracedNetwork } from './network.js';
import type { PathProgress, Path } from './path.js';
import type { SwitchPort, Zone } from './zone.js';

/** The functions that connect the parts of a path. */
export interface TraceWalk {
  readonly network: TracedNetwork;
  /**
   * Returns true if the rows have the networks of all nodes. Otherwise, the outcome of a packet without a route is
   * unknown.
   */
  readonly isWhole: () => boolean;
  /**
   * Enters a switch by one of its ports, towards the port that the sender selected. If undefined, no port has the
   * destination address.
   */
  readonly enterSwitch: (
    zone: Zone,
    inport: SwitchPort,
    target: SwitchPort | undefined,
    progress: PathProgress,
  ) => Path[];
  /** Enters a router by one of its ports. */
  readonly enterRouter: (zone: Zone, routerPort: string, progress: PathProgress) => Path[];
  /** Leaves a gateway router for the physical network of its node, by a port of its external switch. */
  readonly leave: (zone: Zone, port: SwitchPort, progress: PathProgress) => Path[];
  /** Leaves the logical network for the host of a node, by its management port. */
  readonly enterHost: (port: SwitchPort, progress: PathProgress) => Path[];
  /** Records that a packet passes a part of a node, if any node lacks inventory. */
  readonly enterPart: (zone: Zone, node: string, part: PassedPart['part'], progress: PathProgress) => PathProgress;
  /** Returns the missing inventory of a node. */
  readonly gapsOf: (node: string) => NodeGaps | undefined;
  /** Returns the missing inventory of nodes whose networks no row describes. */
  readonly untoldNetworks: () => readonly Gap[];
}
