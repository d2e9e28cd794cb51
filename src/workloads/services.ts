import { collectServedServices } from '../compile/3-index/served-ports.js';
import type { Cluster } from '../model/cluster.js';
import { compareText } from '../std/compare-text.js';
import type { ServiceDifference } from '../compare/workloads.js';
import type { Both } from '../traffic/side.js';

/** Returns the Services that only one cluster has, or whose ports lead to other workloads. In byte order. */
export function compareServices(clusters: Both<Cluster>): ServiceDifference[] {
  const [before, after] = [listServices(clusters.before), listServices(clusters.after)];
  return [...new Set([...before.keys(), ...after.keys()])].sort(compareText).flatMap((service): ServiceDifference[] => {
    const [was, is] = [before.get(service), after.get(service)];
    if (was?.join('\n') === is?.join('\n')) return [];
    return [{ service, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) }];
  });
}

function listServices(cluster: Cluster): ReadonlyMap<string, readonly string[]> {
  return new Map(
    collectServedServices(cluster).map(({ namespace, name, ports }) => {
      const texts = ports.map(
        ({ protocol, port, pod, target }) => `${port}/${protocol} → ${pod.namespace}/${pod.name} ${target}`,
      );
      return [`${namespace}/${name}`, [...new Set(texts)].sort()];
    }),
  );
}
