import type { Configuration } from '../../model/configuration.js';
import { canonicalAddress, familyOfText } from '../../net/address.js';
import type { ReportAt } from '../../model/report-at.js';
import type { GatewayEntry } from './gateway-list.js';
import { messages } from './messages.js';
import type { StaticHop } from './policy.js';

/** Gateways of the static hops, or the error that takes the policy out of service, in the live controllers' words. */
export type StaticGateways = { readonly entries: readonly GatewayEntry[] } | { readonly error: string };

/** Reads the static hops in their order. Every problem is reported; the first invalid address is the error. */
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
    const address = canonicalAddress(ip);
    if (address === undefined) {
      reportAt(messages.notAnAddress(ip), `${pointer}/ip`);
      errors.push(`could not parse routing static gw annotation value '${ip}'`);
      continue;
    }
    const earlier = pointers.get(address);
    if (earlier !== undefined) reportAt(messages.listedTwice(address), `${earlier}/ip`);
    pointers.set(address, pointer);
    const family = familyOfText(address);
    if (!ipFamilies.includes(family)) reportAt(messages.familyOff(address, family), `${pointer}/ip`);
    entries.push({ addresses: [address], monitored: bfdEnabled === true, pointer });
  }
  const [error] = errors;
  return error === undefined
    ? { entries }
    : { error: `failed to build updated policy: failed to process static GW: ${error}` };
}
