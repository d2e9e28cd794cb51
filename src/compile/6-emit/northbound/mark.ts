import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { RowAttachment, Row } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { EVERY_SWITCH } from '../../../northbound/join-rows.js';
import { compareText } from '../../../std/compare-text.js';
import { groupBy } from '../../../std/group-by.js';
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
  namedMarkRow,
  ruleKeyStart,
} from './mark-row.js';
import { mergeRows } from './zone-tables.js';

/** Rows of marks that all zones contain, and those that each zone adds. */
export interface ZonedMarks {
  readonly qos: readonly Row[];
  /** Address sets without members. */
  readonly sets: readonly Row[];
  /** Returns the members of address sets in a zone: only pods that run there. */
  readonly membersOf: (zone: string) => readonly Row[];
}

/** Returns the rows of all marks. */
export function emitMarks(intents: readonly MarkIntent[], cluster: Cluster, configuration: Configuration): ZonedMarks {
  const { ipFamilies, release } = configuration;
  const rules = new Map<string, Row[]>();
  const sets: MarkSetRow[] = [];
  const startOf = memoize(ruleKeyStart);
  const sourcesOf = createSources(configuration, sets);
  for (const intent of intents) {
    const { order, destination } = intent;
    const [set, otherSet] = sourcesOf(intent);
    if (!set || destination === 'none') continue;
    const start = startOf(order);
    const row = release.egressQoS.identifiesRules
      ? new MarkRow(start, intent, destination, [set, otherSet])
      : namedMarkRow(intent, destination, [set, otherSet]);
    const own = rules.get(start);
    if (own) own.push(row);
    else rules.set(start, [row]);
  }
  sets.sort(byKey);
  const members = membersByZone(sets, cluster, ipFamilies);
  // Rules of an order are in the order of their namespaces, which is the order of keys with ids.
  const qos = release.egressQoS.identifiesRules
    ? mergeRows([...rules].sort(([a], [b]) => compareText(a, b)).map(([, own]) => own))
    : [...rules.values()].flat().sort(byKey);
  return { qos, sets, membersOf: (zone) => members.get(zone) ?? [] };
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

/** Returns the members that each zone adds to address sets, in their order. */
function membersByZone(
  sets: readonly MarkSetRow[],
  cluster: Cluster,
  families: readonly Family[],
): ReadonlyMap<string, readonly Row[]> {
  // Rules of one resource often share their pods.
  const findMembers = memoize((pods: readonly Pod[]) => membersOfPods(pods, families, cluster));
  const byZone = new Map<string, Row[]>();
  for (const set of sets) {
    for (const members of findMembers(set.pods)) {
      if (members.family !== set.family) continue;
      const row = new MarkMembersRow(set, members);
      const rows = byZone.get(members.zone);
      if (rows) rows.push(row);
      else byZone.set(members.zone, [row]);
    }
  }
  return byZone;
}

/** Returns the addresses of pods in each zone, for each family with an address. */
function membersOfPods(
  pods: readonly Pod[],
  families: readonly Family[],
  { nodeByName }: Cluster,
): readonly MarkMembers[] {
  return [...groupBy(pods, ({ nodeName }) => nodeByName.get(nodeName)?.zone)].flatMap(([zone, own]) => {
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
