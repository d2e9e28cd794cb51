import type { Family } from '../../net/address.js';
import { boundariesOf } from './pieces.js';
import { NO_RULE, type SweepRule, type Spans, atomsOf, indexOf, spansOf, sweep } from './sweep.js';

/** The use of each rule of a list. */
export interface RuleUse {
  /** True if the rule decides on some packet. */
  readonly deciding: readonly boolean[];
  /** True if the rule decides, and its removal would change the verdict of some packet. */
  readonly needed: readonly boolean[];
  /** An earlier rule that decides on a packet that the rule also matches. Negative if there is none. */
  readonly coveredBy: readonly number[];
  /** The rule that would decide on a packet instead. Negative if there is none. */
  readonly followedBy: readonly number[];
}

/** The usage of rules, while it is evaluated. */
interface RuleUseBuilder {
  readonly deciding: boolean[];
  readonly needed: boolean[];
  readonly coveredBy: number[];
  readonly followedBy: number[];
  /** The first and second matching rule of each piece, while pieces are evaluated. */
  readonly first: number[];
  readonly second: number[];
}

/** Marks a rule whose successor is not evaluated yet. */
const UNKNOWN = NO_RULE - 1;

/** Finds the rules of a list that affect packets of the families. `fallback` is the value if no rule matches. */
export function findRuleUse<Value>(
  rules: readonly SweepRule<Value>[],
  families: readonly Family[],
  fallback: Value,
): RuleUse {
  const atoms = atomsOf([rules]);
  const spans = rules.map(({ transport }) => spansOf(transport, atoms));
  const use: RuleUseBuilder = {
    deciding: filled(rules.length, false),
    needed: filled(rules.length, false),
    coveredBy: filled(rules.length, NO_RULE),
    followedBy: filled(rules.length, UNKNOWN),
    first: [],
    second: [],
  };
  const valueOf = (rule: number): Value => rules[rule]?.value ?? fallback;
  for (const family of families) {
    sweep([rules], family, (_first, _end, [active = []]) => {
      // Needed rules require no further evaluation.
      if (!areNeeded(active, use)) addUse(use, active, spans, atoms.length - 1, valueOf);
    });
  }
  return use;
}

function filled<Item>(length: number, item: Item): Item[] {
  return new Array<Item>(length).fill(item);
}

function areNeeded(rules: readonly number[], { needed }: RuleUseBuilder): boolean {
  for (const rule of rules) if (needed[rule] !== true) return false;
  return true;
}

/** Adds the usage of rules at one address. The first rule that matches a piece decides, the second would without it. */
function addUse(
  use: RuleUseBuilder,
  active: readonly number[],
  spans: Spans,
  size: number,
  valueOf: (rule: number) => unknown,
): void {
  if (active.length === 1) {
    addDecider(use, active[0] ?? NO_RULE, NO_RULE, valueOf);
    return;
  }
  const boundaries = boundariesOf([active], [spans], size);
  const pieces = boundaries.length - 1;
  const { first, second, coveredBy } = use;
  for (let piece = 0; piece < pieces; piece++) first[piece] = second[piece] = NO_RULE;
  let open = 2 * pieces;
  for (const rule of active) {
    const span = spans[rule] ?? [];
    if (open === 0) {
      if (coveredBy[rule] === NO_RULE) coveredBy[rule] = first[indexOf(boundaries, span[0] ?? 0)] ?? NO_RULE;
      continue;
    }
    for (let at = 0; at < span.length; at += 2) {
      const end = indexOf(boundaries, span[at + 1] ?? 0);
      for (let piece = indexOf(boundaries, span[at] ?? 0); piece < end; piece++) {
        const decider = first[piece] ?? NO_RULE;
        if (decider === NO_RULE) first[piece] = rule;
        else if (coveredBy[rule] === NO_RULE) coveredBy[rule] = decider;
        if (decider !== NO_RULE && second[piece] !== NO_RULE) continue;
        if (decider !== NO_RULE) second[piece] = rule;
        open--;
      }
    }
  }
  for (let piece = 0; piece < pieces; piece++) {
    const decider = first[piece] ?? NO_RULE;
    if (decider === NO_RULE) continue;
    addDecider(use, decider, second[piece] ?? NO_RULE, valueOf);
  }
}

function addDecider(
  { deciding, needed, followedBy }: RuleUseBuilder,
  decider: number,
  next: number,
  valueOf: (rule: number) => unknown,
): void {
  deciding[decider] = true;
  if (needed[decider] === true) return;
  if (valueOf(decider) !== valueOf(next)) needed[decider] = true;
  else if (followedBy[decider] === UNKNOWN) followedBy[decider] = next;
}
