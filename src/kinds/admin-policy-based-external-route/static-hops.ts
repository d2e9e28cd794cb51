import type { Configuration } from '../../model/configuration.js';
import { readAddress } from '../../net/address.js';
import type { ReportAt } from '../../model/report-at.js';
import type { GatewayEntry } from './gateway-list.js';
import { messages } from './messages.js';
import type { StaticHop } from './policy.js';

/** Gateways of the static hops, or the error that takes the policy out of service, in the live controllers' words. */
export type StaticGateways = { readonly entries: readonly GatewayEntry[] } | { readonly error: string };

/** Reads the static hops in their order. Reports every problem. The first invalid address is the error. */
export function resolveStaticHops(
  hops: readonly StaticHop[],
  { ipFamilies }: Configuration,
  reportAt: ReportAt,
): StaticGateways {
  const entries: GatewayEntry[] = [];
  const errors: string[] = [];
  const pointers = new Map<string, string>();
  for (const [index, { ip, bfdEnabled }] of hops.entries()) {
    const pointer = `/spec/nextHops/static/${index}`;
    const address = readAddress(ip);
    if (!address) {
      reportAt(messages.notAnAddress(ip), `${pointer}/ip`);
      errors.push(`could not parse routing static gw annotation value '${ip}'`);
      continue;
    }
    const { text, family } = address;
    const earlier = pointers.get(text);
    if (earlier !== undefined) reportAt(messages.listedTwice(text), `${earlier}/ip`);
    pointers.set(text, pointer);
    if (!ipFamilies.includes(family)) reportAt(messages.familyOff(text, family), `${pointer}/ip`);
    entries.push({ addresses: [address], monitored: bfdEnabled === true, pointer });
  }
  const [error] = errors;
  return error === undefined
    ? { entries }
    : { error: `failed to build updated policy: failed to process static GW: ${error}` };
}
