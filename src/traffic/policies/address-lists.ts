import { wholeFamily } from '../filters/address-range.js';
import type { SweepRule } from '../filters/sweep.js';
import { ALL_TRANSPORT } from '../filters/transport-range.js';
import type { Layer, Stage, StageRule } from './stage.js';

export type RuleVerdict = StageRule<unknown>['verdict'];
const EVERYWHERE = [wholeFamily('IPv4'), wholeFamily('IPv6')];

/** Converts a stage to rules for addresses without a pod: an ordered list for each layer. */
export function toAddressLists(stage: Stage<unknown>): (readonly SweepRule<RuleVerdict>[])[] {
  return stage.map(toAddressList);
}

function toAddressList({ rules, closedBy }: Layer<unknown>): SweepRule<RuleVerdict>[] {
  const list = rules.map(({ isAny, ranges, transport, verdict }): SweepRule<RuleVerdict> => ({
    addresses: isAny ? EVERYWHERE : [...ranges.IPv4, ...ranges.IPv6],
    transport,
    value: verdict,
  }));
  return closedBy.length > 0 ? [...list, { addresses: EVERYWHERE, transport: ALL_TRANSPORT, value: 'drop' }] : list;
}

/**
 * Returns the verdict of layers from the verdict of each deciding rule. A verdict is undefined if no rule of the layer
 * decides.
 */
export function verdictOf(values: readonly (RuleVerdict | undefined)[]): 'allow' | 'drop' {
  return values.find((value): value is 'allow' | 'drop' => value !== undefined && value !== 'pass') ?? 'allow';
}
