import { type ExitPath, createExitFinder } from '../expectations/exits.js';
import type { Cluster, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { Family } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { maySend } from '../traffic/filters/source.js';
import { gatherTraffic } from '../traffic/gather.js';

/** How packets of a pod leave the cluster in a family. */
export interface PodEgress {
  readonly family: Family;
  readonly sources: readonly string[];
  readonly nodes: readonly string[];
  readonly nextHops: readonly string[];
  /** The same values, each source with its node and the next hops there. */
  readonly paths: readonly ExitPath[];
  /** What nobody knows of it, in words. */
  readonly unknown: readonly string[];
  /** `EgressIP ferry` and others that lead it there; none: the pod's node routes it as it does everything. */
  readonly owners: readonly string[];
}

/** Pods of a namespace that leave the cluster alike. */
export interface EgressGroup extends PodEgress {
  /** Names of the pods. */
  readonly pods: readonly string[];
}

/** Says how a pod on the pod network leaves the cluster, for each family in which it may send. */
export type FindEgress = (pod: Pod) => readonly PodEgress[];

/** Makes the function that says how pods leave the cluster. */
export function createFindEgress(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
): FindEgress {
  const findExits = createExitFinder(gatherTraffic(intents).egress, { cluster, configuration });
  return (pod) => {
    const network = cluster.namespaces.get(pod.namespace)?.primaryNetwork;
    return configuration.ipFamilies
      .filter((family) => maySend(pod, family))
      .map((family): PodEgress => {
        if (network)
          return { ...NOTHING_KNOWN, family, unknown: [`the routes of the user-defined network ${network.name}`] };
        const { source, node, 'next-hop': hop, causes, listPaths } = findExits(pod, family);
        return {
          family,
          sources: source.values,
          nodes: node.values,
          nextHops: hop.values,
          paths: listPaths(),
          unknown: [source, node, hop].flatMap(({ unknown }) => unknown ?? []),
          owners: [...new Set(causes.map((cause) => titleOf(cause.kind, cause)))],
        };
      });
  };
}

/** Weir compiles the default network alone. */
const NOTHING_KNOWN = { sources: [], nodes: [], nextHops: [], paths: [{}], owners: [] };

/** Pods in groups of those that leave alike, by family. */
export function groupByEgress(pods: readonly Pod[], findEgress: FindEgress): EgressGroup[] {
  const found = pods.flatMap((pod) => findEgress(pod).map((egress) => ({ name: pod.name, egress })));
  const groups = groupBy(found, ({ egress }) => JSON.stringify(egress));
  return [...groups.values()].flatMap((members): EgressGroup[] => {
    const [first] = members;
    return first ? [{ ...first.egress, pods: members.map(({ name }) => name) }] : [];
  });
}

/** Whether a pod sends packets of its own into the pod network; one on the network of its host leaves as the host does. */
export function isOnPodNetwork({ hostNetwork, completed }: Pod): boolean {
  return !hostNetwork && !completed;
}
