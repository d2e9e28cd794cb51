import type { Cluster, Labels, Pod, Service, ServicePort } from '../../model/cluster.js';
import { ownAddressesOf } from '../../model/pod-addresses.js';
import { indexByLabels } from '../../selectors/label-index.js';
import { isAskedFor, searchPods } from '../../selectors/pods.js';
import { compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import { type Json, asList, asObject, asString } from '../../std/json.js';
import { memoize, once } from '../../std/memoize.js';
import { readPortNumber, readServicePort } from './service-ports.js';

/** Port of a Service, and one of the pods that serve it. */
export interface EndpointPort extends Pick<ServicePort, 'name' | 'protocol' | 'port'> {
  readonly pod: Pod;
  readonly target: number;
  /** Name of the target port, or '' if the Service sets a number or none. */
  readonly targetName: string;
}

/** What a search for served ports reads. */
export interface ServedCluster extends Pick<Cluster, 'services' | 'podsByNamespace'> {
  /** Returns the pod with an address, the last of several. */
  readonly podAt: (address: string) => Pod | undefined;
}

/** Returns the served ports of a Service (`<namespace>/<name>`), or an empty list if it does not exist. */
export type FindServedPorts = (service: string) => readonly EndpointPort[];

/**
 * Creates a search for the pods behind Services: those that a selector matches, also planned ones. If a Service has no
 * selector, they are the pods with an address of its endpoints. Memoized per Service.
 */
export function createServedPortSearch({ services, podsByNamespace, podAt }: ServedCluster): FindServedPorts {
  const podsOf = (namespace: string): readonly Pod[] => podsByNamespace.get(namespace) ?? [];
  const indexOf = memoize((namespace: string) => indexByLabels(podsOf(namespace)));
  const find = (service: Service): readonly EndpointPort[] => {
    const spec = asObject(service.manifest.object.spec) ?? {};
    if (spec.type === 'ExternalName') return [];
    const matchLabels = readSelector(spec.selector);
    if (Object.keys(matchLabels).length === 0) return findEndpoints(service, podAt);
    const compiled = compileSelector({ matchLabels });
    if (isSelectorProblem(compiled)) return [];
    const pods = { written: { matchLabels }, compiled };
    const isWanted = (pod: Pod): boolean => isAskedFor(pod, { pods, withHostNetwork: true });
    const { namespace } = service;
    const selected = searchPods(podsOf(namespace), pods, isWanted, () => indexOf(namespace));
    return selected.flatMap((pod) => asList(spec.ports).flatMap((item) => readServedPort(item, pod)));
  };
  return memoize((name) => {
    const service = services.get(name);
    return service ? find(service) : [];
  });
}

/** Returns what a search in a cluster reads. */
export function servedClusterOf({ services, podsByNamespace }: Cluster): ServedCluster {
  const byAddress = once(
    () =>
      new Map(
        [...podsByNamespace.values()].flatMap((pods) =>
          pods.flatMap((pod) => ownAddressesOf(pod).map((text) => [text, pod] as const)),
        ),
      ),
  );
  return { services, podsByNamespace, podAt: (address) => byAddress().get(address) };
}

/** Returns all Services, with the ports that their pods serve. */
export function collectServedServices(
  cluster: Cluster,
): readonly { readonly namespace: string; readonly name: string; readonly ports: readonly EndpointPort[] }[] {
  const find = createServedPortSearch(servedClusterOf(cluster));
  return [...cluster.services].map(([key, { namespace, name }]) => ({ namespace, name, ports: find(key) }));
}

function readSelector(value: Json | undefined): Labels {
  const entries = Object.entries(asObject(value) ?? {});
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])));
}

/**
 * Returns the target of a port on a pod. Kubernetes: the target port is a number, a port name of the pod's containers,
 * or the port itself.
 */
function readServedPort(item: Json, pod: Pod): EndpointPort[] {
  const port = readServicePort(item);
  if (!port) return [];
  const written = asObject(item)?.targetPort;
  const named = pod.containerPorts.find(({ name, protocol }) => name === written && protocol === port.protocol);
  const target = typeof written === 'string' ? (named?.port ?? 0) : readPortNumber(written) || port.port;
  const targetName = asString(written) ?? '';
  return target === 0 ? [] : [{ name: port.name, protocol: port.protocol, port: port.port, pod, target, targetName }];
}

function findEndpoints({ ports }: Service, podAt: ServedCluster['podAt']): EndpointPort[] {
  return ports.flatMap(({ name, protocol, port, targets }) =>
    targets.flatMap(({ port: target, endpoints }) => {
      const addresses = endpoints.flat().flatMap((endpoint) => endpoint.addresses);
      const pods = new Set(addresses.flatMap(({ text }) => podAt(text) ?? []));
      return [...pods].map((pod) => ({ name, protocol, port, pod, target, targetName: '' }));
    }),
  );
}
