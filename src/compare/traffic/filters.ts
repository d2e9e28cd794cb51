import { NO_RULE, type Rule, classify } from '../../traffic/filters/classify.js';
import type { FilterIntent } from '../../model/intent/filter.js';
import type { Family } from '../../net/address.js';
import type { Both, Side } from '../../traffic/side.js';
import type { FlowChange, FlowChanges, FlowException } from '../../traffic/change.js';
import type { Packets } from '../../traffic/packets.js';
import { describeFilter } from '../../traffic/describe.js';
import { contentOf, namesIn, toRules } from '../../traffic/filters/filter-rules.js';
import { listPairs } from './name-pairs.js';
import { findDecider, samplePacket } from '../../traffic/sample.js';
import { classifySources } from '../../traffic/source.js';

type Verdict = FilterIntent['verdict'];
/** What holds before and after. */
type Outcome = `${Verdict}>${Verdict}`;
type Lists = Both<readonly FilterIntent[]>;

/** Finds the flows of a namespace that are opened or closed between two lists of filters, in the order of their match. */
export type CompareFilters = (namespace: string, filters: Lists) => FlowChanges[];

/**
 * The answers of DNS names are not known before run time, so a packet is an address, a transport, and the names that have
 * the address among their answers. Namespaces with the same rules are compared once.
 */
export function createFilterComparison(sides: Both<Side>): CompareFilters {
  const clusters = { before: sides.before.cluster, after: sides.after.cluster };
  const known = new Map<string, Found>();
  return (namespace, filters) =>
    classifySources(namespace, filters, clusters).flatMap(({ pods, before, after }) => {
      const key = [before, after].map((list) => list.map(contentOf).join('\n')).join('\n>\n');
      const found = known.get(key) ?? compareLists({ before, after }, sides);
      known.set(key, found);
      const source = { namespace, ...(pods ? { pods } : {}) };
      const flows = found.flows.map((flow) => addSample(flow, { before, after }, sides));
      return flows.length + found.exceptions.length > 0 ? [{ source, flows, exceptions: found.exceptions }] : [];
    });
}

/** What is the same in all namespaces with the same rules. */
interface Found {
  readonly flows: Omit<FlowChange, 'deciders' | 'sample'>[];
  readonly exceptions: FlowException[];
}

/** Picks one of the packets, and finds the rules that decide about it on each side. */
function addSample(flow: Found['flows'][number], { before, after }: Lists, sides: Both<Side>): FlowChange {
  const answers = [before, after].flatMap((filters) => answersOf(filters, flow.names));
  const sample = samplePacket(flow, answers);
  if (!sample) return { ...flow, deciders: {} };
  const deciderIn = (filters: readonly FilterIntent[], side: Side): FilterIntent | undefined =>
    filters[findDecider(toRules(filters, flow.names, side.configuration), sample)];
  const [old, now] = [deciderIn(before, sides.before), deciderIn(after, sides.after)];
  const deciders = {
    ...(old ? { before: describeFilter(old) } : {}),
    ...(now ? { after: describeFilter(now) } : {}),
  };
  return { ...flow, sample, deciders };
}

/** Addresses that one of the names is known to have. */
function answersOf(filters: readonly FilterIntent[], names: readonly string[]): readonly string[] {
  const targets = filters.flatMap(({ destinations }) => destinations);
  return targets.flatMap((target) =>
    target.type === 'name' && names.includes(target.set.name) ? target.set.addresses : [],
  );
}

function compareLists(filters: Lists, sides: Both<Side>): Found {
  const found: Found = { flows: [], exceptions: [] };
  const names = [...new Set([...filters.before, ...filters.after].flatMap(namesIn))].sort();
  const changed = names.filter((name) => isOrderOther(filters, name));
  for (const family of familiesOf(sides)) {
    const listsWith = (...held: string[]): Both<readonly Rule<Verdict>[]> => ({
      before: toRules(filters.before, held, sides.before.configuration),
      after: toRules(filters.after, held, sides.after.configuration),
    });
    const plain = listsWith();
    const countFound = (): number => found.flows.length + found.exceptions.length;
    const start = countFound();
    collect(found, [], family, [plain]);
    const isPlain = countFound() === start;
    const touched = new Set<string>();
    for (const name of changed) {
      const before = countFound();
      collect(found, [name], family, [listsWith(name), plain]);
      if (countFound() > before) touched.add(name);
    }
    for (const [one, other] of listPairs(filters, (name) => !isPlain || touched.has(name))) {
      collect(found, [one, other], family, [listsWith(one, other), plain, listsWith(one), listsWith(other)]);
    }
  }
  return found;
}

/** Whether the rules that a packet to an answer of the name may meet are not the same, or not in the same order. */
function isOrderOther({ before, after }: Lists, name: string): boolean {
  const own = (filters: readonly FilterIntent[]): string =>
    filters
      .filter((filter) => {
        const names = namesIn(filter);
        return names.length === 0 || names.includes(name);
      })
      .map(contentOf)
      .join('\n');
  return own(before) !== own(after);
}

/** The families that either side has. */
export function familiesOf({ before, after }: Both<Side>): Family[] {
  const families = new Set([...before.configuration.ipFamilies, ...after.configuration.ipFamilies]);
  return (['IPv4', 'IPv6'] as const).filter((family) => families.has(family));
}

/**
 * Adds what changes between the first of `pairs` for packets whose address has `names`, as far as the other pairs, for
 * fewer names, do not say it already.
 */
function collect(
  found: Found,
  names: readonly string[],
  family: Family,
  pairs: readonly Both<readonly Rule<Verdict>[]>[],
): void {
  const lists = pairs.flatMap(({ before, after }) => [before, after]);
  const regions = classify<`${Outcome} ${Outcome}`>(lists, family, (deciders) => {
    const [outcome, ...known] = pairs.map(({ before, after }, index): Outcome => {
      const [left, right] = [deciders[2 * index] ?? NO_RULE, deciders[2 * index + 1] ?? NO_RULE];
      return `${before[left]?.value ?? 'allow'}>${after[right]?.value ?? 'allow'}`;
    });
    const expected = known.find(isChange);
    if (outcome === undefined || known.includes(outcome) || !(isChange(outcome) || expected)) return undefined;
    return `${outcome} ${expected ?? outcome}`;
  });
  for (const { label, addresses, transport } of regions) {
    const packets: Packets = { addresses, transport, names };
    const [outcome, expected] = label.split(' ') as [Outcome, Outcome];
    const verdict = outcome === 'allow>allow' ? 'allow' : 'drop';
    if (isChange(outcome)) found.flows.push({ ...packets, change: changeOf(outcome) });
    else found.exceptions.push({ ...packets, change: changeOf(expected), verdict });
  }
}

function isChange(outcome: Outcome): boolean {
  return outcome === 'allow>drop' || outcome === 'drop>allow';
}

function changeOf(outcome: Outcome): FlowChange['change'] {
  return outcome === 'drop>allow' ? 'opened' : 'closed';
}
