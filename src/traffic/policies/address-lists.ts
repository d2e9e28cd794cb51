import { wholeFamily } from '../filters/address-range.js';
import { NO_RULE } from '../filters/classify.js';
import type { Rule } from '../filters/sweep.js';
import { ALL_TRANSPORT } from '../filters/transport-range.js';
import type { Layer, Stage, StageRule } from './stage.js';

type Verdict = StageRule<unknown>['verdict'];
const EVERYWHERE = [wholeFamily('IPv4'), wholeFamily('IPv6')];

/** The rules of a stage for addresses that no pod has: an ordered list for each layer. */
export function toAddressLists(stage: Stage<unknown>): (readonly Rule<Verdict>[])[] {
  return stage.map(toAddressList);
}

function toAddressList({ rules, closedBy }: Layer<unknown>): Rule<Verdict>[] {
  const list = rules.map(({ isAny, ranges, transport, verdict }): Rule<Verdict> => ({
    addresses: isAny ? EVERYWHERE : [...ranges.IPv4, ...ranges.IPv6],
    transport,
    value: verdict,
  }));
  return closedBy.length > 0 ? [...list, { addresses: EVERYWHERE, transport: ALL_TRANSPORT, value: 'drop' }] : list;
}

/** What the layers say of packets, from the rules that decide about them in each list. */
export function verdictOf(lists: readonly (readonly Rule<Verdict>[])[], deciders: readonly number[]): 'allow' | 'drop' {
  for (const [index, list] of lists.entries()) {
    const verdict = list[deciders[index] ?? NO_RULE]?.value ?? 'pass';
    if (verdict !== 'pass') return verdict;
  }
  return 'allow';
}
