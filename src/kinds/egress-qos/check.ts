import type { Finding } from '../../model/diagnostic.js';
import { QOS_PRIORITY } from '../../ovn-kubernetes/priorities.js';
import type { LabelSelector, SelectorProblem } from '../../selectors/selector.js';
import { messages } from './messages.js';

/** A rule as the schema takes it. */
export interface EgressQoSRule {
  readonly dscp: number;
  readonly dstCIDR?: string;
  readonly podSelector?: LabelSelector;
}

/**
 * Reason why the live controllers reject a rule: `text` in their words, and the finding, at a pointer inside the rule.
 */
export interface RuleProblem {
  readonly text: string;
  readonly finding: Finding;
  readonly pointer: string;
}

/** OVN-Kubernetes: as many rules as there are priorities from the first down to 1. */
export const MAX_RULES = QOS_PRIORITY.firstRule;

/** Returns the reason why the live controllers reject a rule with this pod selector. */
export function explainSelector({ text, pointer }: SelectorProblem): RuleProblem {
  return { text, finding: messages.badPodSelector(text), pointer: `/podSelector${pointer}` };
}
