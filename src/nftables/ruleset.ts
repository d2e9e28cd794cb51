import { POD_TO_NODE_MARK } from '../ovn-kubernetes/numbers.js';
import { loadTemplate } from '../template/template.js';

/** Values that differ between the rulesets of nodes. Every text is an address in canonical form, or was validated. */
export interface RulesetValues {
  readonly families: readonly FamilyValues[];
  /** True if the host handles EgressIPs, for which the ruleset has chains. The same applies to `hasServices`. */
  readonly hasEgressIP: boolean;
  readonly hasServices: boolean;
  /** In local gateway mode, traffic to nodes passes the host, whose replies must use the main route table. */
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
    /** `<namespace>/<name>` of the Service. Undefined if it is too long for a comment. */
    readonly comment: string | undefined;
    readonly address: string;
  }[];
}

/** Names of the IP families in a ruleset. */
export const FAMILY_WORDS = {
  IPv4: { suffix: 'v4', type: 'ipv4_addr', protocol: 'ip' },
  IPv6: { suffix: 'v6', type: 'ipv6_addr', protocol: 'ip6' },
} as const;

/** Maximum length of a comment in nft, in bytes. */
export const LONGEST_COMMENT = 128;

const render = loadTemplate('nftables.nft');

/**
 * Returns the text of `nodes/<node>/nftables.nft`: the table `inet weir`, replaced as a whole in one transaction.
 *
 * An EgressService takes precedence over an EgressIP, because its chain has an earlier priority. For nat chains of
 * equal priority, the kernel evaluates the newest first.
 */
export function renderRuleset(values: RulesetValues): string {
  return render({ ...values, podToNodeMark: POD_TO_NODE_MARK });
}
