import { createGroupQueries } from '../../../../engine/group-queries.js';
import type { Db, Query } from '../../../../engine/query.js';
import type { Cluster, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { PolicyIntent, PodSelection } from '../../../../model/intent/policy.js';
import type { Row } from '../../../../model/northbound.js';
import { groupBy } from '../../../../std/group-by.js';
import { memoize } from '../../../../std/memoize.js';
import { sameItems } from '../../../../std/same-items.js';
import { byKey } from '../keys.js';
import type { RowSource } from '../row-inputs.js';
import { type AdminPolicyRows, emitAdminPolicy } from './admin.js';
import { type SetNames, emitPolicy } from './allow.js';
import { emitDefaultDeny } from './default-deny.js';
import { podSetName, podSetNames, podSetRows } from './pod-sets.js';
import {
  type GroupMembers,
  type PolicyPortGroup,
  createPorts,
  haveSameMembers,
  groupMembersOf,
  portGroupRow,
} from './port-groups.js';

/** Table → rows. */
type PolicyTables = ReadonlyMap<string, readonly Row[]>;

/** Lists of rows in order, with their table. */
export type PolicyLists = readonly (readonly [table: string, rows: readonly Row[]])[];

/** Queries of the rows of policies. */
export interface PolicyQueries {
  /** Rows that all zones contain. */
  readonly shared: Query<undefined, PolicyLists>;
  /**
   * Returns a function that returns the rows that a zone adds. They depend on the pods of policies, and only for named ports
   * on rules.
   */
  readonly readZones: (db: Db) => (zone: string) => PolicyTables;
}

/** Rows of namespaced policies, and port groups, whose ports depend on the zone. */
interface NamespacedRows {
  readonly acls: readonly Row[];
  readonly addressSets: readonly Row[];
  readonly groups: readonly PolicyPortGroup[];
}

/**
 * Creates queries of the rows of policies, most of which are the same in all zones. `switchCheck` returns true for nodes
 * that have ports for their pods.
 */
export function createPolicyQueries(
  source: RowSource,
  switchCheck: Query<undefined, (node: Node) => boolean>,
): PolicyQueries {
  const admin: Query<PolicyIntent, AdminPolicyRows> = {
    name: 'rows of an admin policy',
    hasOneReader: true,
    run: (db, intent) => emitAdminPolicy(intent, source.configurationIn(db)),
  };
  const admins: Query<undefined, readonly AdminPolicyRows[]> = {
    name: 'rows of admin policies',
    run: (db) =>
      source
        .intentsOf(db, 'policy')
        .filter(({ isCompiled, layer }) => isCompiled && layer !== 'namespaced')
        .map((intent) => db.get(admin, intent)),
    same: sameItems,
  };
  const namespaced = createNamespacedQuery(source);
  const groups = (db: Db): readonly PolicyPortGroup[] => [
    ...db.get(namespaced, undefined).groups,
    ...db.get(admins, undefined).map(({ group }) => group),
  ];
  // A rule changes no group.
  const members: Query<undefined, readonly GroupMembers[]> = {
    name: 'pods of policies',
    run: (db) => groups(db).map(groupMembersOf),
    same: haveSameMembers,
  };
  const differing: Query<undefined, readonly AdminPolicyRows[]> = {
    name: 'policies that differ between zones',
    run: (db) => db.get(admins, undefined).filter(({ aclsFor }) => aclsFor),
    same: sameItems,
  };
  const zones: Query<undefined, (zone: string) => PolicyTables> = {
    name: 'rows of policies of zones',
    run: (db) => {
      const cluster = source.clusterIn(db);
      const portsOf = createPorts(db.get(members, undefined), cluster, db.get(switchCheck, undefined));
      const aclsOf = createZoneACLs(db.get(differing, undefined), cluster);
      return (zone) => {
        const acls = aclsOf(zone);
        const keys = new Map(Array.from(acls, ([group, rows]) => [group, rows.map(({ key }) => key)]));
        return new Map([
          ['ACL', [...acls.values()].flat().sort(byKey)],
          ['Port_Group', portsOf(zone, keys)],
        ]);
      };
    },
  };
  const ofZone: Query<string, PolicyTables> = {
    name: 'rows of policies of a zone',
    hasOneReader: true,
    run: (db, zone) => db.get(zones, undefined)(zone),
  };
  return {
    shared: {
      name: 'rows of policies',
      run: (db) => listShared(db.get(namespaced, undefined), db.get(admins, undefined), groups(db)),
    },
    readZones: (db) => (source.readsWhole ? db.get(zones, undefined) : (zone) => db.get(ofZone, zone)),
  };
}

function listShared(
  own: NamespacedRows,
  admin: readonly AdminPolicyRows[],
  groups: readonly PolicyPortGroup[],
): PolicyLists {
  // Keys of other rows are between those of the two lists.
  return [
    ['ACL', admin.flatMap((rows) => rows.acls).sort(byKey)],
    ['ACL', [...own.acls].sort(byKey)],
    ['Address_Set', [...own.addressSets, ...admin.flatMap((rows) => rows.addressSets)].sort(byKey)],
    ['Port_Group', groups.map(portGroupRow).sort(byKey)],
  ];
}

/** Creates a query of the rows of the policies of namespaces. */
function createNamespacedQuery(source: RowSource): Query<undefined, NamespacedRows> {
  const setNames: Query<undefined, SetNames> = {
    name: 'names of address sets',
    run: (db) => createSetNames(source.configurationIn(db)),
  };
  const policy: Query<PolicyIntent, ReturnType<typeof emitPolicy>> = {
    name: 'rows of a policy',
    hasOneReader: true,
    run: (db, intent) => emitPolicy(intent, source.configurationIn(db), db.get(setNames, undefined)),
  };
  const { groups, group } = createGroupQueries('policies', (db) => {
    const compiled = source.intentsOf(db, 'policy').filter((one) => one.isCompiled && one.layer === 'namespaced');
    return groupBy(compiled, ({ cause }) => cause.namespace);
  });
  const denial: Query<string, ReturnType<typeof emitDefaultDeny>> = {
    name: 'rows of a default deny',
    hasOneReader: true,
    run: (db, namespace) => {
      const [first, ...more] = db.get(group, namespace);
      return first ? emitDefaultDeny([first, ...more], source.configurationIn(db)) : { acls: [], groups: [] };
    },
  };
  const podSet: Query<PodSelection, readonly Row[]> = {
    name: 'address sets of pods',
    hasOneReader: true,
    run: (db, selection) => podSetRows(selection, source.configurationIn(db)),
  };
  return {
    name: 'rows of the policies of namespaces',
    run: (db) => {
      const byNamespace = db.get(groups, undefined);
      const intents = [...byNamespace.values()].flat();
      const denials = [...byNamespace.keys()].map((namespace) => db.get(denial, namespace));
      const policies = intents.map((intent) => db.get(policy, intent));
      return {
        acls: [...denials, ...policies].flatMap(({ acls }) => acls),
        addressSets: selectionsOf(intents).flatMap((selection) => db.get(podSet, selection)),
        groups: [...denials.flatMap(({ groups }) => groups), ...policies.map(({ group }) => group)],
      };
    },
  };
}

/** Returns the selections of peers, each address set once. Selections that the sets of namespaces cover are skipped. */
function selectionsOf(intents: readonly PolicyIntent[]): readonly PodSelection[] {
  const peers = intents.flatMap(({ rules }) => rules.flatMap((rule) => rule.peers));
  const byName = new Map(
    peers.flatMap((peer) =>
      peer.type === 'pods' && !peer.selection.inNamespaces
        ? [[podSetName(peer.selection), peer.selection] as const]
        : [],
    ),
  );
  return [...byName.values()];
}

function createSetNames({ ipFamilies, release }: Configuration): SetNames {
  const { addressSet } = release.namespaces;
  const ofPods = memoize((name: string) => podSetNames(name, ipFamilies));
  const ofNamespace = memoize((name: string) =>
    ipFamilies.flatMap((family) => (addressSet ? [addressSet(name, family).key] : [])),
  );
  return (selection) => selection.inNamespaces?.map(ofNamespace) ?? [ofPods(podSetName(selection))];
}

/** Creates a function that returns the ACLs of only one zone, by the name of their port group. */
function createZoneACLs(
  policies: readonly AdminPolicyRows[],
  { nodeByName }: Cluster,
): (zone: string) => ReadonlyMap<string, readonly Row[]> {
  const differing = policies.flatMap(({ aclsFor, group }) => {
    if (!aclsFor) return [];
    const byZone = groupBy(group.pods, ({ nodeName }) => nodeByName.get(nodeName)?.zone);
    return [{ aclsFor, byZone, name: group.identity.key }];
  });
  return (zone) => new Map(differing.map(({ aclsFor, byZone, name }) => [name, aclsFor(byZone.get(zone) ?? [])]));
}
