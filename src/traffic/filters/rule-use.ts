import type { Family } from '../../net/address.js';
import { bordersOf } from './pieces.js';
import { NO_RULE, type Rule, type Spans, atomsOf, indexOf, spansOf, sweep } from './sweep.js';

/** What the rules of a list are good for, by their indexes. */
export interface RuleUse {
  /** Rules that decide about some packet. */
  readonly deciding: ReadonlySet<number>;
  /** Rules of the former without which some packet would be treated otherwise. */
  readonly needed: ReadonlySet<number>;
  /** Rule → one that decides about a packet that it matches too, because it stands before it. */
  readonly coveredBy: ReadonlyMap<number, number>;
  /** Rule → the one that would decide in its place about a packet, or NO_RULE. */
  readonly followedBy: ReadonlyMap<number, number>;
}

/** A use that is being found out. */
interface RuleUseBuilder {
  readonly deciding: Set<number>;
  readonly needed: Set<number>;
  readonly coveredBy: Map<number, number>;
  readonly followedBy: Map<number, number>;
  /** For each piece the first and the second rule that match it; only while pieces are looked at. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** Finds which rules of a list matter to packets of the families. `fallback` is what holds where no rule matches. */
export function findRuleUse<Value>(
  rules: readonly Rule<Value>[],
  families: readonly Family[],
  fallback: Value,
): RuleUse {
  const atoms = atomsOf([rules]);
  const spans = rules.map(({ transport }) => spansOf(transport, atoms));
  const use: RuleUseBuilder = {
    deciding: new Set(),
    needed: new Set(),
    coveredBy: new Map(),
    followedBy: new Map(),
    first: new Int32Array(atoms.length),
    second: new Int32Array(atoms.length),
  };
  const valueOf = (rule: number): Value => rules[rule]?.value ?? fallback;
  for (const family of families) {
    sweep([rules], family, (_first, _end, [active = []]) => {
      // Of rules that are needed there is nothing more to find out.
      if (!areNeeded(active, use)) addUse(use, active, spans, atoms.length - 1, valueOf);
    });
  }
  return use;
}

function areNeeded(rules: readonly number[], { needed }: RuleUseBuilder): boolean {
  for (const rule of rules) if (!needed.has(rule)) return false;
  return true;
}

/** Lays the rules over each other: the first that matches a piece decides, the second would without it. */
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
  const borders = bordersOf([active], [spans], size);
  const pieces = borders.length - 1;
  const { first, second } = use;
  for (let piece = 0; piece < pieces; piece++) first[piece] = second[piece] = NO_RULE;
  let open = 2 * pieces;
  for (const rule of active) {
    const span = spans[rule] ?? [];
    if (open === 0) {
      if (!use.coveredBy.has(rule)) use.coveredBy.set(rule, first[indexOf(borders, span[0] ?? 0)] ?? NO_RULE);
      continue;
    }
    for (let at = 0; at < span.length; at += 2) {
      const end = indexOf(borders, span[at + 1] ?? 0);
      for (let piece = indexOf(borders, span[at] ?? 0); piece < end; piece++) {
        const decider = first[piece] ?? NO_RULE;
        if (decider === NO_RULE) first[piece] = rule;
        else if (!use.coveredBy.has(rule)) use.coveredBy.set(rule, decider);
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

function addDecider(use: RuleUseBuilder, decider: number, next: number, valueOf: (rule: number) => unknown): void {
  use.deciding.add(decider);
  if (use.needed.has(decider)) return;
  if (valueOf(decider) !== valueOf(next)) use.needed.add(decider);
  else if (!use.followedBy.has(decider)) use.followedBy.set(decider, next);
}
