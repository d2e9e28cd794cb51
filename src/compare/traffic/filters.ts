import { type AddressRange, rangeOfAddress } from '../../traffic/filters/address-range.js';
import { NO_RULE, type SweepRule } from '../../traffic/filters/classify.js';
import { classifyByValue } from '../../traffic/filters/classify-by-value.js';
import type { FilterRule } from '../../model/intent/filter.js';
import type { Address, Family } from '../../net/address.js';
import type { Both, Side } from '../../traffic/side.js';
import type { Decider, FlowChange, FlowChanges, FlowException } from '../../traffic/change.js';
import type { PacketClasses } from '../../traffic/packets.js';
import { groupBy } from '../../std/group-by.js';
import { describeFilter } from '../../traffic/describe.js';
import { contentOfFilter, namesInFilter, toRules } from '../../traffic/filters/filter-rules.js';
import { type RuleVerdict as PolicyVerdict, verdictOf } from '../../traffic/policies/address-lists.js';
import type { StageDecision } from '../../traffic/policies/connections.js';
import { deciderOf } from '../../traffic/policies/describe.js';
import { decideSent } from './deciding.js';
import { sharedFamilies } from './families.js';
import type { FilterLists, FilterSource } from './filter-sources.js';
import { listPairs } from './name-pairs.js';
import type { PolicySides } from './policy-sides.js';
import { type Sample, findSampleDeciders, samplePacket } from '../../traffic/sample.js';

type Verdict = FilterRule['verdict'];
/** Verdicts before and after. */
type Outcome = `${Verdict}>${Verdict}`;

/** Returns the flows of a source that are opened or closed. */
export type CompareFilters = (source: FilterSource) => FlowChanges[];

/**
 * Creates a comparison of filters. DNS answers are unknown before run time. A packet is therefore an address, a
 * transport, and the names that resolve to the address. Sources with equal rules are compared once.
 */
export function createFilterComparison(sides: Both<Side>, policies: PolicySides): CompareFilters {
  const known = new Map<string, Found>();
  return (asked) => {
    const { source, filters } = asked;
    const lists = [filters.before, filters.after].map((list) => list.map(contentOfFilter).join('\n')).join('\n>\n');
    const key = `${asked.key} ${lists}`;
    const found = known.get(key) ?? findAnswers(compareLists(asked, sides), filters);
    known.set(key, found);
    const flows = addSamples(found.flows, asked, sides, policies);
    return flows.length + found.exceptions.length > 0 ? [{ source, flows, exceptions: found.exceptions }] : [];
  };
}

/** Results that are the same in all namespaces with equal rules. */
interface Found {
  readonly flows: Omit<FlowChange, 'deciders' | 'sample'>[];
  readonly exceptions: FlowException[];
}

/** Adds a packet to each flow, and the rule that decides on it on each side. Drops take precedence. */
function addSamples(
  flows: Found['flows'],
  asked: FilterSource,
  sides: Both<Side>,
  policies: PolicySides,
): FlowChange[] {
  const { source } = asked;
  const [pod] = source.pods ?? policies.classesIn.get(source.namespace)?.values().next().value ?? [];
  const sampled = samplePackets(flows, asked.filters, sides);
  return flows.map((flow): FlowChange => {
    const found = sampled.get(flow);
    if (!found) return { ...flow, deciders: {} };
    const { sample } = found;
    const sent = pod ? decideSent(pod, sample, policies) : { before: [], after: [] };
    const isDropped = (decisions: readonly StageDecision[]): boolean =>
      decisions.some(({ verdict }) => verdict === 'drop');
    const deciderOn = (side: keyof Both<Side>): Decider | undefined => {
      const policy = deciderOf(sent[side]);
      if (isDropped(sent[side])) return policy;
      const filter = found.filters[side];
      return filter ? describeFilter(filter) : policy;
    };
    const [old, now] = [deciderOn('before'), deciderOn('after')];
    return { ...flow, sample, deciders: { ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) } };
  });
}

/** A packet of a flow, and the filters that decide on it. */
interface Sampled {
  readonly sample: Sample;
  readonly filters: Both<FilterRule | undefined>;
}

/**
 * Returns a packet of each flow that has one. Finds the filters for all packets to addresses of the same names in one
 * pass.
 */
function samplePackets(
  flows: Found['flows'],
  { before, after }: FilterLists,
  sides: Both<Side>,
): ReadonlyMap<Found['flows'][number], Sampled> {
  const found = new Map<Found['flows'][number], Sampled>();
  for (const same of groupBy(flows, ({ names }) => names.join()).values()) {
    const names = same[0]?.names ?? [];
    const answers = [before, after].flatMap((filters) => answersOf(filters, names));
    const sampled = same.flatMap((flow) => {
      const sample = samplePacket(flow, answers);
      return sample ? [{ flow, sample }] : [];
    });
    const samples = sampled.map(({ sample }) => sample);
    const old = findSampleDeciders(toRules(before, names, sides.before.configuration), samples);
    const now = findSampleDeciders(toRules(after, names, sides.after.configuration), samples);
    for (const [index, { flow, sample }] of sampled.entries()) {
      const filters = { before: before[old[index] ?? NO_RULE], after: after[now[index] ?? NO_RULE] };
      found.set(flow, { sample, filters });
    }
  }
  return found;
}

