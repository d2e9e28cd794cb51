import type { Artefact } from '../../model/artefact.js';
import type { Configuration } from '../../model/configuration.js';
import { type Family } from '../../net/address.js';
import { toChunks } from '../../text/byte-writer.js';
import type { HostEgress } from '../host/egress.js';
import { POD_TO_NODE_MARK } from '../host/mark.js';
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
  }[];
  /** In local gateway mode traffic to nodes passes the host, whose replies must keep to the main route table. */
  readonly restoresMarks: boolean;
  readonly podToNodeMark: number;
}

const NAMES = {
  IPv4: { suffix: 'v4', type: 'ipv4_addr', protocol: 'ip' },
  IPv6: { suffix: 'v6', type: 'ipv6_addr', protocol: 'ip6' },
} as const;

const render = loadTemplate('nftables.nft');

/**
 * `nodes/<node>/nftables.nft`: the table `inet weir`, replaced as a whole in one transaction. Chains and rules are always
 * the same, what differs is in maps under the names that OVN-Kubernetes gives them.
 */
export function emitNftables({ node, translations, sources }: HostEgress, configuration: Configuration): Artefact {
  const families = configuration.ipFamilies.map((family: Family) => ({
    ...NAMES[family],
    translations: translations
      .filter((translation) => translation.family === family)
      .map((each) => ({ ...each, interface: each.interface.name })),
  }));
  const restoresMarks = configuration.gatewayMode === 'local';
  const ruleset: Ruleset = { families, restoresMarks, podToNodeMark: POD_TO_NODE_MARK };
  return {
    path: `nodes/${node.name}/nftables.nft`,
    content: toChunks(render(ruleset)),
    sources,
    counts: { translations: translations.length },
  };
}
