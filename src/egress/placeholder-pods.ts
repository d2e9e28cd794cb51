import type { Cluster, Pod } from '../model/cluster.js';
import type { Origin } from '../model/manifest.js';
import type { CanonicalAddress, Family } from '../net/address.js';
import type { PodEgress } from './find-egress.js';

/** Placeholder names, which no node, pod or address can have. */
const ANY_NODE = '?';
const PLACEHOLDER_NAME = '';
const ANY_ADDRESS = '';
const NOWHERE: Origin = { file: { path: '', text: '' }, start: 0, end: 0, pointer: '' };

/**
 * Returns a cluster in which pods without a node or address are also served by resources. Adds a placeholder pod
 * without labels to each namespace without pods. A selector of all pods of the namespace selects it. In byte order of
 * the namespaces.
 */
export function addPlaceholderPods(cluster: Cluster, families: readonly Family[]): Cluster {
  const addresses = families.map((family): CanonicalAddress => ({ family, value: 0n, text: ANY_ADDRESS }));
  const place = (pod: Pod): Pod => (isWaiting(pod) ? { ...pod, nodeName: pod.nodeName || ANY_NODE, addresses } : pod);
  const names = new Set([...cluster.namespaces.keys(), ...cluster.podsByNamespace.keys()]);
  const pods = [...names].sort().map((name): [string, readonly Pod[]] => {
    const own = (cluster.podsByNamespace.get(name) ?? []).filter(({ completed }) => !completed);
    return [name, (own.length > 0 ? own : [placeholderFor(name)]).map(place)];
  });
  return { ...cluster, podsByNamespace: new Map(pods) };
}

/** Returns true for a placeholder pod. */
export function isPlaceholderPod({ name }: Pod): boolean {
  return name === PLACEHOLDER_NAME;
}

/** Returns the egress of a pod without the placeholder values. */
export function omitPlaceholders(egress: PodEgress): PodEgress {
  const { sources, nodes, paths, unknown } = egress;
  if (!nodes.includes(ANY_NODE) && !sources.includes(ANY_ADDRESS) && !unknown.some(isOfAnyNode)) return egress;
  return {
    ...egress,
    sources: sources.filter((source) => source !== ANY_ADDRESS),
    nodes: nodes.filter((node) => node !== ANY_NODE),
    paths: paths.map(({ source, node, nextHop }) => ({
      ...(source === undefined || source === ANY_ADDRESS ? {} : { source }),
      ...(node === undefined || node === ANY_NODE ? {} : { node }),
      ...(nextHop === undefined ? {} : { nextHop }),
    })),
    unknown: [
      ...unknown.filter((text) => !isOfAnyNode(text)),
      ...(nodes.includes(ANY_NODE) || unknown.some(isOfAnyNode) ? ['the node of the pod'] : []),
    ],
  };
}

function isOfAnyNode(text: string): boolean {
  return text.endsWith(` ${ANY_NODE}`);
}

function isWaiting({ nodeName, addresses, hostNetwork }: Pod): boolean {
  return !hostNetwork && (nodeName === '' || addresses.length === 0);
}

function placeholderFor(namespace: string): Pod {
  return {
    ...{ namespace, name: PLACEHOLDER_NAME, uid: '', nodeName: '', labels: {}, origin: NOWHERE },
    ...{ addresses: [], podIPs: [], containerPorts: [] },
    ...{ isPlanned: true, hostNetwork: false, completed: false, ready: false, terminating: false },
  };
}
