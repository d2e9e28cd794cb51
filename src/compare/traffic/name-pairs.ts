import type { FilterRule } from '../../model/intent/filter.js';
import type { Both } from '../../traffic/side.js';
import { contentOfFilter, namesInFilter } from '../../traffic/filters/filter-rules.js';

/** Maximum number of names in lists that are searched for pairs. The number of pairs grows quadratically. */
const MAX_NAMES = 64;

/**
 * Returns pairs of DNS names for which an address of both may be treated differently than an address of either name.
 *
 * If the rules of two names keep their order, the first of them decides on both sides, so the pair adds nothing. The
 * same is true if all their rules have one verdict and one of the names is not `touched`: its packets are treated as
 * before.
 */
export function listPairs(
  { before, after }: Both<readonly FilterRule[]>,
  touched: (name: string) => boolean,
): [string, string][] {
  const [left, right] = [rulesByName(before), rulesByName(after)];
  const names = [...new Set([...left.keys(), ...right.keys()])].sort();
  if (names.length > MAX_NAMES) return [];
  return names.flatMap((one, index) =>
    names.slice(index + 1).flatMap((other): [string, string][] => {
      const [old, now] = [rulesOf(one, other, left), rulesOf(one, other, right)];
      if (old.map(({ content }) => content).join('\n') === now.map(({ content }) => content).join('\n')) return [];
      const verdicts = new Set([...old, ...now].map(({ verdict }) => verdict));
      return verdicts.size > 1 || (touched(one) && touched(other)) ? [[one, other]] : [];
    }),
  );
}

interface NameRule {
  readonly index: number;
  readonly verdict: FilterRule['verdict'];
  readonly content: string;
}

type RulesByName = ReadonlyMap<string, readonly NameRule[]>;

function rulesByName(filters: readonly FilterRule[]): RulesByName {
  const rules = new Map<string, NameRule[]>();
  for (const [index, filter] of filters.entries()) {
    for (const name of namesInFilter(filter)) {
      const rule = { index, verdict: filter.verdict, content: contentOfFilter(filter) };
      const known = rules.get(name);
      if (known) known.push(rule);
      else rules.set(name, [rule]);
    }
  }
  return rules;
}

function rulesOf(one: string, other: string, rules: RulesByName): NameRule[] {
  return [...(rules.get(one) ?? []), ...(rules.get(other) ?? [])].sort((a, b) => a.index - b.index);
}