/** Marks the exceptions that are known answers of their names. */
function findAnswers({ flows, exceptions }: Found, { before, after }: FilterLists): Found {
  const marked = exceptions.map((one): FlowException => {
    const answers = [before, after].flatMap((filters) => answersOf(filters, one.names)).map(rangeOfAddress);
    const isAnswer = ({ family, first, end }: AddressRange): boolean =>
      answers.some((answer) => answer.family === family && first <= answer.first && answer.first < end);
    return one.addresses.some(isAnswer) ? { ...one, hasAnswer: true } : one;
  });
  return { flows, exceptions: marked };
}

/** Returns the known addresses of the names. */
function answersOf(filters: readonly FilterRule[], names: readonly string[]): readonly Address[] {
  const targets = filters.flatMap(({ destinations }) => destinations);
  return targets.flatMap((target) =>
    target.type === 'name' && names.includes(target.set.name) ? target.set.addresses : [],
  );
}

function compareLists({ filters, policies, hasSamePolicies }: FilterSource, sides: Both<Side>): Found {
  const found: Found = { flows: [], exceptions: [] };
  const names = [...new Set([...filters.before, ...filters.after].flatMap(namesInFilter))].sort();
  const changed = hasSamePolicies ? names.filter((name) => isOrderOther(filters, name)) : names;
  for (const family of sharedFamilies(sides)) {
    const listsWith = (...held: string[]): Both<readonly SweepRule<Verdict>[]> => ({
      before: toRules(filters.before, held, sides.before.configuration),
      after: toRules(filters.after, held, sides.after.configuration),
    });
    const plain = listsWith();
    const countFound = (): number => found.flows.length + found.exceptions.length;
    const start = countFound();
    collect(found, [], family, [plain], policies);
    const isPlain = countFound() === start;
    const touched = new Set<string>();
    for (const name of changed) {
      const before = countFound();
      collect(found, [name], family, [listsWith(name), plain], policies);
      if (countFound() > before) touched.add(name);
    }
    for (const [one, other] of listPairs(filters, (name) => !isPlain || touched.has(name))) {
      const pairs = [listsWith(one, other), plain, listsWith(one), listsWith(other)];
      collect(found, [one, other], family, pairs, policies);
    }
  }
  return found;
}

/** Returns true if the rules for packets to answers of the name differ, or differ in their order. */
function isOrderOther({ before, after }: FilterLists, name: string): boolean {
  const own = (filters: readonly FilterRule[]): string =>
    filters
      .filter((filter) => {
        const names = namesInFilter(filter);
        return names.length === 0 || names.includes(name);
      })
      .map(contentOfFilter)
      .join('\n');
  return own(before) !== own(after);
}

/**
 * Adds the changes between the first of `pairs` for packets to addresses with `names`. Skips those that the other
 * pairs, for fewer names, already contain.
 */
function collect(
  found: Found,
  names: readonly string[],
  family: Family,
  pairs: readonly Both<readonly SweepRule<Verdict>[]>[],
  policies: FilterSource['policies'],
): void {
  const filters = pairs.flatMap(({ before, after }) => [before, after]);
  const lists = [...filters, ...policies.before, ...policies.after];
  const regions = classifyByValue<PolicyVerdict, `${Outcome} ${Outcome}`>(lists, family, (values) => {
    const sent = values.slice(filters.length);
    const was = verdictOf(sent.slice(0, policies.before.length));
    const now = verdictOf(sent.slice(policies.before.length));
    const [outcome, ...known] = pairs.map((_, index): Outcome => {
      const [old, later] = [values[2 * index], values[2 * index + 1]].map((value) => verdictOf([value]));
      return `${was === 'drop' ? was : (old ?? 'allow')}>${now === 'drop' ? now : (later ?? 'allow')}`;
    });
    const expected = known.find(isChange);
    if (outcome === undefined || known.includes(outcome) || !(isChange(outcome) || expected)) return undefined;
    return `${outcome} ${expected ?? outcome}`;
  });
  for (const { label, addresses, transport } of regions) {
    const packets: PacketClasses = { addresses, transport, names };
    const [outcome, expected] = label.split(' ') as [Outcome, Outcome];
    const verdict = outcome === 'allow>allow' ? 'allow' : 'drop';
    if (isChange(outcome)) {
      const isReversal = expected !== outcome;
      found.flows.push({ ...packets, change: changeOf(outcome), ...(isReversal ? { isReversal } : {}) });
    } else found.exceptions.push({ ...packets, change: changeOf(expected), verdict });
  }
}

function isChange(outcome: Outcome): boolean {
  return outcome === 'allow>drop' || outcome === 'drop>allow';
}

function changeOf(outcome: Outcome): FlowChange['change'] {
  return outcome === 'drop>allow' ? 'opened' : 'closed';
}
