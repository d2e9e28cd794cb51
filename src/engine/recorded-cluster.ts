import type { Cluster } from '../model/cluster.js';
import { hasSameContent } from '../std/same-items.js';
import { type RecordedInput, createRecordedInput } from './record-fields.js';

/** Creates an input of a cluster. Its namespaces, nodes, Services and groups of pods are recorded one by one. */
export function createRecordedCluster(name: string): RecordedInput<Cluster> {
  return createRecordedInput<Cluster>(name, {
    // Pods and nodes are compared by identity, also with those of the cluster itself.
    same: hasSameContent,
    maps: [
      'nodeByName',
      'zones',
      'namespaces',
      'podsByNamespace',
      'podsByNode',
      'services',
      'slices',
      'secrets',
      'dnsAnswers',
    ],
  });
}
