import type { TraceRule } from '../trace/rules.js';
import { readColumnText } from '../northbound/row-columns.js';
import { groupBy } from '../std/group-by.js';
import type { SweepRule } from '../traffic/filters/sweep.js';
import { type RuleVerdict, verdictOf } from '../traffic/policies/address-lists.js';
import type { RowPlace, RuleReader } from './row-rules.js';

/** The rules of one tier at one place of a path, in order of precedence. */
export interface TierList {
  /** The place: packets must pass every place. */
  readonly place: number;
  /** 1 for the second order of rules of equal priority, whose order is undefined. */
  readonly order: 0 | 1;
  readonly rules: readonly SweepRule<TraceRule>[];
}

/** The rules that apply at a place. */
export interface PlacedRules {
  readonly at: RowPlace;
  readonly rules: readonly TraceRule[];
}

/**
 * Returns the rules of the places of a path as lists. Returns the first rule with an unreadable match instead. Rules of
 * equal priority have no order, so if their effects differ, there are lists for two orders.
 */
export function toTierLists(
  places: readonly PlacedRules[],
  reader: RuleReader,
  effectOf: (rule: TraceRule) => string,
): readonly TierList[] | TraceRule {
  const lists: TierList[] = [];
  const isAmbiguous = places.some(({ rules }) => hasTies(rules, effectOf));
  for (const [place, { at, rules }] of places.entries()) {
    const boxed: { readonly rule: TraceRule; readonly own: SweepRule<TraceRule>[] }[] = [];
    for (const rule of rules) {
      const boxes = reader.boxesOf(rule, at);
      if (!boxes) return rule;
      boxed.push({ rule, own: boxes.map((box) => ({ ...box, value: rule })) });
    }
    const tiers = [...groupBy(boxed, ({ rule }) => rule.tier)].sort(([a], [b]) => a - b);
    for (const order of isAmbiguous ? ([0, 1] as const) : ([0] as const)) {
      for (const [, tier] of tiers) {
        const sorted = [...tier].sort(
          (a, b) => b.rule.priority - a.rule.priority || compareTies(effectOf(a.rule), effectOf(b.rule), order),
        );
        lists.push({ place, order, rules: sorted.flatMap(({ own }) => own) });
      }
    }
  }
  return lists;
}

function compareTies(a: string, b: string, order: 0 | 1): number {
  const compared = a < b ? -1 : a > b ? 1 : 0;
  return order === 0 ? compared : -compared;
}

/** Returns true if rules of equal priority have different effects. */
function hasTies(rules: readonly TraceRule[], effectOf: (rule: TraceRule) => string): boolean {
  const effects = new Map<string, string>();
  return rules.some((rule) => {
    const key = `${rule.tier} ${rule.priority}`;
    const [known, own] = [effects.get(key), effectOf(rule)];
    effects.set(key, own);
    return known !== undefined && known !== own;
  });
}

/** Returns the verdict of an ACL. A rejected packet is dropped. */
export function actionOf({ row }: TraceRule): RuleVerdict {
  const action = readColumnText(row.columns, 'action');
  if (action === 'pass') return 'pass';
  return action === 'drop' || action === 'reject' ? 'drop' : 'allow';
}

/**
 * Returns the possible verdicts of the lists by their deciding rules, and the rules that decide first: those that drop,
 * or all that allow.
 */
export function decideTiers(
  lists: readonly TierList[],
  deciders: readonly (TraceRule | undefined)[],
): { readonly verdicts: readonly ('allow' | 'drop')[]; readonly by: readonly TraceRule[] } {
  const verdicts = new Set<'allow' | 'drop'>();
  const by = new Set<TraceRule>();
  for (const order of [0, 1] as const) {
    const own = lists.flatMap((list, index) => (list.order === order ? [{ list, rule: deciders[index] }] : []));
    if (own.length === 0) continue;
    const places = [...groupBy(own, ({ list }) => list.place).values()].map((tiers) => {
      const rules = tiers.map(({ rule }) => rule);
      const decider = rules.find((rule) => rule && actionOf(rule) !== 'pass');
      return { decider, verdict: verdictOf(rules.map((rule) => rule && actionOf(rule))) };
    });
    const dropped = places.find(({ verdict }) => verdict === 'drop');
    verdicts.add(dropped ? 'drop' : 'allow');
    for (const { decider } of dropped ? [dropped] : places) if (decider) by.add(decider);
  }
  return { verdicts: verdicts.size === 0 ? ['allow'] : [...verdicts], by: [...by] };
}
