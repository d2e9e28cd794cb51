import type { Feature } from '../model/configuration.js';
import type { Cluster, Namespace } from '../model/cluster.js';
import { pathOfName } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import { groupBy } from '../std/group-by.js';
import type { Prepared } from './compile-input.js';

/** Features that filter packets in every network. */
const FILTERS: readonly Feature[] = ['egressFirewall', 'networkPolicy', 'adminNetworkPolicy'];

/**
 * Returns the objects of each user-defined primary network separately. They are its namespaces, their pods and
 * policies, and the policies of all namespaces. No packet crosses networks, and a policy matches only the pods of its
 * own network (OVN-Kubernetes). Networks are in byte order of their kinds and names.
 */
export function splitByPrimaryNetwork(prepared: Prepared): Prepared[] {
  const { context, manifests } = prepared;
  const namespaces = [...context.cluster.namespaces.values()].filter(({ primaryNetwork }) => primaryNetwork);
  if (namespaces.length === 0) return [];
  const compiled = groupBy(manifests, ({ namespace }) => namespace);
  const live = groupBy(context.live, ({ namespace }) => namespace);
  const networks = [...groupBy(namespaces, idOfNetwork)].sort(([a], [b]) => (a < b ? -1 : 1));
  const configuration = {
    ...context.configuration,
    features: new Set(FILTERS.filter((feature) => context.configuration.features.has(feature))),
  };
  return networks.map(([, own]) => {
    const names = ['', ...own.map(({ name }) => name)];
    const pick = (groups: ReadonlyMap<string, readonly Manifest[]>): Manifest[] =>
      names.flatMap((name) => groups.get(name) ?? []);
    const objects = { manifests: pick(compiled), live: pick(live), observed: [] };
    const cluster = reduceCluster(context.cluster, own);
    const report = (): void => undefined;
    return {
      ...prepared,
      manifests: objects.manifests,
      context: { ...context, ...objects, cluster, configuration, report },
    };
  });
}

/** Returns the identity of a network with its kind, because networks of several kinds may have one name. */
function idOfNetwork({ primaryNetwork }: Namespace): string {
  if (!primaryNetwork) return '';
  return `${primaryNetwork.manifest.kind} ${pathOfName(primaryNetwork.manifest)}`;
}

/**
 * Returns a cluster with only these namespaces. Their pods have no addresses, because the inventory contains only those
 * in the default network.
 */
function reduceCluster(cluster: Cluster, namespaces: readonly Namespace[]): Cluster {
  const pods = namespaces.map(({ name }) => {
    const own = cluster.podsByNamespace.get(name) ?? [];
    return [name, own.map((pod) => ({ ...pod, addresses: [], podIPs: [] }))] as const;
  });
  return {
    ...cluster,
    ingressControllers: [],
    namespaces: new Map(namespaces.map((namespace) => [namespace.name, withoutNetwork(namespace)])),
    podsByNamespace: new Map(pods),
  };
}

/** Returns a namespace as one of the default network, with everything that filters use. */
function withoutNetwork({ name, labels, aclLogging }: Namespace): Namespace {
  return { name, labels, aclLogging };
}
