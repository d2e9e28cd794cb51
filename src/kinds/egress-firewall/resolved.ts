import type { Namespace } from '../../model/cluster.js';
import type { Finding } from '../../model/diagnostic.js';
import type { FilterRule, NamedAddresses } from '../../model/intent/filter.js';
import type { Manifest } from '../../model/manifest.js';

/**
 * A rule with what its destination means, as the filter that it is; its index is the order. Rules without any destination are
 * left out; the others keep their index.
 */
export type ResolvedRule = FilterRule;

/** Where a rule is written. */
export function pointerOf({ cause }: ResolvedRule): string {
  return cause.pointer;
}

/** An EgressFirewall whose rules all hold, or the errors that take it out of service as a whole. */
export interface ResolvedFirewall {
  readonly manifest: Manifest;
  readonly namespace: Pick<Namespace, 'name' | 'aclLogging'>;
  /** Gives the rules. They may be made at each call: call it once. */
  readonly rules: () => readonly ResolvedRule[];
  /** How many rules there are. */
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
