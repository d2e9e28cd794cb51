import type { Cluster, Pod } from '../model/cluster.js';
import type { MarkIntent } from '../model/intent/mark.js';
import { selectsEverything } from '../model/label-selector.js';
import type { NamespaceForms, ReleaseProfile } from '../model/release.js';
import { type Family, FAMILIES } from '../net/address.js';
import { formatPrefix } from '../net/prefix.js';
import { memoize, once } from '../std/memoize.js';
import type { EgressIntent } from './collect-traffic.js';
import {
  type AddressRange,
  complement,
  cutOut,
  intersectRanges,
  mergeRanges,
  rangeOfPrefix,
  wholeFamily,
} from './filters/address-range.js';
import type { SweepRule } from './filters/sweep.js';
import { ALL_TRANSPORT } from './filters/transport-range.js';
import { rangesBeyond, rangesOfNode } from './outside.js';
import { createRemoteHostFinder } from './remote-hosts.js';
import type { Side } from './side.js';

/** Finds the marks on packets of a pod, in order of precedence. */
export type FindMarks = (pod: Pod) => readonly MarkIntent[];

const NONE: readonly MarkIntent[] = [];

/** Creates a function that finds marks. `marks` are ordered, by namespace. The index is built on first use. */
export function createMarkFinder(marks: ReadonlyMap<string, readonly MarkIntent[]>): FindMarks {
  const marksIn = memoize((namespace: string) => indexMarks(marks.get(namespace) ?? []));
  return (pod) => marksIn(pod.namespace).get(pod) ?? NONE;
}

function indexMarks(marks: readonly MarkIntent[]): ReadonlyMap<Pod, readonly MarkIntent[]> {
  const index = new Map<Pod, MarkIntent[]>();
  for (const mark of marks) {
    for (const pod of mark.source.pods) {
      const own = index.get(pod);
      if (own) own.push(mark);
      else index.set(pod, [mark]);
    }
  }
  return index;
}

/**
 * Returns the address set of a namespace whose packets a mark is for: its pods in all zones. Returns undefined for a mark
 * with its own address set: its pods in each zone.
 */
export function namespaceSetOf(
  { source: { podSelector = {} } }: MarkIntent,
  { namespaces }: ReleaseProfile,
): NamespaceForms['addressSet'] {
  return selectsEverything(podSelector) ? namespaces.addressSet : undefined;
}

/** Rules of which the first match determines the mark on a packet when it arrives. */
export type MarkRules = readonly SweepRule<MarkIntent>[];

/** The place of a pod, as far as it affects which switches mark its packets. */
export interface MarkPlace {
  /** If '', all switches on the path of a packet write the same value. */
  readonly zone: string;
  /** Families in which packets leave through hosts of other zones. */
  readonly families: readonly Family[];
}

/** The effect of marks on packets in a cluster. */
export interface MarkEffects {
  /** Returns the place of a pod with these marks. */
  readonly placeOf: (pod: Pod, marks: readonly MarkIntent[]) => MarkPlace;
  /** Returns the rules for packets of pods at a place. `marks` are those of the pods, in order of precedence. */
  readonly rulesOf: (marks: readonly MarkIntent[], place: MarkPlace) => MarkRules;
  /** Text that differs if equal marks may have different effects. If '', these also do not depend on the egress. */
  readonly signature: string;
}

/**
 * Returns the effect of marks. Switches mark packets to their ports, and those of every zone have all rules. So a packet
 * to a pod or through a host in another zone is marked there again by rules that match the pods of all zones. Rules with
 * an address set of their own match only the pods of the zone of the switch (OVN-Kubernetes).
 */
export function createMarkEffects(
  egress: readonly EgressIntent[],
  side: Pick<Side, 'cluster' | 'configuration'>,
): MarkEffects {
  const { cluster, configuration } = side;
  const { release } = configuration;
  const matchesAllZones = (mark: MarkIntent): boolean => namespaceSetOf(mark, release) !== undefined;
  const subnetsOutside = createSubnetFinder(cluster);
  const beyond = memoize((family: Family) => reroutedRanges(family, side));
  const findRemoteHosts = createRemoteHostFinder(egress, side);
  return {
    placeOf: (pod, marks) => {
      // If all marks match the pods of all zones, each switch writes the same value.
      const isSame = cluster.zones.size < 2 || !marks.some(matchesAllZones) || marks.every(matchesAllZones);
      const zone = isSame ? '' : (cluster.nodeByName.get(pod.nodeName)?.zone ?? '');
      return zone === '' ? ANY_PLACE : { zone, families: findRemoteHosts(pod) };
    },
    rulesOf: (marks, { zone, families }) => {
      const own = marks.map((mark) => ruleOf(mark, rangesOf(mark)));
      if (zone === '') return own;
      const others = [...subnetsOutside(zone), ...families.flatMap(beyond)];
      const again = marks.filter(matchesAllZones).map((mark) => ruleOf(mark, intersectRanges(rangesOf(mark), others)));
      return [...again, ...own];
    },
    signature:
      cluster.zones.size > 1 && release.namespaces.addressSet !== undefined
        ? JSON.stringify(cluster.nodes.map(({ name, zone, subnets }) => [name, zone, subnets.map(formatPrefix)]))
        : '',
  };
}

const ANY_PLACE: MarkPlace = { zone: '', families: [] };

/** Returns the addresses outside to which packets of a pod may be rerouted: all but those of nodes. */
function reroutedRanges(
  family: Family,
  { cluster, configuration }: Pick<Side, 'cluster' | 'configuration'>,
): readonly AddressRange[] {
  const nodes = cluster.nodes.flatMap(rangesOfNode).filter((range) => range.family === family);
  return intersectRanges(rangesBeyond(configuration, family), complement(family, mergeRanges(nodes)));
}

function ruleOf(value: MarkIntent, addresses: readonly AddressRange[]): SweepRule<MarkIntent> {
  return { addresses, transport: ALL_TRANSPORT, value };
}

function rangesOf({ destination }: MarkIntent): readonly AddressRange[] {
  if (destination === undefined) return EVERYWHERE;
  return destination === 'none' ? [] : [rangeOfPrefix(destination.prefix)];
}

const EVERYWHERE: readonly AddressRange[] = FAMILIES.map(wholeFamily);

/** Creates a function that returns the addresses of pods on nodes of other zones than one, ascending in each family. */
function createSubnetFinder({ nodes, zones }: Cluster): (zone: string) => readonly AddressRange[] {
  const all = once(() => {
    const ranges = nodes.flatMap(({ subnets }) => subnets.map(rangeOfPrefix));
    return FAMILIES.flatMap((family) => mergeRanges(ranges.filter((range) => range.family === family)));
  });
  return memoize((zone) => {
    const own = (zones.get(zone) ?? []).flatMap(({ subnets }) => subnets);
    return all().flatMap((range) => cutOut(range, own));
  });
}
