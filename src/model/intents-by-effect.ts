import { concatenate } from '../std/concatenate.js';
import { groupBy } from '../std/group-by.js';
import { memoizeItems, memoizeWeak } from '../std/memoize.js';
import type { Intent } from './intent.js';

/** What intents have an effect on. */
export type IntentEffect = Intent['effect'];

/** Intents with an effect. */
export type IntentWith<Of extends IntentEffect> = Extract<Intent, { readonly effect: Of }>;

type Intents = readonly Intent[];

/** Joined list → its parts. */
const partsOf = new WeakMap<Intents, readonly Intents[]>();

/**
 * Returns the intents of several lists: the same list for the same ones. Intents of a list that stays the same are grouped
 * by effect once.
 */
export const joinIntents = memoizeItems((parts: readonly Intents[]): Intents => {
  const joined = concatenate(parts);
  partsOf.set(joined, parts);
  return joined;
});

/** Returns intents by their effects, in order. Memoized, because each part of a run asks for other effects of the same list. */
export const groupByEffect = memoizeWeak((intents: Intents): ReadonlyMap<IntentEffect, Intents> => {
  const parts = partsOf.get(intents);
  if (!parts) return groupBy(intents, ({ effect }) => effect);
  const lists = groupBy(
    parts.flatMap((part) => [...groupByEffect(part)]),
    ([effect]) => effect,
  );
  return new Map(
    Array.from(lists, ([effect, own]) => [
      effect,
      own.length > 1 ? concatenate(own.map(([, list]) => list)) : (own[0]?.[1] ?? []),
    ]),
  );
});

/** Returns the intents with an effect, in order. */
export function intentsWith<Of extends IntentEffect>(
  intents: readonly Intent[],
  effect: Of,
): readonly IntentWith<Of>[] {
  // The list of an effect has intents of this effect only.
  return (groupByEffect(intents).get(effect) ?? []) as readonly IntentWith<Of>[];
}
