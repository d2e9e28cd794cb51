import type { Finding } from '../../model/diagnostic.js';
import { QOS_PRIORITY } from '../../ovn-kubernetes/priorities.js';
import { type LabelSelector, type Selector, compileSelector, isSelectorProblem } from '../../selectors/selector.js';
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

/** OVN-Kubernetes v1.3: as many rules as there are priorities from the first down to 1. */
export const MOST_RULES = QOS_PRIORITY.firstRule;

/** The compiled pod selector of a rule, or why it is invalid. A rule without one is for every pod. */
export function checkPodSelector(selector: LabelSelector = {}): Selector | RuleProblem {
  const compiled = compileSelector(selector);
  if (!isSelectorProblem(compiled)) return compiled;
  return {
    text: compiled.text,
    finding: messages.badPodSelector(compiled.text),
    pointer: `/podSelector${compiled.pointer}`,
  };
}
