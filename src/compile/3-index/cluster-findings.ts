import { createListQuery } from '../../engine/chunks.js';
import type { Query } from '../../engine/query.js';
import type { Pod } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import { isDeepEqual } from '../../std/deep-equal.js';
import { sameItems } from '../../std/same-items.js';
import { checkIndexedServices } from './check-services.js';
import { allServices } from './services.js';
import { reportContradictions } from './contradictions.js';
import type { Evidence } from './evidence.js';
import { findForeignPods, findForeignServices, namesWithOtherNetworks } from './foreign-addresses.js';
import { objectsByKind, objectsOfInventory, settings, usableByKind } from './inventory.js';
import { checkManagedNodes } from './managed-node.js';
import { messages } from './messages.js';
import { namespaces } from './namespaces.js';
import { allNodes, zones } from './nodes.js';
import { podsInChunks } from './pods.js';
import { reportSharedZones } from './shared-zones.js';

/** Reports what objects of the inventory say about each other, and what contradicts the configuration. */
export const clusterFindings: Query<undefined, undefined> = {
  name: 'findings of the inventory',
  run: (db) => {
    db.get(usableByKind, undefined);
    db.get(nodeFindings, undefined);
    db.get(contradictions, undefined);
    db.get(serviceFindings, undefined);
    return undefined;
  },
};

const nodeFindings: Query<undefined, undefined> = {
  name: 'findings of nodes',
  run: (db) => {
    const { report } = db;
    const configuration = settings.in(db);
    const nodes = db.get(allNodes, undefined);
    if (nodes.length === 0 && configuration.features.size > 0) {
      const finding = configuration.interconnect ? messages.noZones() : messages.noNodes();
      report({ ...finding, location: { path: '' } });
    }
    reportSharedZones(db.get(zones, undefined), configuration, report);
    if (configuration.topology === 'managed') checkManagedNodes(nodes, configuration, report);
    return undefined;
  },
};

const namesOfNodes: Query<undefined, ReadonlySet<string>> = {
  name: 'names of nodes',
  run: (db) => new Set(db.get(allNodes, undefined).map(({ name }) => name)),
  same: isDeepEqual,
};

const otherNamespaces: Query<undefined, ReadonlySet<string>> = {
  name: 'namespaces on other networks',
  run: (db) => {
    const all = [...db.get(namespaces, undefined).values()];
    return new Set(all.flatMap(({ name, primaryNetwork }) => (primaryNetwork ? [name] : [])));
  },
  same: isDeepEqual,
};

const otherNodes: Query<undefined, ReadonlySet<string>> = {
  name: 'nodes with pods on other networks',
  run: (db) => new Set(namesWithOtherNetworks(db.get(allNodes, undefined), settings.in(db))),
  same: isDeepEqual,
};

/** Reports pods on unknown nodes. Its results are the foreign addresses of pods. */
const foreignPods = createListQuery<Pod, Evidence>('foreign addresses of pods', {
  chunksIn: (db) => db.get(podsInChunks, undefined),
  make: (db, pods) => {
    checkPodNodes(pods, db.get(namesOfNodes, undefined), db.report);
    const elsewhere = db.get(otherNamespaces, undefined);
    const onDefault = pods.filter(({ namespace }) => !elsewhere.has(namespace));
    return findForeignPods(onDefault, db.get(otherNodes, undefined), settings.in(db));
  },
});

const foreignServices: Query<undefined, readonly Evidence[]> = {
  name: 'foreign addresses of Services',
  run: (db) => findForeignServices(db.get(allServices, undefined).services, settings.in(db)),
  same: sameItems,
};

const contradictions: Query<undefined, undefined> = {
  name: 'contradictions of the configuration',
  run: (db) => {
    const observed = {
      nodes: db.get(allNodes, undefined),
      zones: db.get(zones, undefined),
      podAddresses: db.get(foreignPods, undefined),
      services: db.get(foreignServices, undefined),
      infrastructures: db.get(objectsOfInventory, 'Infrastructure'),
    };
    reportContradictions(observed, settings.in(db), db.report);
    return undefined;
  },
};

const serviceFindings: Query<undefined, undefined> = {
  name: 'findings of Services',
  run: (db) => {
    const configuration = settings.in(db);
    if (!configuration.features.has('services')) return undefined;
    const { services } = db.get(allServices, undefined);
    const found = { services, namespaces: db.get(namespaces, undefined), ofKind: objectsByKind(db) };
    checkIndexedServices(found, configuration, db.report);
    return undefined;
  },
};

function checkPodNodes(pods: readonly Pod[], nodes: ReadonlySet<string>, report: Reporter): void {
  if (nodes.size === 0) return;
  for (const { nodeName, completed, namespace, name, origin } of pods) {
    if (nodeName === '' || completed || nodes.has(nodeName)) continue;
    const resource = { kind: 'Pod', namespace, name };
    report({ ...messages.unknownNode(nodeName), location: { origin, pointer: '/spec/nodeName' }, resource });
  }
}
