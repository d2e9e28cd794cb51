import type { Family } from '../../../net/address.js';
import type { AddressRange } from '../../../traffic/filters/address-range.js';
import { type Region } from '../../../traffic/filters/classify.js';
import { type ValueLabeler, classifyByValue } from '../../../traffic/filters/classify-by-value.js';
import type { SweepRule } from '../../../traffic/filters/sweep.js';
import { findDeciderAt } from '../../../traffic/sample.js';
import { type TransportSet, intersectTransport } from '../../../traffic/filters/transport-set.js';

/** Returns true if some packet to the addresses, each a range of any family, is allowed. */
export type IsOpen = (addresses: readonly AddressRange[], transport: TransportSet) => boolean;

/**
 * Creates a test for packets that lists of rules allow. `labelOf` labels allowed packets. Mostly the first packet
 * decides.
 */
export function createIsOpen<Value>(
  lists: readonly (readonly SweepRule<Value>[])[],
  ipFamilies: readonly Family[],
  labelOf: ValueLabeler<Value, string>,
): IsOpen {
  let open: readonly Region<string>[] | undefined;
  return (addresses, transport) => {
    const [range] = addresses;
    const [place] = transport;
    if (!range || !place) return false;
    if (labelOf(lists.map((rules) => rules[findDeciderAt(rules, range, place.first)]?.value)) !== undefined)
      return true;
    open ??= ipFamilies.flatMap((family) => classifyByValue(lists, family, labelOf));
    return open.some(
      (region) =>
        intersectTransport(region.transport, transport).length > 0 &&
        addresses.some((one) => overlaps(region.addresses, one)),
    );
  };
}

/** Returns true if a range has an address in any of `ranges`, which are of one family, ascending and disjoint. */
function overlaps(ranges: readonly AddressRange[], { family, first, end }: AddressRange): boolean {
  if (ranges[0]?.family !== family) return false;
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? end) <= first) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && range.first < end;
}
