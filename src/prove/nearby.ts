import { memoize } from '../std/memoize.js';
import type { RouterFilters } from '../trace/filter-index.js';
import type { ZonePort } from '../trace/network.js';
import type { RuleIndex, TraceRule } from '../trace/rules.js';
import type { Zone } from '../trace/zone.js';
import type { Point } from '../traffic/filters/address-range.js';
import { type ProofContext, createConcerned } from './places.js';
import type { PlacedRules } from './row-lists.js';
import type { RowPlace } from './row-place.js';
import { type RowScope, fieldsAt } from './rule-parts.js';

type IndexName = keyof RouterFilters;

/** Packets that a pod sends or receives in a family. */
export type PodPackets = Pick<RowPlace, 'direction' | 'family' | 'own' | 'value'>;

/**
 * Creates the function that returns the rules at each place: those of the switch on input, and on output to the router,
 * where some releases have EgressFirewalls, or on output to the pod. Pods share the lists of their port groups, and of
 * the address sets that contain them. A place without rules is skipped.
 */
export function createNearby(
  context: ProofContext,
  indexesOf: (zone: Zone, datapath: string) => Readonly<Partial<Record<IndexName, RuleIndex>>>,
): (found: ZonePort, packets: PodPackets) => readonly PlacedRules[] {
  const concerned = createConcerned(context);
  const splits = memoize<RowScope, (rules: readonly TraceRule[], place: RowPlace) => SplitRules>(() => {
    const known = new Map<readonly TraceRule[], SplitRules>();
    return (rules, place) => {
      const split = known.get(rules) ?? splitRules(rules, place, context, concerned);
      known.set(rules, split);
      return split;
    };
  });
  const routerOf = memoize((zone: Zone) =>
    memoize((datapath: string) => zone.portsOfSwitch(datapath).find(({ type }) => type === 'router')?.name),
  );
  return ({ zone, port: { name, datapath } }, { direction, family, own, value }) => {
    const groups = zone.groupsOf(name);
    const indexes = indexesOf(zone, datapath);
    const scope = fieldsAt(direction, family);
    const places: PlacedRules[] = [];
    const addPlace = (
      index: IndexName,
      inport: string | undefined,
      outport: string | undefined,
      near: readonly string[],
    ): void => {
      const rules = indexes[index];
      if (!rules) return;
      const at = { zone, inport, outport, direction, family, own, value };
      const { common, byOwner } = splits(scope)(rules.others(), at);
      const lists = common.length > 0 ? [common] : [];
      const owned = byOwner.get(value);
      if (owned) lists.push(...owned);
      for (const group of near) {
        const list = rules.ofGroup(group);
        if (list.length > 0 && context.reader.appliesAt(list, at)) lists.push(list);
      }
      if (lists.length > 0) places.push({ at, lists, hasStateless: rules.hasStateless });
    };
    if (direction === 'from') {
      addPlace('leaving', undefined, name, groups);
      return places;
    }
    addPlace('entering', name, undefined, groups);
    addPlace('balanced', name, undefined, groups);
    const router = routerOf(zone)(datapath);
    if (router !== undefined) addPlace('leaving', name, router, join(groups, zone.groupsOf(router)));
    return places;
  };
}

function join(groups: readonly string[], others: readonly string[]): readonly string[] {
  return others.length === 0 ? groups : [...new Set([...groups, ...others])];
}

/** Rules without a port group, by the address of the pods that they apply to. */
interface SplitRules {
  readonly common: readonly TraceRule[];
  readonly byOwner: ReadonlyMap<Point, readonly (readonly TraceRule[])[]>;
}

function splitRules(
  rules: readonly TraceRule[],
  place: RowPlace,
  { reader }: ProofContext,
  concerned: (rule: TraceRule, place: RowPlace) => boolean,
): SplitRules {
  const common: TraceRule[] = [];
  const byOwners = new Map<readonly Point[], TraceRule[]>();
  for (const rule of rules) {
    const owners = reader.ownersOf(rule, place);
    if (owners) {
      const known = byOwners.get(owners);
      if (known) known.push(rule);
      else byOwners.set(owners, [rule]);
    } else if (!reader.isCommon(rule, place) || concerned(rule, place)) common.push(rule);
  }
  const byOwner = new Map<Point, (readonly TraceRule[])[]>();
  for (const [owners, own] of byOwners) {
    for (const owner of new Set(owners)) {
      const known = byOwner.get(owner);
      if (known) known.push(own);
      else byOwner.set(owner, [own]);
    }
  }
  return { common, byOwner };
}
