/** The control plane protection that every router refers to: what it limits, and how. */
export const CONTROL_PLANE_PROTECTION = {
  /** `Copp.name`. */
  name: 'ovnkube-default',
  /** The protocols whose packets to ovn-controller are limited. */
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
  /** Packets per second of each protocol. */
  rate: 25,
} as const;

/** Returns the meter of a protocol. */
export function protocolMeter(protocol: string): string {
  return `${protocol}-rate-limiter`;
}
