import { groupBy } from '../std/group-by.js';
import { memoizeWeak } from '../std/memoize.js';
import type { Intent } from './intent.js';

/** What intents have an effect on. */
export type IntentEffect = Intent['effect'];

/** Intents with an effect. */
export type IntentWith<Of extends IntentEffect> = Extract<Intent, { readonly effect: Of }>;

/** Returns intents by their effects, in order. Memoized, because each part of a run asks for other effects of the same list. */
export const groupByEffect = memoizeWeak((intents: readonly Intent[]): ReadonlyMap<IntentEffect, readonly Intent[]> =>
  groupBy(intents, ({ effect }) => effect),
);

/** Returns the intents with an effect, in order. */
export function intentsWith<Of extends IntentEffect>(
  intents: readonly Intent[],
  effect: Of,
): readonly IntentWith<Of>[] {
  // The list of an effect has intents of this effect only.
  return (groupByEffect(intents).get(effect) ?? []) as readonly IntentWith<Of>[];
}
