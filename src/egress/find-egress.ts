import { type ExitPath, createExitFinder } from '../expectations/exits.js';
import { createOutsideGapFinder } from '../expectations/gaps.js';
import type { Cluster, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Gap } from '../model/gap.js';
import type { Intent } from '../model/intent.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { RequestedEgress } from '../model/requested-egress.js';
import type { Family } from '../net/address.js';
import { formatGaps, knownPathsOf } from '../ovn-kubernetes/paths.js';
import { groupBy } from '../std/group-by.js';
import { maySend } from '../traffic/filters/source.js';
import { collectTraffic } from '../traffic/collect-traffic.js';

/** Egress of a pod in a family. */
export interface PodEgress {
  readonly family: Family;
  readonly sources: readonly string[];
  readonly nodes: readonly string[];
  readonly nextHops: readonly string[];
  /** The same values by path: each source with its node and the next hops there. */
  readonly paths: readonly ExitPath[];
  /** Descriptions of the unknown parts. */
  readonly unknown: readonly string[];
  /**
   * Resources that define the egress, such as `EgressIP ferry`. Empty if the node of the pod routes it as all other
   * traffic.
   */
  readonly owners: readonly string[];
}

/** Pods of a namespace with the same egress. */
export interface EgressGroup extends PodEgress {
  /** Names of the pods. */
  readonly pods: readonly string[];
}

/** Returns the egress of a pod on the pod network, for each family in which it may send. */
export type FindPodEgress = (pod: Pod) => readonly PodEgress[];

/** Creates a function that returns the egress of pods. `requested` applies to pods whose egress node is unknown. */
export function createFindPodEgress(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  requested: readonly RequestedEgress[],
): FindPodEgress {
  const requestedFor = new Map(requested.flatMap((one) => one.pods.map((pod) => [pod, one])));
  const findExits = createExitFinder(collectTraffic(intents).egress, { cluster, configuration });
  const gapsOutside = createOutsideGapFinder(findExits, knownPathsOf(cluster, configuration));
  return (pod) => {
    const network = cluster.namespaces.get(pod.namespace)?.primaryNetwork;
    return configuration.ipFamilies
      .filter((family) => maySend(pod, family))
      .map((family): PodEgress => {
        if (network)
          return { ...NOTHING_KNOWN, family, unknown: [`the routes of the user-defined network ${network.name}`] };
        const own = requestedFor.get(pod);
        const sources = own?.addresses.filter((address) => address.family === family) ?? [];
        if (own && sources.length > 0) return egressOfRequested(family, sources, titleOf(own.cause.kind, own.cause));
        const { source, node, 'next-hop': hop, causes, listPaths } = findExits(pod, family);
        return {
          family,
          sources: source.values,
          nodes: node.values,
          nextHops: hop.values,
          paths: listPaths(),
          unknown: [
            ...[source, node, hop].flatMap(({ unknown }) => unknown ?? []),
            ...describeGaps(gapsOutside(pod, family)),
          ],
          owners: [...new Set(causes.map((cause) => titleOf(cause.kind, cause)))],
        };
      });
  };
}

function describeGaps(gaps: readonly Gap[]): readonly string[] {
  return gaps.length > 0 ? [`whether they leave (${formatGaps(gaps)})`] : [];
}

/** Returns the egress of pods after a node hosts one of their addresses. */
function egressOfRequested(family: Family, addresses: RequestedEgress['addresses'], owner: string): PodEgress {
  const sources = addresses.map(({ text }) => text);
  const paths = sources.map((source) => ({ source }));
  return { family, sources, nodes: [], nextHops: [], paths, unknown: [`the node of ${owner}`], owners: [owner] };
}

/** Weir compiles only the default network. */
const NOTHING_KNOWN = { sources: [], nodes: [], nextHops: [], paths: [{}], owners: [] };

/** Groups pods with the same egress, by family. */
export function groupByEgress(pods: readonly Pod[], findEgress: FindPodEgress): EgressGroup[] {
  const found = pods.flatMap((pod) => findEgress(pod).map((egress) => ({ name: pod.name, egress })));
  const groups = groupBy(found, ({ egress }) => JSON.stringify(egress));
  return [...groups.values()].flatMap((members): EgressGroup[] => {
    const [first] = members;
    return first ? [{ ...first.egress, pods: members.map(({ name }) => name) }] : [];
  });
}

/** Returns true if a pod sends its packets to the pod network. A pod in the host network has the egress of its host. */
export function isOnPodNetwork({ hostNetwork, completed }: Pod): boolean {
  return !hostNetwork && !completed;
}
