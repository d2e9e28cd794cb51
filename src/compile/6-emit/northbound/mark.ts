import { type JoinedGroups, joinGroups } from '../../../engine/join-groups.js';
import type { Db, Query } from '../../../engine/query.js';
import { type SortedParts, sortParts } from '../../../engine/sort-parts.js';
import type { Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { RowAttachment, Row } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { haveEqualRows, keepEqualRows } from '../../../northbound/keep-rows.js';
import { EVERY_SWITCH } from '../../../northbound/join-rows.js';
import { compareText } from '../../../std/compare-text.js';
import { groupBy } from '../../../std/group-by.js';
import { sameItems } from '../../../std/same-items.js';
import { memoize } from '../../../std/memoize.js';
import { namespaceSetOf } from '../../../traffic/marks.js';
import { addressesIn } from './address-set.js';
import { byKey } from './keys.js';
import {
  MarkMembersRow,
  MarkRow,
  MarkSetRow,
  type MarkMembers,
  type SourceSet,
  membersOf,
  ruleKeyStart,
} from './mark-row.js';
import type { RowSource } from './row-inputs.js';
import { mergeRows } from './zone-tables.js';

/** Rows of marks that all zones contain. */
export interface SharedMarks {
  readonly qos: readonly Row[];
  /** Address sets without members. */
  readonly sets: readonly Row[];
}

/** Queries of the rows of marks. */
export interface MarkQueries {
  readonly shared: Query<undefined, SharedMarks>;
  /** Returns a function that returns the members of address sets in a zone: only pods that run there. */
  readonly readMembers: (db: Db) => (zone: string) => readonly Row[];
}

/** Rows of the marks of one namespace. */
interface NamespaceMarks {
  /** The rules, and the start of the keys of the order of each. */
  readonly rows: readonly Row[];
  readonly starts: readonly string[];
  readonly sets: readonly MarkSetRow[];
  /** Members of address sets, by the zone of their pods. */
  readonly members: ReadonlyMap<string, readonly MarkMembersRow[]>;
}

/** Creates queries of the rows of all marks. */
export function createMarkQueries(source: RowSource): MarkQueries {
  const marks = source.intentsByNamespace('mark');
  const ofNamespace: Query<string, NamespaceMarks> = {
    name: 'rows of the marks of a namespace',
    hasOneReader: true,
    run: (db, namespace) =>
      emitNamespace(
        db.entry(marks, namespace) ?? [],
        db.get(source.zonesByNode, undefined),
        source.configurationIn(db),
        (order) => db.get(keyStart, order),
      ),
  };
  const ofNamespaces: Query<undefined, readonly NamespaceMarks[]> = {
    name: 'rows of the marks of namespaces',
    run: (db) => [...db.map(marks).keys()].map((namespace) => db.get(ofNamespace, namespace)),
    same: sameItems,
  };
  const sets: Query<undefined, SortedParts<Row>> = {
    name: 'sorted address sets of marks',
    hasOneReader: true,
    run: (db, _, before) =>
      sortParts<Row>(
        db.get(ofNamespaces, undefined).map((one) => one.sets),
        byKey,
        before,
      ),
  };
  const rules: Query<undefined, SortedParts<Row>> = {
    name: 'sorted rules of marks',
    hasOneReader: true,
    run: (db, _, before) => {
      const all = db.get(ofNamespaces, undefined);
      const parts = all.map((one) => one.rows);
      return before ? sortParts(parts, byKey, before) : { parts, sorted: sortRules(all, source.configurationIn(db)) };
    },
  };
  const members: Query<undefined, JoinedGroups<Row>> = {
    name: 'members of marks by zone',
    run: (db, _, before) =>
      joinGroups<Row>(
        db.get(ofNamespaces, undefined).map((one) => one.members),
        before,
      ),
  };
  const sortedMembers: Query<string, SortedParts<Row>> = {
    name: 'sorted members of marks in a zone',
    hasOneReader: true,
    run: (db, zone, before) => sortParts([db.get(members, undefined).groups.get(zone) ?? []], byKey, before),
  };
  const membersOf: Query<string, readonly Row[]> = {
    name: 'members of marks in a zone',
    run: (db, zone, before) => {
      const rows = db.get(sortedMembers, zone).sorted;
      return before ? keepEqualRows(rows, before) : rows;
    },
    same: sameItems,
  };
  return {
    shared: {
      name: 'shared rows of marks',
      run: (db) => ({ qos: db.get(rules, undefined).sorted, sets: db.get(sets, undefined).sorted }),
      // A pod of a rule changes no row but the members of zones.
      same: (before, after) => haveEqualRows(before.qos, after.qos) && haveEqualRows(before.sets, after.sets),
    },
    readMembers: (db) => {
      if (!source.readsWhole) return (zone) => db.get(membersOf, zone);
      const { groups } = db.get(members, undefined);
      return (zone) => [...(groups.get(zone) ?? [])].sort(byKey);
    },
  };
}

const keyStart: Query<number, string> = {
  name: 'start of the keys of an order',
  run: (_, order) => ruleKeyStart(order),
};

/** The zones of nodes by their names. */
type Zones = ReadonlyMap<string, string>;

function emitNamespace(
  intents: readonly MarkIntent[],
  zones: Zones,
  configuration: Configuration,
  startOf: (order: number) => string,
): NamespaceMarks {
  const { ipFamilies, release } = configuration;
  const rows: Row[] = [];
  const starts: string[] = [];
  const sets: MarkSetRow[] = [];
  const sourcesOf = createSources(configuration, sets);
  for (const intent of intents) {
    const { order, destination } = intent;
    const [set, otherSet] = sourcesOf(intent);
    if (!set || destination === 'none') continue;
    const start = startOf(order);
    const keyStart = release.egressQoS.identifiesRules ? start : undefined;
    rows.push(new MarkRow(keyStart, intent, destination, [set, otherSet]));
    starts.push(start);
  }
  const members = groupBy(listMembers(sets, zones, ipFamilies), ({ zone }) => zone);
  return { rows, starts, sets, members };
}

/** Returns the rules of all namespaces in order of their keys. */
function sortRules(all: readonly NamespaceMarks[], { release }: Configuration): readonly Row[] {
  if (!release.egressQoS.identifiesRules) return all.flatMap(({ rows }) => rows).sort(byKey);
  // Rules of an order are in the order of their namespaces, which is the order of keys with ids.
  const rules = all.flatMap(({ starts, rows }) => rows.map((row, index) => ({ start: starts[index] ?? '', row })));
  const byStart = [...groupBy(rules, ({ start }) => start)].sort(([a], [b]) => compareText(a, b));
  return mergeRows(byStart.map(([, own]) => own.map(({ row }) => row)));
}

/**
 * Creates a function that returns the sets that a rule matches, one for each family. It adds sets that belong only to
 * this rule to `sets`.
 */
function createSources(
  { ipFamilies, release }: Configuration,
  sets: MarkSetRow[],
): (intent: MarkIntent) => readonly SourceSet[] {
  return (intent) => {
    const addressSet = namespaceSetOf(intent, release);
    if (addressSet)
      return ipFamilies.map((family) => ({ family, key: addressSet(intent.source.namespace, family).key }));
    const own = ipFamilies.map((family) => new MarkSetRow(intent, family));
    sets.push(...own);
    return own;
  };
}

/** Returns the members that zones add to address sets. */
function listMembers(
  sets: readonly MarkSetRow[],
  zones: Zones,
  families: readonly Family[],
): readonly MarkMembersRow[] {
  // Rules of one resource often share their pods.
  const findMembers = memoize((pods: readonly Pod[]) => membersOfPods(pods, families, zones));
  return sets.flatMap((set) =>
    findMembers(set.pods).flatMap((members) =>
      members.family === set.family ? [new MarkMembersRow(set, members)] : [],
    ),
  );
}

/** Returns the addresses of pods in each zone, for each family with an address. */
function membersOfPods(pods: readonly Pod[], families: readonly Family[], zones: Zones): readonly MarkMembers[] {
  return [...groupBy(pods, ({ nodeName }) => zones.get(nodeName))].flatMap(([zone, own]) => {
    if (zone === undefined) return [];
    const all = own.flatMap(({ addresses }) => addresses);
    return families.flatMap((family) => {
      const addresses = addressesIn(all, family);
      return addresses.length > 0 ? [membersOf(zone, family, addresses)] : [];
    });
  });
}

/**
 * Returns the attachment of every QoS rule to every node switch of the zone. The source sets restrict each rule to its
 * pods.
 */
export function attachMarks(rows: readonly Row[]): RowAttachment[] {
  if (rows.length === 0) return [];
  const references = rows.map(({ key }) => key);
  return [{ table: 'Logical_Switch', key: EVERY_SWITCH, column: 'qos_rules', references }];
}
