import type { Cluster, Node } from '../../../model/cluster.js';
import type { Row } from '../../../model/northbound.js';
import { objectIds, hashedNameOf } from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';
import { byKey } from './keys.js';
import { podPortName } from '../../../ovn-kubernetes/row-names.js';
import { podsWithPort } from './topology/pods.js';

/** The name of the port group of a namespace's pods. */
export function namespacePortGroupName(namespace: string): string {
  return hashedNameOf(objectIds(OWNER_TYPE.namespace, ['name', namespace]));
}

/**
 * The port group of every namespace: the namespace's ACLs, and ports of the pods that run in the zone. OVN-Kubernetes v1.3
 * makes one for each namespace as soon as EgressFirewall is on. Returns a function that makes those of the zone with the
 * given nodes; what has no pod there is the same row in all zones.
 */
export function createNamespacePortGroups(
  cluster: Cluster,
  aclKeys: ReadonlyMap<string, readonly string[]>,
): (nodes: readonly Node[]) => Row[] {
  const groups = [...cluster.namespaces.keys()].map((namespace) => {
    const ids = objectIds(OWNER_TYPE.namespace, ['name', namespace]);
    const name = hashedNameOf(ids);
    const acls = aclKeys.get(namespace);
    return { namespace, row: { key: name, columns: { ...(acls ? { acls } : {}), external_ids: ids, name } } };
  });
  groups.sort((a, b) => byKey(a.row, b.row));
  return (nodes) => {
    const ports = portsByNamespace(nodes, cluster);
    return groups.map(({ namespace, row }) => {
      const members = ports.get(namespace);
      return members ? { key: row.key, columns: { ...row.columns, ports: members.sort() } } : row;
    });
  };
}

function portsByNamespace(nodes: readonly Node[], cluster: Cluster): Map<string, string[]> {
  const ports = new Map<string, string[]>();
  for (const node of nodes) {
    for (const { namespace, name } of podsWithPort(node, cluster)) {
      const port = podPortName(namespace, name);
      const members = ports.get(namespace);
      if (members) members.push(port);
      else ports.set(namespace, [port]);
    }
  }
  return ports;
}
