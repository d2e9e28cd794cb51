import type { Redirection } from '../../../model/intent/redirect.js';
import { formatPrefix } from '../../../net/prefix.js';
import { loadTemplate } from '../template/template.js';
import { POD_INTERFACE, ROUTER_INTERFACE, type RouterFamily } from './families.js';

/** What the templates write. Every text is an address in canonical form, a number, or one of these fixed words. */
const WORDS = {
  IPv4: { suffix: 'v4', type: 'ipv4_addr', protocol: 'ip' },
  IPv6: { suffix: 'v6', type: 'ipv6_addr', protocol: 'ip6' },
} as const;
const PROTOCOLS = { TCP: 'tcp', UDP: 'udp', SCTP: 'sctp' } as const;
const INTERFACES = { podInterface: POD_INTERFACE, routerInterface: ROUTER_INTERFACE };

const renderRouter = loadTemplate('router-nftables.nft');
const renderPlugin = loadTemplate('egress-router-cni.nft');

/**
 * The ruleset of a router's pod: the table `inet weir`, replaced as a whole. What is redirected is the data of a map per
 * family, so that the rules are always the same few; a redirection that another one hides has no place in it.
 */
export function routerRuleset(families: readonly RouterFamily[]): string {
  return renderRouter({
    ...INTERFACES,
    families: families.map(({ family, primary, others, redirections, fallback = '' }) => ({
      ...WORDS[family],
      primary: primary.address,
      others: others.map(({ address, prefix }) => ({ address, network: formatPrefix(prefix) })),
      redirections: firstOfEachPort(redirections).map(inWords),
      fallback,
    })),
  });
}

/**
 * The input that OpenShift's egress-router plugin (4.15) gives `nft`, with rules that never match too. It names the interfaces by their index at that
 * moment: they have to be there.
 */
export function pluginRuleset({ family, primary, redirections }: RouterFamily): string {
  return renderPlugin({
    ...INTERFACES,
    protocol: WORDS[family].protocol,
    source: primary.address,
    redirections: redirections.map((redirection) => ({
      ...inWords(redirection),
      // The operator leaves out a target port that is not given, and the plugin keeps the port then.
      target: redirection.targetPort === undefined ? '' : `:${redirection.targetPort}`,
    })),
  });
}

function firstOfEachPort(redirections: readonly Redirection[]): readonly Redirection[] {
  const first = new Map<string, Redirection>();
  for (const redirection of redirections) {
    const key = `${redirection.protocol} ${redirection.port}`;
    if (!first.has(key)) first.set(key, redirection);
  }
  return [...first.values()];
}

function inWords({ protocol, port, address, targetPort = port }: Redirection): object {
  return { protocol: PROTOCOLS[protocol], port, address, targetPort };
}
