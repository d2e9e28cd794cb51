/** A connection that a rule of an object drops. */
export interface DroppedConnection {
  /** JSON pointer of the rule in the object. */
  readonly pointer: string;
  readonly direction: 'ingress' | 'egress';
  /** Canonical text. */
  readonly source: string;
  readonly destination: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP' | 'ICMP';
  /** Of the destination; 0 for ICMP. */
  readonly port: number;
}
