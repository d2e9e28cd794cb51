import type { Finding } from '../../model/diagnostic.js';
import { type WrittenCIDR, formatPrefix, parseCIDR } from '../../net/prefix.js';
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

/** OVN-Kubernetes v1.3: rules take the priorities 1000 to 1. */
export const MOST_RULES = 1000;

/** The parsed dstCIDR, or what the live controllers (or OVN behind them) refuse in it. */
export function checkDestination(text: string): WrittenCIDR | RuleProblem {
  const cidr = parseCIDR(text);
  const problem = { text: `invalid CIDR address: ${text}`, pointer: '/dstCIDR' };
  if (!cidr) return { ...problem, finding: messages.badCIDR(text) };
  if (cidr.mapped) return { ...problem, finding: messages.mappedCIDR(text, formatPrefix(cidr.prefix)) };
  return cidr;
}

/** The compiled pod selector of a rule, or why it is none. A rule without one is for every pod. */
export function checkPodSelector(selector: LabelSelector = {}): Selector | RuleProblem {
  const compiled = compileSelector(selector);
  if (!isSelectorProblem(compiled)) return compiled;
  return {
    text: compiled.text,
    finding: messages.badPodSelector(compiled.text),
    pointer: `/podSelector${compiled.pointer}`,
  };
}
