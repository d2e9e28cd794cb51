import type { Memo } from '../../../../engine/memo.js';
import type { Cluster, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { PolicyIntent, PodSelection } from '../../../../model/intent/policy.js';
import type { Row } from '../../../../model/northbound.js';
import { groupBy } from '../../../../std/group-by.js';
import { memoize } from '../../../../std/memoize.js';
import { byKey } from '../keys.js';
import { type AdminPolicyRows, emitAdminPolicy } from './admin.js';
import { type SetNames, emitPolicy } from './allow.js';
import { emitDefaultDeny } from './default-deny.js';
import { podSetName, podSetNames, podSetRows } from './pod-sets.js';
import { type PolicyPortGroup, createPortGroups } from './port-groups.js';

/** Table → rows. */
type PolicyTables = ReadonlyMap<string, readonly Row[]>;

/** Rows of policies that all zones contain, and those that a zone adds. */
export interface PolicyRows {
  readonly shared: PolicyTables;
  readonly ownOf: (zone: string) => PolicyTables;
}

/** Rows of namespaced policies, and port groups, whose ports depend on the zone. */
interface NamespacedRows {
  readonly acls: readonly Row[];
  readonly addressSets: readonly Row[];
  readonly groups: readonly PolicyPortGroup[];
}

/**
 * Creates the rows of policies, most of which are the same in all zones. `hasSwitch` returns true for nodes that have
 * ports for their pods.
 */
export function createPolicyRows(
  intents: readonly PolicyIntent[],
  cluster: Cluster,
  configuration: Configuration,
  hasSwitch: (node: Node) => boolean,
  memo: Memo,
): PolicyRows {
  const own = emitNamespaced(
    intents.filter(({ layer }) => layer === 'namespaced'),
    configuration,
    memo,
  );
  const admin = intents
    .filter(({ layer }) => layer !== 'namespaced')
    .map((intent) => emitAdminPolicy(intent, configuration));
  const acls = [...own.acls, ...admin.flatMap((rows) => rows.acls)].sort(byKey);
  const addressSets = [...own.addressSets, ...admin.flatMap((rows) => rows.addressSets)].sort(byKey);
  const portGroups = createPortGroups([...own.groups, ...admin.map(({ group }) => group)], cluster, hasSwitch);
  const aclsOfZone = createZoneACLs(admin, cluster);
  return {
    shared: new Map([
      ['ACL', acls],
      ['Address_Set', addressSets],
      ['Port_Group', portGroups.shared],
    ]),
    ownOf: (zone) => {
      const ofZone = aclsOfZone(zone);
      const keys = new Map([...ofZone].map(([group, rows]) => [group, rows.map(({ key }) => key)]));
      return new Map([
        ['ACL', [...ofZone.values()].flat().sort(byKey)],
        ['Port_Group', portGroups.ownOf(zone, keys)],
      ]);
    },
  };
}

function emitNamespaced(intents: readonly PolicyIntent[], configuration: Configuration, memo: Memo): NamespacedRows {
  const setNames = createSetNames(configuration);
  const policies = intents.map((intent) =>
    memo('rows of a policy', intent, [configuration], () => emitPolicy(intent, configuration, setNames)),
  );
  const denials = [...groupBy(intents, ({ cause }) => cause.namespace).values()].flatMap(([first, ...more]) =>
    first
      ? [
          memo('rows of a default deny', first.cause.namespace, [configuration, first, ...more], () =>
            emitDefaultDeny([first, ...more], configuration),
          ),
        ]
      : [],
  );
  return {
    acls: [...denials, ...policies].flatMap(({ acls }) => acls),
    addressSets: podSetRows(selectionsOf(intents), configuration, memo),
    groups: [...denials.flatMap(({ groups }) => groups), ...policies.map(({ group }) => group)],
  };
}

/**
 * Returns the selections of peers by the names of their address sets. Selections that the sets of namespaces cover are
 * skipped.
 */
function selectionsOf(intents: readonly PolicyIntent[]): ReadonlyMap<string, PodSelection> {
  const peers = intents.flatMap(({ rules }) => rules.flatMap((rule) => rule.peers));
  return new Map(
    peers.flatMap((peer) =>
      peer.type === 'pods' && !peer.selection.inNamespaces
        ? [[podSetName(peer.selection), peer.selection] as const]
        : [],
    ),
  );
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
    const byZone = groupBy([...group.pods], ({ nodeName }) => nodeByName.get(nodeName)?.zone);
    return [{ aclsFor, byZone, name: group.identity.key }];
  });
  return (zone) => new Map(differing.map(({ aclsFor, byZone, name }) => [name, aclsFor(byZone.get(zone) ?? [])]));
}
