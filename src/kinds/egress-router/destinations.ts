import type { Finding } from '../../model/diagnostic.js';
import type { RedirectIntent, Redirection, RouterAddress } from '../../model/intent/redirect.js';
import { type CanonicalAddress, type Family, widthOf } from '../../net/address.js';
import { formatPrefix, prefixOf } from '../../net/prefix.js';
import type { ReportAt } from '../../model/report-at.js';
import { type EgressRouterSpec, readHostAddress } from './check.js';
import { messages } from './messages.js';

/** Forwarding destinations of a router. */
export type Destinations = Pick<RedirectIntent, 'redirections' | 'fallbacks'>;

/**
 * Returns the destinations of a router that its addresses lead to. Those that they do not are reported and left out.
 * `families` are those of the pod network.
 */
export function readDestinations(
  { redirectRules = [], fallbackIP }: EgressRouterSpec['redirect'],
  addresses: readonly RouterAddress[],
  families: readonly Family[],
  reportAt: ReportAt,
): Destinations {
  const find = createRouteCheck(addresses);
  const read = (text: string, pointer: string): CanonicalAddress | undefined => {
    const host = readHostAddress(text);
    const problem = 'code' in host ? host : find(host);
    if (problem) reportAt(problem, pointer);
    if ('code' in host || problem) return undefined;
    if (!families.includes(host.family)) reportAt(messages.familyOff(text, host.family), pointer);
    return host;
  };
  const redirections: Redirection[] = [];
  const taken = new Set<string>();
  for (const [index, { destinationIP, port, protocol, targetPort }] of redirectRules.entries()) {
    const pointer = `/spec/redirect/redirectRules/${index}`;
    const address = read(destinationIP, `${pointer}/destinationIP`);
    if (!address) continue;
    if (taken.size === taken.add(`${address.family} ${protocol} ${port}`).size)
      reportAt(messages.portTwice(protocol, port), `${pointer}/port`);
    redirections.push({ protocol, port, address, ...(targetPort === undefined ? {} : { targetPort }) });
  }
  const fallback = fallbackIP === undefined ? undefined : read(fallbackIP, '/spec/redirect/fallbackIP');
  return { redirections, fallbacks: fallback ? [fallback] : [] };
}

/** Says why no address of the router leads to a destination. Takes the same time however many addresses there are. */
function createRouteCheck(addresses: readonly RouterAddress[]): (host: CanonicalAddress) => Finding | undefined {
  const known = new Set(addresses.map(({ address }) => address.family));
  const routed = new Set(addresses.flatMap(({ address, gateway }) => (gateway ? [address.family] : [])));
  const networks = new Set(addresses.map(({ prefix }) => formatPrefix(prefix)));
  const lengths = [...new Set(addresses.map(({ prefix }) => prefix.length))];
  return (host) => {
    if (!known.has(host.family)) return messages.noAddressOfFamily(host.text, host.family);
    if (routed.has(host.family)) return undefined;
    const isOnLink = lengths.some(
      (length) => length <= widthOf(host.family) && networks.has(formatPrefix(prefixOf(host, length))),
    );
    return isOnLink ? undefined : messages.noGateway(host.text);
  };
}
