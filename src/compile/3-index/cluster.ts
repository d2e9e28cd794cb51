import { titleOf } from '../../model/kubernetes-object.js';
import { compareText } from '../../std/compare-text.js';
import { groupBy } from '../../std/group-by.js';
import { once, memoize } from '../../std/memoize.js';
import type { Cluster, Namespace, Node, Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { RelatedLocation, Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { DEFAULT_ZONE } from '../../ovn-kubernetes/zones.js';
import { type Memo, noMemo } from '../../engine/memo.js';
import { subdomainProblems } from '../../selectors/syntax.js';
import { reportSharedZones } from './shared-zones.js';
import { readConnectivityChecks } from './connectivity-check.js';
import { reportContradictions } from './contradictions.js';
import { collectAnswers } from './dns.js';
import { checkManagedNodes } from './managed-node.js';
import { checkIndexedServices } from './check-services.js';
import { collectIngressControllers } from './ingress-controllers.js';
import { watchFirst } from './first-seen.js';
import { messages } from './messages.js';
import { implyNamespace, readNamespace } from './namespace.js';
import { readNode } from './node.js';
import { planPods } from './planned-pods.js';
import { readPod } from './pod.js';
import { assignPrimaryNetworks } from './primary-network.js';
import { collectRoutedSlices } from './routed-slices.js';
import { collectSecrets } from './secrets.js';
import { collectServices } from './services.js';

/**
 * Builds the index of the inventory. `compiled` are the custom resources. Their namespaces exist even if the inventory
 * does not list them.
 */
export function buildCluster(
  inventory: readonly Manifest[],
  compiled: readonly Manifest[],
  configuration: Configuration,
  report: Reporter,
  memo: Memo = noMemo,
): Cluster {
  const ofKind = memo('inventory by kind', undefined, [inventory], (say) => groupByKind(inventory, say), report);
  const unlisted = findUnlisted(ofKind.get('Namespace') ?? [], compiled);
  const build = (say: Reporter): Cluster => indexInventory(ofKind, unlisted, configuration, say, memo);
  return memo('cluster', undefined, [ofKind, configuration, ...unlisted], build, report);
}

function indexInventory(
  ofKind: ReadonlyMap<string, readonly Manifest[]>,
  unlisted: readonly Manifest[],
  configuration: Configuration,
  report: Reporter,
  memo: Memo,
): Cluster {
  const nodes = (ofKind.get('Node') ?? []).map((manifest) =>
    readNode(manifest, configuration.nodes.get(manifest.name) ?? [], configuration.release, report),
  );
  const found = (ofKind.get('Pod') ?? []).map((manifest) =>
    memo('pod', manifest, [], (reporter) => readPod(manifest, reporter), report),
  );
  const workloads = WORKLOADS.flatMap((kind) => ofKind.get(kind) ?? []);
  const { pods, planned } = planPods(workloads, found, report);
  const nodeByName = new Map(nodes.map((node) => [node.name, node]));
  if (nodes.length === 0 && configuration.features.size > 0) {
    const finding = configuration.interconnect ? messages.noZones() : messages.noNodes();
    report({ ...finding, location: { path: '' } });
  }
  const zones = groupZones(nodes, configuration);
  reportSharedZones(zones, configuration, report);
  if (configuration.topology === 'managed') checkManagedNodes(nodes, configuration, report);
  checkPodNodes(pods, nodeByName, report);
  const podsByNamespace = new Map(
    [...groupBy(joinPods(pods, planned), (pod) => pod.namespace)].map(([name, own]) => [
      name,
      memo('pods of a namespace', name, own, () => own),
    ]),
  );
  const checks = ofKind.get('PodNetworkConnectivityCheck') ?? [];
  const named = collectNamespaces(ofKind.get('Namespace') ?? [], unlisted, [...pods, ...planned], report, memo);
  const namespaces = assignPrimaryNetworks(named, ofKind, report);
  const { services, apiServers } = collectServices(ofKind, configuration, report);
  const onDefault = pods.filter(({ namespace }) => !namespaces.get(namespace)?.primaryNetwork);
  const ingressControllers = collectIngressControllers(ofKind.get('IngressController') ?? [], configuration, report);
  const infrastructures = ofKind.get('Infrastructure') ?? [];
  reportContradictions({ nodes, zones, pods: onDefault, services, infrastructures }, configuration, report);
  if (configuration.features.has('services'))
    checkIndexedServices({ services, namespaces, ofKind }, configuration, report);
  return {
    nodes,
    nodeByName,
    zones,
    namespaces,
    podsByNamespace,
    podsByNode: groupBy(pods, (pod) => pod.nodeName),
    services,
    apiServers,
    slices: collectRoutedSlices(ingressControllers.length > 0 ? (ofKind.get('EndpointSlice') ?? []) : []),
    ingressControllers,
    secrets: collectSecrets(ofKind.get('Secret') ?? []),
    connectivityChecks: readConnectivityChecks(checks, pods, report),
    dnsAnswers: collectAnswers(configuration, ofKind.get('DNSNameResolver') ?? [], report),
  };
}

/** Kinds that create pods. */
const WORKLOADS = [
  ...['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'ReplicationController'],
  'VirtualMachine',
];
/** Kinds of the inventory that are not in a namespace. */
export const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  'Node',
  'Namespace',
  'ClusterUserDefinedNetwork',
  'Infrastructure',
]);
/** Kinds that are unusable without their namespace. */
const NAMESPACED = new Set(['Pod', 'UserDefinedNetwork']);

/**
 * Returns objects by kind. Reports and drops objects with an invalid name, without a required namespace, or with the
 * name of an earlier object.
 */
function groupByKind(inventory: readonly Manifest[], report: Reporter): Map<string, Manifest[]> {
  const isFirst = watchFirst();
  const firstOf = once(() => indexFirst(inventory));
  // Memoized, because a namespace has many objects.
  const isName = memoize((name: string) => subdomainProblems(name).length === 0);
  const usable = inventory.filter((manifest) => {
    const { kind, name, origin } = manifest;
    const namespace = CLUSTER_SCOPED.has(kind) ? '' : manifest.namespace;
    const resource = { kind, namespace, name };
    const isBadNamespace = namespace !== '' && !isName(namespace);
    if (isBadNamespace)
      report({ ...messages.badName(namespace), location: { origin, pointer: '/metadata/namespace' }, resource });
    else if (subdomainProblems(name).length > 0)
      report({ ...messages.badName(name), location: { origin, pointer: '/metadata/name' }, resource });
    else if (NAMESPACED.has(kind) && namespace === '')
      report({ ...messages.missingNamespace(kind), location: { origin, pointer: '/metadata' }, resource });
    else if (isFirst(kind, namespace, name)) return true;
    else
      report({
        ...messages.duplicate(titleOf(kind, resource)),
        location: { origin, pointer: '/metadata/name' },
        resource,
        related: relatedFirst(firstOf().get(titleOf(kind, resource))),
      });
    return false;
  });
  return groupBy(usable, ({ kind }) => kind);
}

/** Returns the first object of each title. */
function indexFirst(inventory: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  const titled = inventory.map((manifest) => {
    const namespace = CLUSTER_SCOPED.has(manifest.kind) ? '' : manifest.namespace;
    return [titleOf(manifest.kind, { namespace, name: manifest.name }), manifest] as const;
  });
  return new Map(titled.reverse());
}

function relatedFirst(first: Manifest | undefined): RelatedLocation[] {
  if (!first) return [];
  return [{ message: 'the object in use', location: { origin: first.origin, pointer: '/metadata/name' } }];
}

/** Returns existing and planned pods in order of their names. */
function joinPods(pods: readonly Pod[], planned: readonly Pod[]): readonly Pod[] {
  if (planned.length === 0) return pods;
  return [...pods, ...planned].sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}

/** Returns the first custom resource of each namespace that is not listed. */
function findUnlisted(listed: readonly Manifest[], compiled: readonly Manifest[]): readonly Manifest[] {
  const known = new Set(listed.map(({ name }) => name));
  return compiled.filter(({ namespace }) => namespace !== '' && known.size < known.add(namespace).size);
}

function collectNamespaces(
  manifests: readonly Manifest[],
  unlisted: readonly Manifest[],
  pods: readonly Pod[],
  report: Reporter,
  memo: Memo,
): ReadonlyMap<string, Namespace> {
  const namespaces = new Map(
    manifests.map((manifest) => [
      manifest.name,
      memo('namespace', manifest, [], (reporter) => readNamespace(manifest, reporter), report),
    ]),
  );
  for (const { kind, namespace, name, origin } of unlisted) {
    if (manifests.length > 0) {
      const resource = { kind, namespace, name };
      report({
        ...messages.unknownNamespace(namespace),
        location: { origin, pointer: '/metadata/namespace' },
        resource,
      });
    }
    namespaces.set(namespace, implyNamespace(namespace));
  }
  for (const { namespace } of pods) {
    if (!namespaces.has(namespace)) namespaces.set(namespace, implyNamespace(namespace));
  }
  return sortByName(namespaces);
}

/** Returns a map in the order of its names. Maps from the inventory mostly have this order already. */
function sortByName<Value>(byName: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  let last = '';
  for (const name of byName.keys()) {
    if (name < last) return new Map([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
    last = name;
  }
  return byName;
}

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

function checkPodNodes(pods: readonly Pod[], nodes: ReadonlyMap<string, Node>, report: Reporter): void {
  if (nodes.size === 0) return;
  for (const { nodeName, completed, namespace, name, origin } of pods) {
    if (nodeName === '' || completed || nodes.has(nodeName)) continue;
    const resource = { kind: 'Pod', namespace, name };
    report({ ...messages.unknownNode(nodeName), location: { origin, pointer: '/spec/nodeName' }, resource });
  }
}
