/** What the inventory lacks of a node, without which the path of packets is unknown. */
export interface Gap {
  readonly node: string;
  /** Missing annotations; none: the Node itself is missing. */
  readonly annotations: readonly string[];
}

/** What the inventory lacks of one node, by the part of its network that needs it. */
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
