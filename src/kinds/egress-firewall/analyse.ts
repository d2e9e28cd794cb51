import { hasName, toRules } from '../../traffic/filters/filter-rules.js';
import { NO_RULE } from '../../traffic/filters/classify.js';
import { areSeenNeeded } from '../../traffic/filters/needed.js';
import { type RuleUse, findRuleUse } from '../../traffic/filters/rule-use.js';
import { findShadowedNames } from '../../traffic/filters/shadowed-names.js';
import type { RuleSettings } from './destinations.js';
import { messages } from './messages.js';
import { type ReportAtRule, type ResolvedFirewall, type ResolvedRule, pointerOfRule } from './resolved.js';

/** Reports rules without effect in a firewall that is in service: they come too late, or are redundant. */
export function reportIneffectiveRules(
  firewall: ResolvedFirewall,
  settings: RuleSettings,
  reportAt: ReportAtRule,
): void {
  const rules = firewall.rules();
  const first = rules[0];
  if (!first) return;
  if (rules.every(({ verdict }) => verdict === 'allow'))
    reportAt({ ...messages.deniesNothing(), alsoAt: rules.slice(1).map(pointerOfRule) }, first);
  if (rules.length < 2 || areSeenNeeded(rules, settings)) return;
  // Addresses that no name has: these decide what rules without a name are good for.
  const use = findRuleUse(toRules(rules, [], settings), settings.ipFamilies, 'allow');
  const shadowed = reportShadowed(rules, use, settings, reportAt);
  if (shadowed.size === 0) {
    reportRedundant(rules, use, firewall, reportAt);
    return;
  }
  const others = rules.filter((rule) => !shadowed.has(rule));
  const otherUse = findRuleUse(toRules(others, [], settings), settings.ipFamilies, 'allow');
  const neededByAll = use.needed.filter((_, index) => !shadowed.has(rules[index]));
  // If two rules replace each other, only one is reported as removable.
  const needed = otherUse.needed.map((isNeeded, index) => isNeeded || neededByAll[index] === true);
  reportRedundant(others, { ...otherUse, needed }, firewall, reportAt);
}

/** Reports rules that decide about no packet, and returns them. */
function reportShadowed(
  rules: readonly ResolvedRule[],
  use: RuleUse,
  settings: RuleSettings,
  reportAt: ReportAtRule,
): ReadonlySet<ResolvedRule | undefined> {
  const shadowed = new Set<ResolvedRule>();
  const shadowedNames = findShadowedNames(rules, settings);
  rules.forEach((rule, index) => {
    if (use.deciding[index] === true) return;
    const found = hasName(rule) ? shadowedNames.get(index) : use.coveredBy[index];
    const coverer = rules[found ?? NO_RULE];
    // A rule that matches nothing has a finding of its own.
    if (!coverer) return;
    shadowed.add(rule);
    reportAt(messages.shadowedRule(), rule, { message: 'this rule comes first', rule: coverer });
  });
  return shadowed;
}

/** Reports rules without which no packet is treated otherwise. Those that never decide are not among them. */
function reportRedundant(
  rules: readonly ResolvedRule[],
  { deciding, needed, followedBy }: RuleUse,
  { namespace: { aclLogging } }: ResolvedFirewall,
  reportAt: ReportAtRule,
): void {
  if (rules.every(({ verdict }) => verdict === 'allow')) return;
  const anyway: ResolvedRule[] = [];
  const lastNames = findLastNames(rules);
  rules.forEach((rule, index) => {
    if (needed[index] === true || deciding[index] !== true) return;
    if (lastNames[rule.verdict === 'allow' ? 'drop' : 'allow'] > index) return;
    // A rule that logs does something.
    if (rule.verdict === 'allow' ? aclLogging.allow : aclLogging.deny) return;
    const next = rules[followedBy[index] ?? NO_RULE];
    if (next) reportAt(messages.redundantRule(), rule, { message: 'this rule decides the same', rule: next });
    else anyway.push(rule);
  });
  const [first, ...more] = anyway;
  if (!first) return;
  reportAt({ ...messages.allowedAnyway(anyway.length), alsoAt: more.map(pointerOfRule) }, first);
}

/**
 * Returns the index of the last rule for a name of each verdict. Answers of names are unknown, so what a later rule for
 * a name says of them may need a rule of the other verdict.
 */
function findLastNames(rules: readonly ResolvedRule[]): Record<ResolvedRule['verdict'], number> {
  const last = { allow: NO_RULE, drop: NO_RULE };
  rules.forEach((rule, index) => {
    if (hasName(rule)) last[rule.verdict] = index;
  });
  return last;
}
