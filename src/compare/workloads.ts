/** Differences between two clusters that are compared by the names of their workloads. */
export interface WorkloadChanges {
  /** Number of workloads that both have. */
  readonly compared: number;
  /** Workloads that only the first has, such as `shop/web[Deployment]`. In byte order. */
  readonly removed: readonly string[];
  /** Workloads that only the second has. */
  readonly added: readonly string[];
  readonly egress: readonly WorkloadEgress[];
  readonly services: readonly ServiceDifference[];
}

/** The egress of a workload, which differs between two clusters. */
export interface WorkloadEgress {
  /** `shop/web[Deployment]`. */
  readonly workload: string;
  /** The different ways in which its pods leave, such as `IPv4 by EgressIP ferry`. Sorted. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A Service that leads elsewhere in one of two clusters. */
export interface ServiceDifference {
  /** `shop/db`. */
  readonly service: string;
  /** Ports and their targets, such as `5432/TCP → shop/db[StatefulSet] 5432`, sorted. Unset if it does not exist. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Returns true if a workload or a Service differs. */
export function hasOtherWorkloads({ removed, added, services }: WorkloadChanges): boolean {
  return removed.length + added.length + services.length > 0;
}
