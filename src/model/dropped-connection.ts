/** A connection that a rule of an object drops. */
export interface DroppedConnection {
  /** JSON pointer of the rule in the object. */
  readonly pointer: string;
  readonly direction: 'ingress' | 'egress';
  /** Canonical text. */
  readonly source: string;
  readonly destination: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP' | 'ICMP';
  /** Destination port, or 0 for ICMP. */
  readonly port: number;
}

/**
 * An edit of an object, with placeholders for the connection. `$destination`: a network. `$peer`: the other side as a
 * peer of a NetworkPolicy (a pod by its labels, an address as `ipBlock`). `$side`: `from` or `to`. `$direction`: the
 * direction. `$ports`: `, ports: […]`, or nothing for ICMP. `$numbers`: the same with `portNumber`. `$rule`: a pointer
 * to the rule that drops the connection.
 */
export type AllowTemplate = string;
