import { createExitFinder } from '../expectations/exits.js';
import type { Cluster, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { Intent } from '../model/intent.js';
import type { Family } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { gatherTraffic } from '../traffic/gather.js';
import type { EgressGroup } from './data.js';

/** Makes the function that says how the pods of a namespace leave the cluster, in groups of those that leave alike. */
export function createFindEgress(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
): (namespace: string) => EgressGroup[] {
  const findExits = createExitFinder(gatherTraffic(intents).egress, { cluster, configuration });
  const groupOf = (pod: Pod, family: Family): Omit<EgressGroup, 'pods'> => {
    const { source, node, 'next-hop': hop, causes } = findExits(pod, family);
    return {
      family,
      sources: source.values,
      nodes: node.values,
      nextHops: hop.values,
      unknown: [source, node, hop].flatMap(({ unknown }) => unknown ?? []),
      owners: [...new Set(causes.map((cause) => titleOf(cause.kind, cause)))],
    };
  };
  return (namespace) => {
    const pods = (cluster.podsByNamespace.get(namespace) ?? []).filter(isSender);
    return configuration.ipFamilies.flatMap((family) => {
      const own = pods.filter(({ addresses }) => addresses.some((address) => address.family === family));
      const found = own.map((pod) => ({ name: pod.name, group: groupOf(pod, family) }));
      return [...groupBy(found, ({ group }) => JSON.stringify(group)).values()].flatMap((members): EgressGroup[] => {
        const [first] = members;
        return first ? [{ ...first.group, pods: members.map(({ name }) => name) }] : [];
      });
    });
  };
}

/** Those of hosts leave as their hosts do. */
function isSender({ hostNetwork, completed, isPlanned }: Pod): boolean {
  return !hostNetwork && !completed && !isPlanned;
}
