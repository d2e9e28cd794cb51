import type { Cluster, Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { PolicyIntent, PodSelection } from '../../../../model/intent/policy.js';
import type { Row } from '../../../../model/northbound.js';
import { groupBy } from '../../../../std/group-by.js';
import { byKey } from '../keys.js';
import { type SetNames, emitPolicy } from './allow.js';
import { emitDefaultDeny } from './default-deny.js';
import { podSetName, podSetNames, podSetRows } from './pod-sets.js';
import { createPortGroups } from './port-groups.js';

/** Table → rows of a zone. */
type PolicyTables = ReadonlyMap<string, readonly Row[]>;

/**
 * Prepares the rows of policies, most of which are the same in all zones, and returns a function that makes those of one.
 * `hasSwitch` says which nodes have ports for their pods.
 */
export function createPolicyRows(
  intents: readonly PolicyIntent[],
  cluster: Cluster,
  configuration: Configuration,
  hasSwitch: (node: Node) => boolean,
): (zone: string) => PolicyTables {
  const namespaced = intents.filter(({ layer }) => layer === 'namespaced');
  const { ipFamilies } = configuration;
  const sets = selectionsOf(namespaced);
  const setNames = createSetNames(ipFamilies);
  const policies = namespaced.map((intent) => emitPolicy(intent, configuration, setNames));
  const denials = [...groupBy(namespaced, ({ cause }) => cause.namespace).values()].flatMap(([first, ...more]) =>
    first ? [emitDefaultDeny([first, ...more], configuration)] : [],
  );
  const acls = [...denials, ...policies].flatMap((one) => one.acls).sort(byKey);
  const addressSets = podSetRows(sets, ipFamilies);
  const groups = [...denials.flatMap((one) => one.groups), ...policies.map(({ group }) => group)];
  const portGroupsOf = createPortGroups(groups, cluster, hasSwitch);
  return (zone) =>
    new Map([
      ['ACL', acls],
      ['Address_Set', addressSets],
      ['Port_Group', portGroupsOf(zone)],
    ]);
}

/** What peers select, by the names of their address sets. */
function selectionsOf(intents: readonly PolicyIntent[]): ReadonlyMap<string, PodSelection> {
  const peers = intents.flatMap(({ rules }) => rules.flatMap((rule) => rule.peers));
  return new Map(
    peers.flatMap((peer) => (peer.type === 'pods' ? [[podSetName(peer.selection), peer.selection] as const] : [])),
  );
}

function createSetNames(families: Configuration['ipFamilies']): SetNames {
  const known = new Map<string, readonly string[]>();
  return (name) => {
    let names = known.get(name);
    if (!names) known.set(name, (names = podSetNames(name, families)));
    return names;
  };
}
