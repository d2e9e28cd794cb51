import type { FilterIntent } from '../../model/intent.js';
import type { Both } from '../side.js';

/** Names beyond this many in one list are not compared with each other. */
const MOST_NAMES = 64;

/**
 * Pairs of DNS names whose rules change places, so that an address which both names have may be treated otherwise though
 * neither name alone is. Only rules of different verdicts matter. While the order of the rules of two names stays, the
 * first of them decides on both sides, and what it says alone is all there is to say.
 */
export function pairsInAnotherOrder({ before, after }: Both<readonly FilterIntent[]>): [string, string][] {
  const [left, right] = [rulesByName(before), rulesByName(after)];
  const names = [...left.keys()].filter((name) => right.has(name)).sort();
  if (names.length > MOST_NAMES) return [];
  return names.flatMap((one, index) =>
    names.slice(index + 1).flatMap((other): [string, string][] => {
      const [old, now] = [orderOf(one, other, left), orderOf(one, other, right)];
      return old !== now ? [[one, other]] : [];
    }),
  );
}

interface NameRule {
  readonly index: number;
  readonly content: string;
}

function rulesByName(filters: readonly FilterIntent[]): Map<string, NameRule[]> {
  const rules = new Map<string, NameRule[]>();
  for (const [index, { destinations, verdict, ports }] of filters.entries()) {
    for (const destination of destinations) {
      if (destination.type !== 'name') continue;
      const { name } = destination.set;
      const content = `${verdict} ${name} ${JSON.stringify(ports)}`;
      rules.set(name, [...(rules.get(name) ?? []), { index, content }]);
    }
  }
  return rules;
}

function orderOf(one: string, other: string, rules: ReadonlyMap<string, readonly NameRule[]>): string {
  const own = [...(rules.get(one) ?? []), ...(rules.get(other) ?? [])];
  return own
    .sort((a, b) => a.index - b.index)
    .map(({ content }) => content)
    .join('\n');
}
