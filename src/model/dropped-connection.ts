/** A connection that a rule of an object drops. */
export interface DroppedConnection {
  /** JSON pointer of the rule in the object. */
  readonly pointer: string;
  readonly direction: 'ingress' | 'egress';
  /** Canonical text. */
  readonly source: string;
  readonly destination: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP' | 'ICMP';
  /** Of the destination, or 0 for ICMP. */
  readonly port: number;
}

/**
 * A change of an object, with names for what it says of the connection: `$destination` as a network, `$peer`, the other end as a
 * peer of a NetworkPolicy (a pod by its labels, an address as `ipBlock`), `$side` (`from` or `to`), `$direction`, `$ports` (`, ports: […]`, or nothing for ICMP), `$numbers`
 * (the same in words, with `portNumber`) and `$rule`, a pointer to the rule that drops it.
 */
export type AllowTemplate = string;
