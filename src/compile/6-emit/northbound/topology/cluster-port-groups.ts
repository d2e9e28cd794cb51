import { protocolOf } from '../address-family.js';
import type { Configuration } from '../../../../model/configuration.js';
import { formatAddress } from '../../../../net/address.js';
import { ACL_LOGGING_METER } from '../../../../ovn-kubernetes/filter-rows.js';
import { ACL_PRIORITY, ACL_TIER } from '../../../../ovn-kubernetes/priorities.js';
import { type ObjectIds, objectIds, ID_KEY } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { masqueradeAddress } from '../../../../ovn-kubernetes/addresses.js';
import { type TopologyRows, type TopologyEntry, addRow } from './topology-rows.js';
import { CLUSTER_PORT_GROUP } from '../../../../ovn-kubernetes/row-names.js';

/** Returns the columns that the allow rules of the base topology share (OVN-Kubernetes: never logged). */
export function allowRule(ids: ObjectIds, match: string): Record<string, string | number | ObjectIds> {
  const priority = ACL_PRIORITY.clusterAllow;
  return { external_ids: ids, match, action: 'allow-related', meter: ACL_LOGGING_METER, priority, tier: ACL_TIER };
}

/**
 * Adds the port groups of the cluster, and returns the first. It contains the management ports of the nodes, so that
 * its rules are on every node switch. They let a pod reach itself through a service.
 */
export function addClusterPortGroups(draft: TopologyRows, configuration: Configuration): TopologyEntry {
  addPortGroup(draft, CLUSTER_PORT_GROUP.routers, [], configuration);
  return addPortGroup(draft, CLUSTER_PORT_GROUP.nodes, addHairpinRules(draft, configuration), configuration);
}

function addPortGroup(
  draft: TopologyRows,
  groupName: string,
  acls: readonly string[],
  { release }: Configuration,
): TopologyEntry {
  const { key, external_ids } = release.portGroups.ofCluster(groupName);
  return addRow(draft, 'Port_Group', key, { name: key, external_ids, acls });
}

/**
 * Adds the rules that allow traffic which a service's load balancer sent back to its own client, under the hairpin
 * masquerade address. Returns their keys.
 */
function addHairpinRules(draft: TopologyRows, configuration: Configuration): readonly string[] {
  const sources = configuration.ipFamilies.flatMap((family) => {
    const address = masqueradeAddress(configuration, family, 'serviceHairpin');
    return address ? [`${protocolOf(family)}.src == ${formatAddress(address)}`] : [];
  });
  if (sources.length === 0) return [];
  const match = sources.length === 1 ? sources.join('') : `(${sources.join(' || ')})`;
  const rule = (direction: 'Egress' | 'Ingress'): string => {
    const ids = objectIds(OWNER_TYPE.alwaysAllowed, ['name', 'allow-hairpinning'], ['direction', direction]);
    const egress = direction === 'Egress';
    return addRow(draft, 'ACL', ids[ID_KEY.id], {
      ...allowRule(ids, match),
      direction: egress ? 'from-lport' : 'to-lport',
      options: egress ? { 'apply-after-lb': 'true' } : {},
    }).key;
  };
  return [rule('Egress'), rule('Ingress')];
}
