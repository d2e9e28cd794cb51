import type { Configuration } from '../../model/configuration.js';
import type { RouterAddress } from '../../model/intent/redirect.js';
import type { ReportAt } from '../../model/report-at.js';
import { type CanonicalAddress, withText } from '../../net/address.js';
import { contains, formatPrefix } from '../../net/prefix.js';
import { specialUseOf } from '../shared/address-class.js';
import { type EgressRouterSpec, readGateway, readRouterAddress } from './check.js';
import { messages } from './messages.js';

/**
 * Returns the entries of `spec.addresses` that the implementation reads. OpenShift's operator (4.15) uses only the
 * first.
 */
export function readEntries(
  { addresses }: EgressRouterSpec,
  { egressRouter }: Pick<Configuration, 'egressRouter'>,
): EgressRouterSpec['addresses'] {
  return egressRouter.implementation === 'openshift' ? addresses.slice(0, 1) : addresses;
}

/**
 * Returns the usable addresses of a router, in its order, without duplicates. `isRefused` returns true for an address
 * (canonical text) with another owner, which the claims report.
 */
export function readRouterAddresses(
  entries: EgressRouterSpec['addresses'],
  isRefused: (address: string) => boolean,
  reportAt: ReportAt,
): RouterAddress[] {
  const addresses = new Map<string, RouterAddress>();
  const gateways = new Map<string, string>();
  for (const [index, { ip, gateway }] of entries.entries()) {
    const pointer = `/spec/addresses/${index}`;
    const written = readRouterAddress(ip);
    if ('code' in written) {
      reportAt(written, `${pointer}/ip`);
      continue;
    }
    const address = withText(written.address);
    const { family, text } = address;
    if (isRefused(text)) continue;
    const own: RouterAddress = { address, prefix: written.prefix };
    const hop = gateway === undefined ? undefined : gatewayOf(gateway, own, `${pointer}/gateway`, reportAt);
    if (addresses.has(text)) {
      reportAt(messages.addressTwice(text), `${pointer}/ip`);
      continue;
    }
    const used = gateways.get(family);
    if (hop && used !== undefined && used !== hop.text)
      reportAt(messages.secondGateway(hop.text, used), `${pointer}/gateway`);
    if (hop && used === undefined) gateways.set(family, hop.text);
    addresses.set(text, hop ? { ...own, gateway: hop } : own);
  }
  return [...addresses.values()];
}

/** Returns a gateway that can be used for the address. */
function gatewayOf(
  text: string,
  { address, prefix }: RouterAddress,
  pointer: string,
  reportAt: ReportAt,
): CanonicalAddress | undefined {
  const gateway = readGateway(text);
  if ('code' in gateway) {
    reportAt(gateway, pointer);
    return undefined;
  }
  if (gateway.family !== address.family) {
    reportAt(messages.gatewayOfOtherFamily(gateway.text, address.text), pointer);
    return undefined;
  }
  if (!contains(prefix, gateway) && specialUseOf(gateway) !== 'link-local')
    reportAt(messages.gatewayOutside(gateway.text, formatPrefix(prefix)), pointer);
  return gateway;
}
