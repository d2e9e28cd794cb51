import { type Engine, createEngine } from '../../engine/engine.js';
import type { Query } from '../../engine/query.js';
import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { hasSameContent, sameItems } from '../../std/same-items.js';
import { clusterFindings } from './cluster-findings.js';
import { readConnectivityChecks } from './connectivity-check.js';
import { collectAnswers } from './dns.js';
import { collectIngressControllers } from './ingress-controllers.js';
import { objectsOfInventory, setInventory, settings } from './inventory.js';
import { namespaces } from './namespaces.js';
import { allNodes, nodeByName, zones } from './nodes.js';
import { allPods, podsByNamespace, podsByNode } from './pods.js';
import { collectRoutedSlices } from './routed-slices.js';
import { collectSecrets } from './secrets.js';
import { allServices } from './services.js';

/**
 * Builds the index of the inventory. `compiled` are the custom resources. Their namespaces exist even if the inventory
 * does not list them. What has not changed stays the same object.
 */
export function buildCluster(
  inventory: readonly Manifest[],
  compiled: readonly Manifest[],
  configuration: Configuration,
  report: Reporter,
  engine: Engine = createEngine({ isForOneRound: true }),
): Cluster {
  setInventory(engine, inventory, compiled, configuration);
  return engine.ask(indexedCluster, undefined, report);
}

const indexedCluster: Query<undefined, Cluster> = {
  name: 'index of the cluster',
  run: (db) => {
    db.get(clusterFindings, undefined);
    return {
      nodes: db.get(allNodes, undefined),
      nodeByName: db.get(nodeByName, undefined),
      zones: db.get(zones, undefined),
      namespaces: db.get(namespaces, undefined),
      podsByNamespace: db.get(podsByNamespace, undefined),
      podsByNode: db.get(podsByNode, undefined),
      ...db.get(allServices, undefined),
      slices: db.get(routedSlices, undefined),
      ingressControllers: db.get(ingressControllers, undefined),
      secrets: db.get(secrets, undefined),
      connectivityChecks: db.get(connectivityChecks, undefined),
      dnsAnswers: db.get(dnsAnswers, undefined),
    };
  },
};

const routedSlices: Query<undefined, Cluster['slices']> = {
  name: 'slices of Services with Routes',
  run: (db) =>
    collectRoutedSlices(
      db,
      db.get(ingressControllers, undefined).length > 0 ? db.get(objectsOfInventory, 'EndpointSlice') : [],
    ),
  same: hasSameContent,
};

const ingressControllers: Query<undefined, Cluster['ingressControllers']> = {
  name: 'ingress controllers',
  run: (db) => collectIngressControllers(db.get(objectsOfInventory, 'IngressController'), settings.in(db), db.report),
};

const secrets: Query<undefined, Cluster['secrets']> = {
  name: 'Secrets',
  run: (db) => collectSecrets(db.get(objectsOfInventory, 'Secret')),
};

const connectivityChecks: Query<undefined, Cluster['connectivityChecks']> = {
  name: 'connectivity checks',
  run: (db) => {
    const checks = db.get(objectsOfInventory, 'PodNetworkConnectivityCheck');
    return checks.length > 0 ? readConnectivityChecks(checks, db.get(allPods, undefined).pods, db.report) : [];
  },
  same: sameItems,
};

const dnsAnswers: Query<undefined, Cluster['dnsAnswers']> = {
  name: 'answers of names',
  run: (db) => collectAnswers(settings.in(db), db.get(objectsOfInventory, 'DNSNameResolver'), db.report),
};
