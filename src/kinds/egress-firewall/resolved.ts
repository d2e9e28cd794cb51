import type { Namespace } from '../../model/cluster.js';
import type { Finding } from '../../model/diagnostic.js';
import type { FilterRule, NamedAddresses } from '../../model/intent/filter.js';
import type { Manifest } from '../../model/manifest.js';

/**
 * A rule with its resolved destination, as a filter. Its order is the index. Rules without a destination are omitted,
 * and the others keep their index.
 */
export type ResolvedRule = FilterRule;

/** Returns the pointer of a rule. */
export function pointerOfRule({ cause }: ResolvedRule): string {
  return cause.pointer;
}

/** An EgressFirewall with valid rules, or the errors that take it out of service as a whole. */
export interface ResolvedFirewall {
  readonly manifest: Manifest;
  readonly namespace: Pick<Namespace, 'name' | 'aclLogging'>;
  /** Gives the rules. They may be made at each call: call it once. */
  readonly rules: () => readonly ResolvedRule[];
  /** Number of rules. */
  readonly count: number;
  /** The names among the destinations. */
  readonly names: readonly NamedAddresses[];
  /** In the words of the live controllers, or empty when the firewall is programmed. */
  readonly errors: readonly string[];
}

/** Reports a finding at a rule, and the rule that explains it. */
export type ReportAtRule = (finding: Finding, rule: ResolvedRule, related?: RelatedRule) => void;

export interface RelatedRule {
  readonly message: string;
  readonly rule: ResolvedRule;
}
