import { groupBy } from '../../std/group-by.js';
import { type AddressRange, wholeFamily } from '../filters/address-range.js';
import { type Flow, type FlowPeer, hasFamily } from './list.js';
import { formatEnds } from './notation.js';

/** Name of all external addresses, of every family. */
const OUTSIDE = 'outside';

/**
 * Joins flows of a pod or workload with adjacent addresses outside if its connections are equal. All addresses of
 * several families become one flow. Each keeps the position of its first one. `detailOf` returns what else must be
 * equal.
 */
export function joinOutside<Each extends Flow>(
  flows: readonly Each[],
  detailOf: (flow: Each) => string = () => '',
): Each[] {
  const ends = new Map<FlowPeer, number>();
  const numberOf = (end: FlowPeer): number => {
    const number = ends.get(end) ?? ends.size;
    ends.set(end, number);
    return number;
  };
  const joined: Each[] = [];
  const last = new Map<string, number>();
  for (const flow of flows) {
    const range = rangeOf(flow);
    const key = range && `${flow.to.range ? 'to' : 'from'} ${numberOf(podsOf(flow))} ${range.family} ${detailOf(flow)}`;
    const at = key === undefined ? undefined : last.get(key);
    const before = at === undefined ? undefined : joined[at];
    const isNext = before && range && before.allow === flow.allow && rangeOf(before)?.end === range.first;
    if (isNext && at !== undefined) joined[at] = withRange(before, { ...range, first: rangeOf(before)?.first ?? 0 });
    else if (key !== undefined) last.set(key, joined.push(flow) - 1);
    else joined.push(flow);
  }
  return joinFamilies(joined, (flow) => `${numberOf(podsOf(flow))} ${detailOf(flow)}`);
}

function joinFamilies<Each extends Flow>(flows: readonly Each[], keyOf: (flow: Each) => string): Each[] {
  const whole = flows.filter((flow) => isWhole(rangeOf(flow)));
  const groups = groupBy(whole, (flow) => `${flow.to.range ? 'to' : 'from'} ${keyOf(flow)}`);
  const replaced = new Map<Each, readonly Each[]>();
  for (const group of groups.values()) {
    const [first, ...others] = group;
    if (!first || others.length === 0 || others.some(({ allow }) => allow !== first.allow)) continue;
    const families = (['IPv4', 'IPv6'] as const).filter((family) => hasFamily(podsOf(first), family));
    if (families.length !== group.length) continue;
    replaced.set(first, [withName(first, OUTSIDE)]);
    for (const one of others) replaced.set(one, []);
  }
  return flows.flatMap((flow) => replaced.get(flow) ?? [flow]);
}

/** Returns the addresses outside from or to which a flow goes. */
function rangeOf({ from, to }: Flow): AddressRange | undefined {
  return from.range ?? to.range;
}

/** Returns the other peer. */
function podsOf({ from, to }: Flow): FlowPeer {
  return to.range ? from : to;
}

function isWhole(range: AddressRange | undefined): boolean {
  const whole = range && wholeFamily(range.family);
  return whole !== undefined && range?.first === whole.first && range.end === whole.end;
}

function withRange<Each extends Flow>(flow: Each, range: AddressRange): Each {
  return withOutside(flow, (end) => ({ ...end, name: formatEnds(range), range }));
}

/** Returns the flow with a new name, without its family, because both are equal. */
function withName<Each extends Flow>(flow: Each, name: string): Each {
  return withOutside({ ...flow, family: undefined }, (end) => ({ ...end, name }));
}

function withOutside<Each extends Flow>(flow: Each, change: (end: FlowPeer) => FlowPeer): Each {
  return flow.to.range ? { ...flow, to: change(flow.to) } : { ...flow, from: change(flow.from) };
}
