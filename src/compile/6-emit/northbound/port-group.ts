import type { Cluster, Node } from '../../../model/cluster.js';
import type { Query } from '../../../engine/query.js';
import type { Row } from '../../../model/northbound.js';
import type { PortGroupForms } from '../../../model/release.js';
import { RowOfShape, RowShape } from '../../../northbound/row-shape.js';
import { type ListKeys, byKey } from './keys.js';
import { podPortName } from '../../../ovn-kubernetes/row-names.js';
import { memoize } from '../../../std/memoize.js';
import { sameItems } from '../../../std/same-items.js';
import type { RowSource } from './row-inputs.js';
import { podsWithPort } from './topology/pods.js';

/** Queries of the port groups of namespaces. */
export interface PortGroupQueries {
  readonly shared: Query<undefined, readonly Row[]>;
  /** Returns the ports that the zone with these nodes adds. They do not depend on the ACLs. */
  readonly portsOf: Query<undefined, (nodes: readonly Node[]) => readonly Row[]>;
}

/**
 * Creates queries of the port group of every namespace: its ACLs, and the ports of its pods that run in a zone.
 * OVN-Kubernetes creates one for each namespace if EgressFirewall is on.
 */
export function createPortGroupQueries(
  source: RowSource,
  aclKeys: Query<string, ListKeys | undefined>,
): PortGroupQueries {
  const group: Query<string, Row> = {
    name: 'port group of a namespace',
    hasOneReader: true,
    run: (db, namespace) =>
      portGroupRow(namespace, source.configurationIn(db).release.portGroups.ofNamespace, db.get(aclKeys, namespace)),
  };
  const names: Query<undefined, readonly string[]> = {
    name: 'names of namespaces',
    run: (db) => [...source.clusterIn(db).namespaces.keys()],
    same: sameItems,
  };
  return {
    shared: {
      name: 'port groups of namespaces',
      run: (db) =>
        db
          .get(names, undefined)
          .map((namespace) => db.get(group, namespace))
          .sort(byKey),
      same: sameItems,
    },
    portsOf: {
      name: 'ports of namespaces',
      run: (db) => {
        const cluster = source.clusterIn(db);
        const { ofNamespace } = source.configurationIn(db).release.portGroups;
        return (nodes) => portsOfNodes(nodes, cluster, ofNamespace);
      },
    },
  };
}

/** Returns the ports of the pods on nodes, by the port group of their namespace. */
function portsOfNodes(
  nodes: readonly Node[],
  cluster: Cluster,
  identify: PortGroupForms['ofNamespace'],
): readonly Row[] {
  return [...portsByNamespace(nodes, cluster)]
    .flatMap(([namespace, ports]): Row[] =>
      cluster.namespaces.has(namespace)
        ? [{ key: identify(namespace).key, columns: { ports: ports.sort() }, namespace }]
        : [],
    )
    .sort(byKey);
}

/**
 * Returns the port group of a namespace. Without ACLs, no resource requires the row. It is then kept with its table,
 * and not in a file of its namespace.
 */
function portGroupRow(namespace: string, identify: PortGroupForms['ofNamespace'], listACLs: ListKeys | undefined): Row {
  const { key: name, external_ids } = identify(namespace);
  return listACLs
    ? new PortGroupRow(name, namespace, listACLs, shapeOf(identify))
    : { key: name, columns: { external_ids, name } };
}

type Values = readonly [acls: readonly string[], namespace: string, name: string];

const shapeOf = memoize(
  (identify: PortGroupForms['ofNamespace']) =>
    new RowShape<Values>('Port_Group', ([acls, namespace, name]) => ({
      acls,
      external_ids: identify(namespace).external_ids,
      name,
    })),
);

/** Port group of a namespace with ACLs. The namespace has a plain name, and so do the ACLs. */
class PortGroupRow extends RowOfShape<Values> {
  readonly key: string;
  readonly namespace: string;
  readonly shape: RowShape<Values>;
  readonly #listACLs: ListKeys;

  constructor(key: string, namespace: string, listACLs: ListKeys, shape: RowShape<Values>) {
    super();
    this.key = key;
    this.namespace = namespace;
    this.shape = shape;
    this.#listACLs = listACLs;
  }

  get values(): Values {
    return [this.#listACLs(), this.namespace, this.key];
  }
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
