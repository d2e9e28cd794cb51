import { createChunkQuery, startsGroupOfNamespaces } from '../../../engine/chunks.js';
import { type ItemQuery, createItemQuery } from '../../../engine/item-query.js';
import { type JoinedGroups, joinGroups } from '../../../engine/join-groups.js';
import type { Db, Query } from '../../../engine/query.js';
import { type SortedParts, haveSameParts, sortParts } from '../../../engine/sort-parts.js';
import type { Node, Pod } from '../../../model/cluster.js';
import type { Row } from '../../../model/northbound.js';
import type { PortGroupForms } from '../../../model/release.js';
import { RowOfShape, RowShape } from '../../../northbound/row-shape.js';
import { podPortName } from '../../../ovn-kubernetes/row-names.js';
import { groupBy } from '../../../std/group-by.js';
import { memoize } from '../../../std/memoize.js';
import { hasSameContent, sameItems } from '../../../std/same-items.js';
import { deferRow } from './deferred-row.js';
import { arePlain } from './egress-ip/plain-name.js';
import { type ListKeys, byKey } from './keys.js';
import type { RowSource } from './row-inputs.js';
import { isOnSwitch } from './topology/pods.js';

/** Queries of the port groups of namespaces. */
export interface PortGroupQueries {
  readonly shared: Query<undefined, readonly Row[]>;
  /** Returns a function that returns the ports that a zone adds. They do not depend on the ACLs. */
  readonly readPorts: (db: Db) => (zone: string) => readonly Row[];
}

type RowsByZone = ReadonlyMap<string, readonly Row[]>;
type PortsByZone = readonly (readonly [zone: string, row: Row])[];

/**
 * Creates queries of the port group of every namespace: its ACLs, and the ports of its pods that run in a zone.
 * OVN-Kubernetes creates one for each namespace if EgressFirewall is on. `switchCheck` returns true for nodes that have ports
 * for their pods.
 */
export function createPortGroupQueries(
  source: RowSource,
  aclKeys: Query<string, ListKeys | undefined>,
  switchCheck: Query<undefined, (node: Node) => boolean>,
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
  const zones: Query<undefined, ReadonlyMap<string, string>> = {
    name: 'zones of nodes with a switch',
    run: (db) => {
      const nodes = source.clusterIn(db).nodes.filter(db.get(switchCheck, undefined));
      return new Map(nodes.map(({ name, zone }) => [name, zone]));
    },
    same: hasSameContent,
  };
  // What depends on the pods of one namespace alone stays with their list.
  const portsOf: Query<undefined, ItemQuery<readonly Pod[], PortsByZone>> = {
    name: 'maker of ports',
    run: (db) => {
      const { ofNamespace } = source.configurationIn(db).release.portGroups;
      const zonesByNode = db.get(zones, undefined);
      return createItemQuery((pods) => portsByZone(pods, zonesByNode, ofNamespace));
    },
  };
  const inChunks = createChunkQuery<string, RowsByZone>('ports of namespaces', {
    hasOneReader: true,
    listIn: (db) => db.get(names, undefined),
    startsChunk: startsGroupOfNamespaces,
    make: (db, namespaces) => {
      const { podsByNamespace } = source.clusterIn(db);
      const makePorts = db.get(portsOf, undefined);
      const rows = namespaces.flatMap((namespace) => {
        const pods = podsByNamespace.get(namespace);
        return pods ? makePorts(db, pods) : [];
      });
      const byZone = groupBy(rows, ([zone]) => zone);
      return new Map(Array.from(byZone, ([zone, own]) => [zone, own.map(([, row]) => row)]));
    },
  });
  const joined: Query<undefined, JoinedGroups<Row>> = {
    name: 'ports of namespaces by zone',
    run: (db, _, before) => joinGroups(db.get(inChunks, undefined), before),
  };
  const sorted: Query<string, SortedParts<Row>> = {
    name: 'sorted ports of namespaces in a zone',
    hasOneReader: true,
    run: (db, zone, before) => sortParts([db.get(joined, undefined).groups.get(zone) ?? []], byKey, before),
    same: haveSameParts,
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
    readPorts: (db) => {
      if (!source.readsWhole) return (zone) => db.get(sorted, zone).sorted;
      const { groups } = db.get(joined, undefined);
      return (zone) => [...(groups.get(zone) ?? [])].sort(byKey);
    },
  };
}

/** Returns the ports of the pods of a namespace in its port group, by zone. `zones`: those of nodes with a switch. */
function portsByZone(
  pods: readonly Pod[],
  zones: ReadonlyMap<string, string>,
  identify: PortGroupForms['ofNamespace'],
): PortsByZone {
  const [{ namespace } = { namespace: '' }] = pods;
  const byZone = groupBy(pods.filter(isOnSwitch), ({ nodeName }) => zones.get(nodeName));
  return [...byZone].flatMap(([zone, own]) => {
    if (zone === undefined) return [];
    const row = new PortsRow(
      identify(namespace).key,
      namespace,
      own.map(({ name }) => name),
    );
    return [[zone, row.isPlain ? row : deferRow({ key: row.key, columns: () => row.columns, namespace })] as const];
  });
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

const PORTS = new RowShape<readonly [ports: readonly string[]]>('Port_Group', ([ports]) => ({ ports }));

/** Ports that a zone adds to the port group of a namespace. */
class PortsRow extends RowOfShape<readonly [ports: readonly string[]]> {
  readonly key: string;
  readonly namespace: string;
  readonly #pods: readonly string[];

  constructor(key: string, namespace: string, pods: readonly string[]) {
    super();
    this.key = key;
    this.namespace = namespace;
    this.#pods = pods;
  }

  /** False if the row must not have a shape. Names of an inventory may be any text. */
  get isPlain(): boolean {
    return arePlain(this.namespace) && this.#pods.every(arePlain);
  }

  get shape(): typeof PORTS {
    return PORTS;
  }

  get values(): readonly [ports: readonly string[]] {
    return [this.#pods.map((name) => podPortName(this.namespace, name)).sort()];
  }
}
