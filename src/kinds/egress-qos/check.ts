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

/** Why the live controllers refuse a rule: `text` in their words, and what Weir says, at a pointer inside the rule. */
export interface RuleProblem {
  readonly text: string;
  readonly finding: Finding;
  readonly pointer: string;
}

/** OVN-Kubernetes: as many rules as there are priorities from the first down to 1. */
export const MAX_RULES = QOS_PRIORITY.firstRule;

/** Why the live controllers refuse a rule with this pod selector. */
export function explainSelector({ text, pointer }: SelectorProblem): RuleProblem {
  return { text, finding: messages.badPodSelector(text), pointer: `/podSelector${pointer}` };
}
