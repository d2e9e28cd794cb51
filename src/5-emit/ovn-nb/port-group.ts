import type { Cluster, Node } from '../../model/cluster.js';
import type { Row } from '../../model/northbound.js';
import { hashedName, objectIds } from './identity.js';
import { podPortName } from './names.js';
import { podsWithPort } from './topology/pods.js';

/** The name of the port group of a namespace's pods. */
export function namespacePortGroupName(namespace: string): string {
  return hashedName(objectIds('Namespace', ['name', namespace])['k8s.ovn.org/id']);
}

/**
 * The port group of every namespace: ports of the pods that run in the zone, and the namespace's ACLs. OVN-Kubernetes
 * v1.3 makes one for each namespace as soon as EgressFirewall is on.
 */
export function emitNamespacePortGroups(
  nodes: readonly Node[],
  cluster: Cluster,
  aclKeys: ReadonlyMap<string, readonly string[]>,
): Row[] {
  const ports = portsByNamespace(nodes, cluster);
  return [...cluster.namespaces.keys()].map((namespace) => {
    const ids = objectIds('Namespace', ['name', namespace]);
    const name = hashedName(ids['k8s.ovn.org/id']);
    const acls = aclKeys.get(namespace);
    const members = ports.get(namespace);
    return {
      key: name,
      columns: {
        ...(acls ? { acls } : {}),
        external_ids: ids,
        name,
        ...(members ? { ports: members.sort() } : {}),
      },
    };
  });
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
