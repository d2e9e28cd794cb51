import { type Family, parseAddress } from '../net/address.js';
import type { Expression } from '../northbound/match/expression.js';
import { memoizeWeak } from '../std/memoize.js';

/** Minimum number of rules for which an index saves time. */
const MIN_NARROWED = 16;

interface Matching {
  readonly match: Expression | undefined;
}

/** Returns those of some rules that may match a source and an input port, in order. */
export function narrow<Rule extends Matching>(
  rules: readonly Rule[],
  source: string,
  inport: string | undefined,
): readonly Rule[] {
  if (rules.length < MIN_NARROWED) return rules;
  return indexOf(rules)(source, inport).flatMap((index) => rules[index] ?? []);
}

const indexOf = memoizeWeak((rules: readonly Matching[]) => {
  const always: number[] = [];
  const byNeed = new Map<string, number[]>();
  for (const [index, { match }] of rules.entries()) {
    const need = match && needOf(match);
    const known = need === undefined ? always : byNeed.get(need);
    if (known) known.push(index);
    else if (need !== undefined) byNeed.set(need, [index]);
  }
  return (source: string, inport: string | undefined): readonly number[] => {
    const address = parseAddress(source);
    const bySource = (address && byNeed.get(`${SOURCE_FIELDS[address.family]} ${address.value}`)) ?? [];
    const byPort = (inport === undefined ? undefined : byNeed.get(`inport ${inport}`)) ?? [];
    return [...always, ...bySource, ...byPort].sort((a, b) => a - b);
  };
});

const SOURCE_FIELDS: Readonly<Record<Family, string>> = { IPv4: 'ip4.src', IPv6: 'ip6.src' };

/** Returns a source or an input port without which a match does not apply, as text. */
function needOf(match: Expression): string | undefined {
  for (const part of match.type === 'and' ? match.parts : [match]) {
    if (part.type !== 'comparison' || part.relation !== '==' || part.bits || part.constants.length !== 1) continue;
    const { field } = part;
    const [only] = part.constants;
    if (field === 'inport' && only?.type === 'text') return `inport ${only.name}`;
    const isSource = field === SOURCE_FIELDS.IPv4 || field === SOURCE_FIELDS.IPv6;
    if (isSource && only?.type === 'number' && only.mask === undefined) return `${field} ${only.value}`;
  }
  return undefined;
}
