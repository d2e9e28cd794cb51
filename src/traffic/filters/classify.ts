import type { TransportRange } from './transport-set.js';
import type { Family } from '../../net/address.js';
import type { AddressRange } from './address-range.js';
import { boundariesOf, decidePieces } from './pieces.js';
import { NO_RULE, type SweepRule, type Spans, atomsOf, spansOf, sweep } from './sweep.js';

export { NO_RULE, type SweepRule } from './sweep.js';

/** Maximum number of rules at one address for which results are memoized. Longer lists rarely recur. */
const MAX_REMEMBERED = 32;

/** Packets with one label, regardless of the rules: all pairs of an address and a transport. */
export interface Region<Label> {
  readonly label: Label;
  readonly addresses: readonly AddressRange[];
  readonly transport: readonly TransportRange[];
}

/** Returns the label of packets for the deciding rules in each list. If undefined, the packets are ignored. */
export type Labeler<Label> = (deciders: readonly number[]) => Label | undefined;

/**
 * Classifies all packets of a family by lists of rules. The regions are disjoint and exact, and depend only on the
 * meaning of the lists. Each address has one region per label, with all its transports. Ordered by their first address.
 */
export function classify<Label extends string>(
  lists: readonly (readonly SweepRule<unknown>[])[],
  family: Family,
  labelOf: Labeler<Label>,
): Region<Label>[] {
  const atoms = atomsOf(lists);
  const spans = lists.map((rules) => rules.map(({ transport }) => spansOf(transport, atoms)));
  const regions = new Map<string, Region<Label> & { readonly addresses: AddressRange[] }>();
  const known = new Map<string, readonly ClassSlice<Label>[]>();
  sweep(lists, family, (first, end, active) => {
    const isShort = active.every(({ length }) => length <= MAX_REMEMBERED);
    const signature = isShort ? active.map((rules) => rules.join()).join('|') : '';
    const slices = known.get(signature) ?? sliceTransport(active, spans, atoms, labelOf);
    if (isShort) known.set(signature, slices);
    for (const slice of slices) addTo(regions, slice, { family, first, end });
  });
  return [...regions.values()];
}

/** The transports of one label at one address. */
export interface ClassSlice<Label> {
  readonly key: string;
  readonly label: Label;
  readonly transport: readonly TransportRange[];
}

/** Adds the addresses of a range to the region of a slice. */
export function addTo<Label>(
  regions: Map<string, Region<Label> & { readonly addresses: AddressRange[] }>,
  { key, ...slice }: ClassSlice<Label>,
  range: AddressRange,
): void {
  const region = regions.get(key);
  if (!region) {
    regions.set(key, { ...slice, addresses: [range] });
    return;
  }
  const last = region.addresses.at(-1);
  if (last?.end === range.first) region.addresses[region.addresses.length - 1] = { ...last, end: range.end };
  else region.addresses.push(range);
}

function sliceTransport<Label extends string>(
  active: readonly (readonly number[])[],
  spans: readonly Spans[],
  atoms: readonly number[],
  labelOf: Labeler<Label>,
): ClassSlice<Label>[] {
  const boundaries = boundariesOf(active, spans, atoms.length - 1);
  const deciders = active.map((rules, list) => decidePieces(rules, spans[list] ?? [], boundaries));
  const slices = new Map<Label, { readonly transport: TransportRange[] }>();
  for (let piece = 0; piece < boundaries.length - 1; piece++) {
    const here = deciders.map((rules) => rules[piece] ?? NO_RULE);
    const label = labelOf(here);
    if (label === undefined) continue;
    const range = { first: atoms[boundaries[piece] ?? 0] ?? 0, end: atoms[boundaries[piece + 1] ?? 0] ?? 0 };
    const slice = slices.get(label);
    const last = slice?.transport.at(-1);
    if (!slice) slices.set(label, { transport: [range] });
    else if (last?.end === range.first)
      slice.transport[slice.transport.length - 1] = { first: last.first, end: range.end };
    else slice.transport.push(range);
  }
  return [...slices].map(([label, slice]) => ({
    key: `${label} ${slice.transport.map(({ first, end }) => `${first}-${end}`).join()}`,
    label,
    ...slice,
  }));
}
