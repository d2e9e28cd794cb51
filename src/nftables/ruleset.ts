import { POD_TO_NODE_MARK } from '../ovn-kubernetes/numbers.js';
import { loadTemplate } from '../template/template.js';

/** All that differs between the rulesets of two nodes. Every text is an address in canonical form, or was checked. */
export interface RulesetValues {
  readonly families: readonly FamilyValues[];
  /** Each feature has its chains where the host does something for it. */
  readonly hasEgressIP: boolean;
  readonly hasServices: boolean;
  /** In local gateway mode traffic to nodes passes the host, whose replies must keep to the main route table. */
  readonly restoresMarks: boolean;
}

export interface FamilyValues {
  readonly suffix: 'v4' | 'v6';
  readonly type: 'ipv4_addr' | 'ipv6_addr';
  readonly protocol: 'ip' | 'ip6';
  readonly translations: readonly {
    readonly podAddress: string;
    readonly interface: string;
    readonly egressAddress: string;
  }[];
  readonly services: readonly {
    readonly endpoint: string;
    /** `<namespace>/<name>` of the service; undefined if it is too long for a comment. */
    readonly comment: string | undefined;
    readonly address: string;
  }[];
}

/** How a ruleset names an IP family. */
export const FAMILY_WORDS = {
  IPv4: { suffix: 'v4', type: 'ipv4_addr', protocol: 'ip' },
  IPv6: { suffix: 'v6', type: 'ipv6_addr', protocol: 'ip6' },
} as const;

/** nft takes comments of at most 128 bytes. */
export const LONGEST_COMMENT = 128;

const render = loadTemplate('nftables.nft');

/**
 * The text of `nodes/<node>/nftables.nft`: the table `inet weir`, replaced as a whole in one transaction. An EgressService
 * takes precedence over an EgressIP: its chain has a priority before the other's, for of two nat chains with one priority the
 * kernel asks the one first that was made last.
 */
export function renderRuleset(values: RulesetValues): string {
  return render({ ...values, podToNodeMark: POD_TO_NODE_MARK });
}
