import type { ExitPath } from '../expectations/exits.js';
import type { Cluster, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import type { RequestedEgress } from '../model/requested-egress.js';
import { compareAddressTexts } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { maySend } from '../traffic/filters/source.js';
import { type AddressOwner, createFindOwner } from './address-owner.js';
import { type FindPodEgress, type PodEgress, createFindPodEgress, isOnPodNetwork } from './find-egress.js';
import { type FirewallSummary, type MarkSummary, type Restrictions, collectRestrictions } from './restrictions.js';
import { isPlaceholderPod, omitPlaceholders } from './placeholder-pods.js';

/** A source address, and its owner. */
export interface EgressSource {
  readonly address: string;
  readonly owner: AddressOwner;
}

/** Egress of some pods in a family. Each pod uses some of the values. */
export interface FamilyEgress extends Omit<PodEgress, 'sources'> {
  readonly sources: readonly EgressSource[];
  /** True if some of the source addresses are unknown. */
  readonly hasUnknownSource: boolean;
}

/** Effective egress of pods of a namespace, including filters and marks. */
export interface EffectiveEgress {
  readonly namespace: string;
  /** Names of the pods. Empty if the namespace has none, then the entry applies to a pod without labels. */
  readonly pods: readonly string[];
  /** True if the namespace has no other pods. */
  readonly isWhole: boolean;
  /**
   * Network of the pods. With `host`, they have the egress of their hosts, and their packets are neither filtered nor
   * marked.
   */
  readonly network: 'pod' | 'host';
  readonly families: readonly FamilyEgress[];
  readonly firewall?: FirewallSummary;
  /** Policies that deny the pods some destination, such as `NetworkPolicy shop/isolate`. */
  readonly policies: readonly string[];
  readonly marks: readonly MarkSummary[];
}

/**
 * Returns the egress of the pods of each namespace that `isWanted` accepts.
 *
 * A namespace has one entry, or one for each set of pods with different resources, policies or marks. Pods without
 * egress resources are one set, on all nodes. `cluster` must be a result of `addPlaceholderPods`. In byte order of the
 * namespaces, the sets by their first pods.
 */
export function listEffectiveEgress(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  isWanted: (namespace: string) => boolean,
  requested: readonly RequestedEgress[],
): EffectiveEgress[] {
  const knowledge: Knowledge = {
    findEgress: createFindPodEgress(intents, cluster, configuration, requested),
    findOwner: createFindOwner(intents, cluster, requested),
    restrictions: collectRestrictions(intents, configuration),
    configuration,
  };
  return [...cluster.podsByNamespace]
    .filter(([namespace]) => isWanted(namespace))
    .flatMap(([namespace, pods]) => {
      const sets = groupBy(
        pods.map((pod) => outlinePod(pod, knowledge)),
        ({ key }) => key,
      );
      return Array.from(sets.values(), (members) =>
        joinPods(namespace, members, members.length === pods.length, knowledge),
      );
    });
}

interface Knowledge {
  readonly findEgress: FindPodEgress;
  readonly findOwner: (address: string) => AddressOwner;
  readonly restrictions: Restrictions;
  readonly configuration: Configuration;
}

/** A pod, its egress, and the key of its set. */
interface Outline {
  readonly pod: Pod;
  readonly egress: readonly PodEgress[];
  readonly key: string;
}

function outlinePod(pod: Pod, { findEgress, restrictions, configuration }: Knowledge): Outline {
  if (!isOnPodNetwork(pod)) return { pod, egress: egressOfHost(pod, configuration), key: '' };
  const egress = findEgress(pod).map(omitPlaceholders);
  const owners = egress.map((one) => [one.family, one.owners]);
  const key = JSON.stringify([owners, restrictions.policiesOf(pod), restrictions.marksOf(pod)]);
  return { pod, egress, key };
}

/** Returns the egress of a pod in the host network. The source address and the routes of the host are unknown. */
function egressOfHost(pod: Pod, { ipFamilies }: Configuration): PodEgress[] {
  const { nodeName } = pod;
  const at = nodeName === '' ? {} : { node: nodeName };
  return ipFamilies
    .filter((family) => maySend(pod, family))
    .map((family) => ({
      family,
      ...{ sources: [], nodes: nodeName === '' ? [] : [nodeName], nextHops: [], paths: [at], owners: [] },
      unknown: [nodeName === '' ? "the host of the pod's node" : `the routes of the host of node ${nodeName}`],
    }));
}

function joinPods(
  namespace: string,
  members: readonly Outline[],
  isWhole: boolean,
  { findOwner, restrictions }: Knowledge,
): EffectiveEgress {
  const [first] = members;
  const isHost = first?.pod.hostNetwork === true;
  const firewall = isHost ? undefined : restrictions.firewallOf(namespace);
  const byFamily = groupBy(
    members.flatMap(({ egress }) => egress),
    ({ family }) => family,
  );
  return {
    namespace,
    pods: members.filter(({ pod }) => !isPlaceholderPod(pod)).map(({ pod }) => pod.name),
    isWhole,
    network: isHost ? 'host' : 'pod',
    families: Array.from(byFamily.values(), (all) => joinEgress(all, findOwner)),
    ...(firewall ? { firewall } : {}),
    policies: first && !isHost ? restrictions.policiesOf(first.pod) : [],
    marks: first && !isHost ? restrictions.marksOf(first.pod) : [],
  };
}

function joinEgress(all: readonly PodEgress[], findOwner: (address: string) => AddressOwner): FamilyEgress {
  const collect = (valuesOf: (one: PodEgress) => readonly string[]): string[] =>
    [...new Set(all.flatMap(valuesOf))].sort();
  const paths = new Map<string, ExitPath>();
  for (const one of all)
    for (const path of one.paths) paths.set(JSON.stringify([path.source, path.node, path.nextHop]), path);
  const family = all[0]?.family ?? 'IPv4';
  return {
    family,
    sources: collect(({ sources }) => sources)
      .sort(compareAddressTexts)
      .map((address) => ({ address, owner: findOwner(address) })),
    nodes: collect(({ nodes }) => nodes),
    nextHops: collect(({ nextHops }) => nextHops),
    paths: [...paths.values()],
    unknown: collect(({ unknown }) => unknown),
    owners: collect(({ owners }) => owners),
    hasUnknownSource: [...paths.values()].some(({ source }) => source === undefined),
  };
}
