import type { Redirection } from '../../../model/intent/redirect.js';
import type { Prefix } from '../../../net/address.js';
import { contains, formatPrefix } from '../../../net/prefix.js';
import { loadTemplate } from '../../../template/template.js';
import { POD_INTERFACE, ROUTER_INTERFACE, type RouterFamily } from './families.js';

/** Words in the templates. Every text is a canonical address, a number, or one of these words. */
const WORDS = {
  IPv4: { suffix: 'v4', type: 'ipv4_addr', protocol: 'ip' },
  IPv6: { suffix: 'v6', type: 'ipv6_addr', protocol: 'ip6' },
} as const;
const PROTOCOLS = { TCP: 'tcp', UDP: 'udp', SCTP: 'sctp' } as const;
const INTERFACES = { podInterface: POD_INTERFACE, routerInterface: ROUTER_INTERFACE };

const renderRouter = loadTemplate('router-nftables.nft');
const renderPlugin = loadTemplate('egress-router-cni.nft');

/**
 * Returns the ruleset of a router's pod: the table `inet weir`, replaced as a whole. Redirections are data of a map per
 * family, so that the rules are always the same few. A redirection that another one hides is not in the map.
 */
export function routerRuleset(families: readonly RouterFamily[]): string {
  return renderRouter({
    ...INTERFACES,
    families: families.map((family) => ({
      ...WORDS[family.family],
      primary: family.primary.address.text,
      networks: networksOf(family),
      redirections: [...family.places.values()].map(inWords),
      fallback: family.fallback?.text ?? '',
    })),
  });
}

/**
 * Returns the input that OpenShift's egress-router plugin (4.15) passes to `nft`, also with rules that never match. It
 * refers to interfaces by their current index, so they must exist.
 */
export function pluginRuleset({ family, primary, redirections }: RouterFamily): string {
  return renderPlugin({
    ...INTERFACES,
    protocol: WORDS[family].protocol,
    source: primary.address.text,
    redirections: redirections.map((redirection) => ({
      ...inWords(redirection),
      // The operator omits an unset target port, and the plugin then keeps the port.
      target: redirection.targetPort === undefined ? '' : `:${redirection.targetPort}`,
    })),
  });
}

/**
 * Returns networks whose traffic has a specific source, the smallest first. The network of the primary address, which
 * the last rule covers, is included only if a wider one would take its traffic.
 */
function networksOf({ primary, sources }: RouterFamily): object[] {
  return sources
    .filter((one, index) => one !== primary || sources.slice(index + 1).some(({ prefix }) => holds(prefix, one.prefix)))
    .map(({ address, prefix }) => ({ address: address.text, network: formatPrefix(prefix) }));
}

function holds(wider: Prefix, { family, base }: Prefix): boolean {
  return contains(wider, { family, value: base });
}

function inWords({ protocol, port, address, targetPort = port }: Redirection): object {
  return { protocol: PROTOCOLS[protocol], port, address: address.text, targetPort };
}
