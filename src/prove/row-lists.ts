import type { TraceRule } from '../trace/rules.js';
import { groupBy } from '../std/group-by.js';
import type { SweepRule } from '../traffic/filters/sweep.js';
import type { RuleVerdict } from '../traffic/policies/address-lists.js';
import type { RowPlace } from './row-place.js';
import type { RuleReader } from './row-rules.js';

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
  /** Disjoint lists in any order. Places share them. */
  readonly lists: readonly (readonly TraceRule[])[];
  /** If true, an ACL of the switch disables connection tracking. */
  readonly hasStateless: boolean;
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
  const isAmbiguous = places.some(({ lists: own }) => hasTies(own.flat(), effectOf));
  for (const [place, { at, lists: own }] of places.entries()) {
    const boxed: { readonly rule: TraceRule; readonly boxes: SweepRule<TraceRule>[] }[] = [];
    for (const rule of own.flat()) {
      const boxes = reader.boxesOf(rule, at);
      if (!boxes) return rule;
      boxed.push({ rule, boxes: boxes.map((box) => ({ ...box, value: rule })) });
    }
    const tiers = [...groupBy(boxed, ({ rule }) => rule.tier)].sort(([a], [b]) => a - b);
    for (const order of isAmbiguous ? ([0, 1] as const) : ([0] as const)) {
      for (const [, tier] of tiers) {
        const sorted = [...tier].sort(
          (a, b) => b.rule.priority - a.rule.priority || compareTies(effectOf(a.rule), effectOf(b.rule), order),
        );
        lists.push({ place, order, rules: sorted.flatMap(({ boxes }) => boxes) });
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

/**
 * Returns the possible verdicts of the lists by their deciding rules, and the rules that decide first: those that drop,
 * or all that allow.
 */
export function decideTiers(
  lists: readonly TierList[],
  deciders: readonly (TraceRule | undefined)[],
  actionOf: (rule: TraceRule) => RuleVerdict,
): { readonly verdicts: readonly ('allow' | 'drop')[]; readonly by: readonly TraceRule[] } {
  const verdicts = new Set<'allow' | 'drop'>();
  const by = new Set<TraceRule>();
  for (const order of [0, 1] as const) {
    const places = decidePlaces(lists, deciders, order, actionOf);
    if (places.size === 0) continue;
    const deciding = [...places.values()];
    const dropped = deciding.find((rule) => rule && actionOf(rule) === 'drop');
    verdicts.add(dropped ? 'drop' : 'allow');
    for (const rule of dropped ? [dropped] : deciding) if (rule) by.add(rule);
  }
  return { verdicts: verdicts.size === 0 ? ['allow'] : [...verdicts], by: [...by] };
}

/** Returns the deciding rule of each place: that of the first tier whose rule does not pass. */
function decidePlaces(
  lists: readonly TierList[],
  deciders: readonly (TraceRule | undefined)[],
  order: TierList['order'],
  actionOf: (rule: TraceRule) => RuleVerdict,
): ReadonlyMap<number, TraceRule | undefined> {
  const places = new Map<number, TraceRule | undefined>();
  for (const [index, list] of lists.entries()) {
    if (list.order !== order || places.get(list.place)) continue;
    const rule = deciders[index];
    places.set(list.place, rule && actionOf(rule) !== 'pass' ? rule : undefined);
  }
  return places;
}
