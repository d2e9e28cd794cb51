/** Control plane protection that every router refers to: limited protocols and their rate. */
export const CONTROL_PLANE_PROTECTION = {
  /** `Copp.name`. */
  name: 'ovnkube-default',
  /** Protocols whose packets to ovn-controller are limited. */
  protocols: [
    'arp',
    'arp-resolve',
    'bfd',
    'event-elb',
    'icmp4-error',
    'icmp6-error',
    'reject',
    'svc-monitor',
    'tcp-reset',
  ],
  /** Rate of each protocol, in packets per second. */
  rate: 25,
} as const;

/** Returns the meter of a protocol. */
export function protocolMeter(protocol: string): string {
  return `${protocol}-rate-limiter`;
}
