import type { Backend } from '../../model/backend.js';
import type { Cluster, Namespace, Pod } from '../../model/cluster.js';
import type { Cause } from '../../model/intent/cause.js';
import type { Origin } from '../../model/manifest.js';
import { implyNamespace } from './namespace.js';
import { type EndpointPort, createServedPortSearch, servedClusterOf } from './served-ports.js';

/** Pod port that an ingress controller connects to, and the objects that cause it. */
export interface RequestedPort {
  readonly number: number;
  readonly causes: readonly Cause[];
}

/**
 * Returns the pod ports that ingress controllers connect to. Routers connect to the pods, not to the address of a
 * Service.
 */
export function collectRequestedPorts(
  backends: readonly Backend[],
  cluster: Cluster,
): ReadonlyMap<Pod, readonly RequestedPort[]> {
  const find = createServedPortSearch(servedClusterOf(cluster));
  const requested = new Map<Pod, Map<number, Set<Cause>>>();
  for (const { namespace, service, port, cause } of backends) {
    for (const served of find(`${namespace}/${service}`)) {
      if (served.protocol !== 'TCP' || !isWanted(port, served)) continue;
      const { pod, target } = served;
      const ports = requested.get(pod) ?? new Map<number, Set<Cause>>();
      requested.set(pod, ports.set(target, (ports.get(target) ?? new Set<Cause>()).add(cause)));
    }
  }
  return new Map(
    [...requested].map(([pod, ports]) => {
      const sorted = [...ports].sort(([a], [b]) => a - b);
      return [pod, sorted.map(([number, causes]) => ({ number, causes: [...causes] }))];
    }),
  );
}

function isWanted(wanted: Backend['port'], { name, port, target, targetName }: EndpointPort): boolean {
  if (!wanted) return true;
  const isNamed = wanted.name === name || wanted.targetName === targetName;
  return isNamed || wanted.number === port || wanted.target === target;
}

/** Name that no namespace and no pod can have. */
const NAME = '{ingress-controller}';
/** Namespace of the OpenShift routers, and the labels that their operator sets on it. */
const OPENSHIFT_NAMESPACE = 'openshift-ingress';
const OPENSHIFT_LABELS = {
  'network.openshift.io/policy-group': 'ingress',
  'policy-group.network.openshift.io/ingress': '',
};

/**
 * Adds a placeholder pod for the ingress controllers to a cluster. Its labels are unknown, so only rules for all
 * pods match it. If `isOpenShift` is true, it is in the namespace of the OpenShift routers. `origin` becomes the origin
 * of the pod.
 */
export function addIngressController(
  cluster: Cluster,
  { isOpenShift, origin }: { readonly isOpenShift: boolean; readonly origin: Origin },
): { readonly cluster: Cluster; readonly controller: Pod } {
  const namespace = isOpenShift ? findOpenShiftNamespace(cluster) : implyNamespace(NAME);
  const controller: Pod = {
    ...{ namespace: namespace.name, name: NAME, uid: '', nodeName: '', labels: {}, origin },
    ...{ addresses: [], podIPs: [], containerPorts: [] },
    ...{ isPlanned: true, hostNetwork: false, completed: false, ready: false, terminating: false },
  };
  const others = cluster.podsByNamespace.get(namespace.name) ?? [];
  return {
    cluster: {
      ...cluster,
      namespaces: insert(cluster.namespaces, namespace.name, namespace),
      podsByNamespace: insert(cluster.podsByNamespace, namespace.name, [...others, controller]),
    },
    controller,
  };
}

function findOpenShiftNamespace({ namespaces }: Cluster): Namespace {
  const known = namespaces.get(OPENSHIFT_NAMESPACE);
  if (known?.manifest) return known;
  const implied = known ?? implyNamespace(OPENSHIFT_NAMESPACE);
  return { ...implied, labels: { ...implied.labels, ...OPENSHIFT_LABELS } };
}

/** Returns a map with the entry, in byte order of names. */
function insert<Value>(map: ReadonlyMap<string, Value>, name: string, value: Value): ReadonlyMap<string, Value> {
  const entries = [...map].filter(([other]) => other !== name);
  return new Map([...entries, [name, value] as const].sort(([a], [b]) => (a < b ? -1 : 1)));
}
