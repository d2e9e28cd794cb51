import { type AddressRange, cutOut, rangeOfAddress, rangeOfPrefix, wholeFamily } from '../../classification/address-range.js';
import { NO_RULE, type Rule, classify } from '../../classification/classify.js';
import { transportOf } from '../../classification/transport-range.js';
import type { Configuration } from '../../model/configuration.js';
import type { Destination, FilterIntent } from '../../model/intent.js';
import { type Family, parseAddress } from '../../net/address.js';
import type { Both, Side } from '../side.js';
import type { FlowChange, FlowChanges, FlowException } from './change.js';
import { describeFilter } from './describe.js';
import { pairsInAnotherOrder } from './name-pairs.js';
import { classifySources } from './source.js';

type Verdict = FilterIntent['verdict'];
/** What holds before and after. */
type Outcome = `${Verdict}>${Verdict}`;

/**
 * The flows of a namespace that are opened or closed between two lists of filters, in the order in which they match. The
 * answers of DNS names are not known before run time, so a packet is an address, a transport, and the name that has the
 * address among its answers, if any.
 */
export function compareFilters(
  namespace: string,
  filters: Both<readonly FilterIntent[]>,
  sides: Both<Side>,
): FlowChanges[] {
  const clusters = { before: sides.before.cluster, after: sides.after.cluster };
  return classifySources(namespace, filters, clusters).flatMap(({ pods, before, after }) => {
    const { flows, exceptions } = compareLists({ before, after }, sides);
    const source = { namespace, ...(pods ? { pods } : {}) };
    return flows.length + exceptions.length > 0 ? [{ source, flows, exceptions }] : [];
  });
}

interface Found {
  readonly flows: FlowChange[];
  readonly exceptions: FlowException[];
}

function compareLists(filters: Both<readonly FilterIntent[]>, sides: Both<Side>): Found {
  const found: Found = { flows: [], exceptions: [] };
  const names = [...new Set([...filters.before, ...filters.after].flatMap(namesIn))].sort();
  for (const family of familiesOf(sides)) {
    const listsWith = (...held: string[]): Both<readonly Rule<Verdict>[]> => ({
      before: toRules(filters.before, held, sides.before.configuration),
      after: toRules(filters.after, held, sides.after.configuration),
    });
    const plain = listsWith();
    collect(found, [], family, filters, listsWith(), []);
    for (const name of names) collect(found, [name], family, filters, listsWith(name), [plain]);
    for (const [one, other] of pairsInAnotherOrder(filters)) {
      collect(found, [one, other], family, filters, listsWith(one, other), [plain, listsWith(one), listsWith(other)]);
    }
  }
  return found;
}

/** The families that either side has. */
export function familiesOf({ before, after }: Both<Side>): Family[] {
  const families = new Set([...before.configuration.ipFamilies, ...after.configuration.ipFamilies]);
  return (['IPv4', 'IPv6'] as const).filter((family) => families.has(family));
}

/** Adds what changes for answers of `names`, as far as `implied` (the same with fewer names) does not say it already. */
function collect(
  found: Found,
  names: readonly string[],
  family: Family,
  filters: Both<readonly FilterIntent[]>,
  own: Both<readonly Rule<Verdict>[]>,
  implied: readonly Both<readonly Rule<Verdict>[]>[],
): void {
  const pairs = [own, ...implied];
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
  for (const { label, addresses, transport, deciders } of regions) {
    const packets = { addresses, transport, names };
    const [outcome, expected] = label.split(' ') as [Outcome, Outcome];
    if (isChange(outcome)) {
      const [before, after] = [filters.before[deciders[0] ?? NO_RULE], filters.after[deciders[1] ?? NO_RULE]];
      const rules = {
        ...(before ? { before: describeFilter(before) } : {}),
        ...(after ? { after: describeFilter(after) } : {}),
      };
      found.flows.push({ ...packets, change: changeOf(outcome), deciders: rules });
    } else {
      const verdict = outcome === 'allow>allow' ? 'allow' : 'drop';
      found.exceptions.push({ ...packets, change: changeOf(expected), verdict });
    }
  }
}

function changeOf(outcome: Outcome): FlowChange['change'] {
  return outcome === 'drop>allow' ? 'opened' : 'closed';
}

function isChange(outcome: Outcome): boolean {
  return outcome === 'allow>drop' || outcome === 'drop>allow';
}

function namesIn({ destinations }: FilterIntent): string[] {
  return destinations.flatMap((destination) => (destination.type === 'name' ? [destination.set.name] : []));
}

/** Filters as rules for packets to an address that the `held` names have. One rule a filter. */
function toRules(
  filters: readonly FilterIntent[],
  held: readonly string[],
  configuration: Configuration,
): Rule<Verdict>[] {
  return filters.map(({ destinations, ports, verdict }) => ({
    addresses: destinations.flatMap((destination) => rangesOf(destination, held, configuration)),
    transport: transportOf(ports),
    value: verdict,
  }));
}

function rangesOf(destination: Destination, held: readonly string[], configuration: Configuration): AddressRange[] {
  switch (destination.type) {
    case 'prefix':
      return cutOut(rangeOfPrefix(destination.prefix), destination.except);
    case 'address': {
      const address = parseAddress(destination.text);
      return address ? [rangeOfAddress(address)] : [];
    }
    case 'name': {
      if (!held.includes(destination.set.name)) return [];
      // OVN-Kubernetes v1.3: answers inside the cluster network never count.
      const subnets = configuration.clusterSubnets.map(({ prefix }) => prefix);
      return configuration.ipFamilies.flatMap((family) => cutOut(wholeFamily(family), subnets));
    }
  }
}
