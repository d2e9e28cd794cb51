import type { Configuration } from '../../../../model/configuration.js';
import { ACL_LOGGING_METER } from '../../../../ovn-kubernetes/filter-rows.js';
import { meterBandKey } from '../keys.js';
import { type TopologyRows, addRow } from './topology-rows.js';

/** The name and key of the Copp row that every router refers to. */
export const COPP = 'ovnkube-default';

/** The protocols whose packets to ovn-controller are limited. */
const PROTOCOLS = [
  'arp',
  'arp-resolve',
  'bfd',
  'event-elb',
  'icmp4-error',
  'icmp6-error',
  'reject',
  'svc-monitor',
  'tcp-reset',
];

/** Packets per second of each protocol (OVN-Kubernetes). */
const PROTOCOL_RATE = 25;

/** Adds the control plane protection and its meters, and the meter of ACL logging where the configuration limits it. */
export function addMeters(draft: TopologyRows, { aclLoggingRateLimit }: Configuration): void {
  const meters = PROTOCOLS.map((protocol) => [protocol, `${protocol}-rate-limiter`] as const);
  addRow(draft, 'Copp', COPP, { name: COPP, meters: Object.fromEntries(meters) });
  for (const [, meter] of meters) addMeter(draft, meter, PROTOCOL_RATE);
  if (aclLoggingRateLimit !== undefined) addMeter(draft, ACL_LOGGING_METER, aclLoggingRateLimit);
}

/** A meter that drops what is above a rate (packets per second). Meters of one rate share the band. */
function addMeter(draft: TopologyRows, name: string, rate: number): void {
  const band = meterBandKey('drop', rate);
  addRow(draft, 'Meter_Band', band, { action: 'drop', rate });
  addRow(draft, 'Meter', name, { name, unit: 'pktps', fair: true, bands: [band] });
}
