import type { Artefact } from '../../model/artefact.js';
import type { Configuration } from '../../model/configuration.js';
import { type Family } from '../../net/address.js';
import { toChunks } from '../../text/byte-writer.js';
import type { Host } from '../host/host.js';
import { POD_TO_NODE_MARK } from '../../host-routing/numbers.js';
import { loadTemplate } from '../template/template.js';

/** What the template writes. Every text is an address in canonical form, an interface name that was checked, or fixed. */
interface Ruleset {
  readonly families: readonly {
    readonly suffix: 'v4' | 'v6';
    readonly type: 'ipv4_addr' | 'ipv6_addr';
    readonly protocol: 'ip' | 'ip6';
    readonly translations: readonly {
      readonly podAddress: string;
      readonly interface: string;
      readonly egressAddress: string;
    }[];
    readonly services: readonly { readonly endpoint: string; readonly comment: string; readonly address: string }[];
  }[];
  /** Each feature has its chains where the host does something for it. */
  readonly hasEgressIP: boolean;
  readonly hasServices: boolean;
  /** In local gateway mode traffic to nodes passes the host, whose replies must keep to the main route table. */
  readonly restoresMarks: boolean;
  readonly podToNodeMark: number;
}

const NAMES = {
  IPv4: { suffix: 'v4', type: 'ipv4_addr', protocol: 'ip' },
  IPv6: { suffix: 'v6', type: 'ipv6_addr', protocol: 'ip6' },
} as const;

const render = loadTemplate('nftables.nft');

/** nft takes comments of at most 128 bytes. */
const LONGEST_COMMENT = 128;

/**
 * `nodes/<node>/nftables.nft`: the table `inet weir`, replaced as a whole in one transaction. Chains and rules of a feature
 * are always the same, what differs is in maps under the names that OVN-Kubernetes gives them. No file for a host that
 * translates nothing.
 */
export function emitNftables(host: Host, configuration: Configuration): Artefact[] {
  const { node, translations, serviceTranslations, sources } = host;
  if (translations.length + serviceTranslations.length === 0) return [];
  const families = configuration.ipFamilies.map((family: Family) => ({
    ...NAMES[family],
    translations: translations
      .filter((translation) => translation.family === family)
      .map((each) => ({ ...each, interface: each.interface.name })),
    services: serviceTranslations
      .filter((translation) => translation.family === family)
      .map(({ endpoint, address, owner }) => ({ endpoint, address, comment: commentOf(owner) })),
  }));
  const ruleset: Ruleset = {
    families,
    hasEgressIP: translations.length > 0,
    hasServices: serviceTranslations.length > 0,
    restoresMarks: translations.length > 0 && configuration.gatewayMode === 'local',
    podToNodeMark: POD_TO_NODE_MARK,
  };
  return [
    {
      path: `nodes/${node.name}/nftables.nft`,
      content: toChunks(render(ruleset)),
      sources,
      counts: { translations: translations.length + serviceTranslations.length },
    },
  ];
}

/** The names of Kubernetes objects hold nothing that ends a quoted text. */
function commentOf(owner: string): string {
  return owner.length <= LONGEST_COMMENT ? ` comment "${owner}"` : '';
}
