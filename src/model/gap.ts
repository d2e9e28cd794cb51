/** Data of a node that the inventory lacks, without which the path of packets is unknown. */
export interface Gap {
  readonly node: string;
  /** Missing annotations. Empty if the Node itself is missing. */
  readonly annotations: readonly string[];
}

/** Data of one node that the inventory lacks, by the part of its network that needs it. */
export interface NodeGaps {
  readonly node: string;
  readonly zone: string;
  /** If true, the Node itself is missing. */
  readonly isAbsent: boolean;
  /** Annotations that packets from and to its pods need. */
  readonly ofPods: readonly string[];
  /** Annotations that packets from and to nodes of other zones need. */
  readonly ofZones: readonly string[];
  /** Annotations that packets through its gateway router need. */
  readonly ofGateway: readonly string[];
}
