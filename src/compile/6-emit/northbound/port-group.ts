import type { Cluster, Node } from '../../../model/cluster.js';
import type { Memo } from '../../../engine/memo.js';
import type { Columns, Row, RowIdentity } from '../../../model/northbound.js';
import type { Configuration } from '../../../model/configuration.js';
import type { PortGroupForms } from '../../../model/release.js';
import { renderMap } from '../../../northbound/row-text.js';
import { deferRow } from './deferred-row.js';
import { type ListKeys, byKey } from './keys.js';
import { podPortName } from '../../../ovn-kubernetes/row-names.js';
import { podsWithPort } from './topology/pods.js';

/** Port groups that all zones contain, without ports, and the ports that the zone with these nodes adds. */
export interface NamespacePortGroups {
  readonly shared: readonly Row[];
  readonly portsOf: (zone: string, nodes: readonly Node[]) => readonly Row[];
}

/**
 * Returns the port group of every namespace: its ACLs, and the ports of its pods that run in the zone. OVN-Kubernetes
 * creates one for each namespace if EgressFirewall is on.
 */
export function createNamespacePortGroups(
  cluster: Cluster,
  { release }: Configuration,
  aclKeys: ReadonlyMap<string, ListKeys>,
  memo: Memo,
): NamespacePortGroups {
  const { ofNamespace } = release.portGroups;
  const rows = new Map(
    [...cluster.namespaces.keys()].map((namespace) => {
      const acls = aclKeys.get(namespace);
      return [
        namespace,
        memo('port group of a namespace', namespace, [release, acls], () => portGroupRow(namespace, ofNamespace, acls)),
      ];
    }),
  );
  const shared = [...rows.values()];
  return {
    shared: memo('port groups of namespaces', undefined, shared, () => shared.toSorted(byKey)),
    // The ports do not depend on the ACLs.
    portsOf: (zone, nodes) =>
      memo('ports of namespaces', zone, [cluster, ...nodes], () =>
        [...portsByNamespace(nodes, cluster)]
          .flatMap(([namespace, ports]): Row[] => {
            const row = rows.get(namespace);
            return row ? [{ key: row.key, columns: { ports: ports.sort() }, namespace }] : [];
          })
          .sort(byKey),
      ),
  };
}

/**
 * Returns the port group of a namespace. Without ACLs, no resource requires the row. It is then kept with its table,
 * and not in a file of its namespace.
 */
function portGroupRow(namespace: string, identify: PortGroupForms['ofNamespace'], listACLs: ListKeys | undefined): Row {
  const { key: name, external_ids } = identify(namespace);
  if (!listACLs) return { key: name, columns: { external_ids, name } };
  const render = (): string => renderPortGroup(identify(namespace), listACLs());
  const columns = (): Columns => ({ acls: listACLs(), external_ids: identify(namespace).external_ids, name });
  return deferRow({ key: name, columns, render, namespace });
}

/** Returns the columns as text. A namespace with ACLs has a name that needs no JSON escaping, and so do the ACLs. */
function renderPortGroup({ key, external_ids }: RowIdentity, acls: readonly string[]): string {
  const list = acls.length === 1 ? `"${acls[0] ?? ''}"` : `\n          "${acls.join('",\n          "')}"\n        `;
  return `{
        "acls": [${list}],
        "external_ids": ${renderMap(external_ids)},
        "name": "${key}"
      }`;
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
