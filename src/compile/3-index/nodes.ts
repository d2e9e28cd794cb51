import type { Query } from '../../engine/query.js';
import type { Cluster, Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Manifest } from '../../model/manifest.js';
import { DEFAULT_ZONE } from '../../ovn-kubernetes/zones.js';
import { groupBy } from '../../std/group-by.js';
import { hasSameContent, sameItems } from '../../std/same-items.js';
import { objectsOfInventory, settings } from './inventory.js';
import { readNode } from './node.js';
import { sortByName } from '../../std/sort-by-name.js';

const nodeOf: Query<Manifest, Node> = {
  name: 'node',
  hasOneReader: true,
  run: (db, manifest) => {
    const { nodes, release } = settings.in(db);
    return readNode(manifest, nodes.get(manifest.name) ?? [], release, db.report);
  },
};

/** The nodes of the inventory. */
export const allNodes: Query<undefined, readonly Node[]> = {
  name: 'nodes',
  run: (db) => db.get(objectsOfInventory, 'Node').map((manifest) => db.get(nodeOf, manifest)),
  same: sameItems,
};

/** The nodes by name. */
export const nodeByName: Query<undefined, Cluster['nodeByName']> = {
  name: 'nodes by name',
  run: (db) => new Map(db.get(allNodes, undefined).map((node) => [node.name, node])),
  same: hasSameContent,
};

/** The nodes of each zone. */
export const zones: Query<undefined, Cluster['zones']> = {
  name: 'zones',
  run: (db) => groupZones(db.get(allNodes, undefined), settings.in(db)),
  same: hasSameContent,
};

/**
 * Groups nodes by zone. Without interconnect there is one Northbound database, even if the inventory has no node yet.
 */
function groupZones(nodes: readonly Node[], { interconnect }: Configuration): ReadonlyMap<string, readonly Node[]> {
  const zones = groupBy(
    nodes.filter(({ zone }) => zone !== ''),
    ({ zone }) => zone,
  );
  if (!interconnect && zones.size === 0) zones.set(DEFAULT_ZONE, []);
  return sortByName(zones);
}
