import type { Family } from '../../net/address.js';
import { widthOf } from '../../net/address.js';
import type { HostRoutes } from './host-routes.js';

const TOOL = { IPv4: 'ip -4', IPv6: 'ip -6' } as const;

/**
 * The input of `ip -batch` for one family: rules come last, when the addresses and routes that they lead to are there.
 * Undefined where the family has nothing. `ip` cannot tell a rule's family by its address, so families have a file each.
 */
export function batchOf({ addresses, routes, rules }: HostRoutes, family: Family): string | undefined {
  const lines = [
    ...addresses
      .filter(({ address }) => address.includes(':') === (family === 'IPv6'))
      .map((each) => `address replace ${each.address} dev ${each.interface}${addressOptions(family)}`),
    ...routes
      .filter((route) => route.family === family)
      .map(({ destination, via, interface: device, table }) => {
        const gateway = via === undefined ? '' : ` via ${via}`;
        return `route replace ${destination}${gateway} dev ${device} table ${table}`;
      }),
    ...rules
      .filter((rule) => rule.family === family)
      .map(({ priority, from, sport, fwmark, table }) => {
        const source = from === undefined ? '' : ` from ${from}/${widthOf(family)}`;
        const port = sport === undefined ? '' : ` sport ${sport}`;
        const mark = fwmark === undefined ? '' : ` fwmark ${fwmark}`;
        return `rule add priority ${priority}${source}${port}${mark} table ${table}`;
      }),
  ];
  if (lines.length === 0) return undefined;
  // `-force`: a rule that is there already is an error of its line, and the others still have to come.
  const head = `# After nftables.nft: ${TOOL[family]} -force -batch FILE`;
  return `${[head, ...lines].join('\n')}\n`;
}

/** Usable at once, and deprecated, so that the host takes it for no connection of its own (OVN-Kubernetes v1.3). */
function addressOptions(family: Family): string {
  return family === 'IPv6' ? ' nodad valid_lft forever preferred_lft 0' : '';
}
