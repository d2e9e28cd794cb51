import type { Configuration } from '../../../../model/configuration.js';
import { ACL_LOGGING_METER } from '../../../../ovn-kubernetes/filter-rows.js';
import { meterBandKey } from '../keys.js';
import { type TopologyRows, addRow } from './topology-rows.js';
import { CONTROL_PLANE_PROTECTION, protocolMeter } from '../../../../ovn-kubernetes/control-plane.js';

/** Adds the control plane protection and its meters, and the meter of ACL logging if the configuration limits it. */
export function addMeters(draft: TopologyRows, { aclLoggingRateLimit }: Configuration): void {
  const { name, protocols, rate } = CONTROL_PLANE_PROTECTION;
  const meters = protocols.map((protocol) => [protocol, protocolMeter(protocol)] as const);
  addRow(draft, 'Copp', name, { name, meters: Object.fromEntries(meters) });
  for (const [, meter] of meters) addMeter(draft, meter, rate);
  if (aclLoggingRateLimit !== undefined) addMeter(draft, ACL_LOGGING_METER, aclLoggingRateLimit);
}

/** Adds a meter that drops packets above a rate (packets per second). Meters of one rate share the band. */
function addMeter(draft: TopologyRows, name: string, rate: number): void {
  const band = meterBandKey('drop', rate);
  addRow(draft, 'Meter_Band', band, { action: 'drop', rate });
  addRow(draft, 'Meter', name, { name, unit: 'pktps', fair: true, bands: [band] });
}
