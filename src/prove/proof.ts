import type { Pod } from '../model/cluster.js';
import type { PathDecider, RowName } from '../trace/path.js';
import type { Decider } from '../traffic/change.js';
import type { Sample } from '../traffic/sample.js';

/** A packet of a pod, or one that a node receives from outside. */
export type ProofPacket = PodPacket | OutsidePacket;

/** A packet that the gateway router of a node receives from outside. */
export interface OutsidePacket extends Pick<Sample, 'protocol' | 'port'> {
  readonly direction: 'outside';
  readonly node: string;
  /** The destination, canonical text. */
  readonly address: string;
}

/** A packet of a pod, and its peer. */
export interface PodPacket extends Pick<Sample, 'protocol' | 'port'> {
  readonly pod: Pod;
  /** `to`: the pod sends the packet. */
  readonly direction: 'to' | 'from';
  /** Canonical text. */
  readonly address: string;
  /** The pod with that address, if there is one. */
  readonly peer?: Pod;
  /** The DNS name with that address, if its answers are unknown. */
  readonly name?: string;
}

/** A row, and the object that caused it. */
export interface DecidingRow {
  readonly row?: RowName;
  readonly decidedBy?: PathDecider;
}

/** The decision of one reading on a packet. */
export interface ReadingDecision<By> {
  /** `allowed`, `dropped`, or the property that differs, such as `source 192.0.2.7`. */
  readonly text: string;
  /** Empty if nothing decides. */
  readonly by: readonly By[];
}

/** Packets that the resources and the rows treat differently. */
export interface ProofDifference {
  /** One of the packets. */
  readonly packet: ProofPacket;
  /** Pods whose packets differ in the same way. */
  readonly pods: readonly Pod[];
  readonly resources: ReadingDecision<Decider>;
  readonly rows: ReadingDecision<DecidingRow>;
}

/** Packets for which the readings cannot be compared. */
export interface Uncompared {
  readonly reason: string;
  readonly pods: readonly Pod[];
}

/** The result of a comparison of the two readings of a compilation, for every packet of some pods. */
export interface Proof {
  /** Number of pods whose packets were compared. */
  readonly pods: number;
  /** Number of classes of pods and packets that any rule of either reading tells apart. */
  readonly classes: number;
  readonly differences: readonly ProofDifference[];
  readonly uncompared: readonly Uncompared[];
}
