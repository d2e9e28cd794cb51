import type { Query } from '../../engine/query.js';
import type { Cluster, Pod } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import { checkIndexedServices } from './check-services.js';
import { allServices } from './services.js';
import { reportContradictions } from './contradictions.js';
import { objectsByKind, objectsOfInventory, settings } from './inventory.js';
import { checkManagedNodes } from './managed-node.js';
import { messages } from './messages.js';
import { namespaces } from './namespaces.js';
import { allNodes, nodeByName, zones } from './nodes.js';
import { allPods } from './pods.js';
import { reportSharedZones } from './shared-zones.js';

/** Reports what objects of the inventory say about each other, and what contradicts the configuration. */
export const clusterFindings: Query<undefined, undefined> = {
  name: 'findings of the inventory',
  run: (db) => {
    const { report } = db;
    const configuration = db.read(settings);
    const nodes = db.get(allNodes, undefined);
    if (nodes.length === 0 && configuration.features.size > 0) {
      const finding = configuration.interconnect ? messages.noZones() : messages.noNodes();
      report({ ...finding, location: { path: '' } });
    }
    const nodesByZone = db.get(zones, undefined);
    reportSharedZones(nodesByZone, configuration, report);
    if (configuration.topology === 'managed') checkManagedNodes(nodes, configuration, report);
    const { pods } = db.get(allPods, undefined);
    checkPodNodes(pods, db.get(nodeByName, undefined), report);
    const byName = db.get(namespaces, undefined);
    const { services } = db.get(allServices, undefined);
    const onDefault = pods.filter(({ namespace }) => !byName.get(namespace)?.primaryNetwork);
    const infrastructures = db.get(objectsOfInventory, 'Infrastructure');
    reportContradictions(
      { nodes, zones: nodesByZone, pods: onDefault, services, infrastructures },
      configuration,
      report,
    );
    if (configuration.features.has('services')) {
      const found = { services, namespaces: byName, ofKind: objectsByKind(db) };
      checkIndexedServices(found, configuration, report);
    }
    return undefined;
  },
};

function checkPodNodes(pods: readonly Pod[], nodes: Cluster['nodeByName'], report: Reporter): void {
  if (nodes.size === 0) return;
  for (const { nodeName, completed, namespace, name, origin } of pods) {
    if (nodeName === '' || completed || nodes.has(nodeName)) continue;
    const resource = { kind: 'Pod', namespace, name };
    report({ ...messages.unknownNode(nodeName), location: { origin, pointer: '/spec/nodeName' }, resource });
  }
}
