import { type AddressOwner, createFindOwner } from '../egress/address-owner.js';
import { type PodEgress, createFindPodEgress } from '../egress/find-egress.js';
import { addPlaceholderPods, isPlaceholderPod } from '../egress/placeholder-pods.js';
import { interpret } from '../compile/compile.js';
import type { CompileInput, Prepared } from '../compile/compile-input.js';
import { collectRequestedEgress } from '../kinds/requested-egress.js';
import type { Pod } from '../model/cluster.js';
import { compareText } from '../std/compare-text.js';
import type { Both } from '../traffic/side.js';
import type { WorkloadEgress } from '../compare/workloads.js';
import type { NamePod } from './names.js';

/** An input, and its objects. */
export interface PreparedInput {
  readonly input: CompileInput;
  readonly prepared: Prepared;
}

/**
 * Returns the workloads of both clusters whose pods leave by other resources, or from an address of another owner. The
 * addresses themselves are not compared. In byte order.
 */
export function compareWorkloadEgress({ before, after }: Both<PreparedInput>, nameOf: NamePod): WorkloadEgress[] {
  const [old, now] = [listEgress(before, nameOf), listEgress(after, nameOf)];
  return [...old]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([workload, ways]): WorkloadEgress[] => {
      const others = now.get(workload);
      const [was, is] = [[...ways].sort(), [...(others ?? [])].sort()];
      return others && was.join() !== is.join() ? [{ workload, before: was, after: is }] : [];
    });
}

/** Returns the ways in which the pods of each workload leave. */
function listEgress({ input, prepared }: PreparedInput, nameOf: NamePod): ReadonlyMap<string, ReadonlySet<string>> {
  const { configuration } = input;
  const cluster = addPlaceholderPods(prepared.context.cluster, configuration.ipFamilies);
  const placed = { ...prepared, context: { ...prepared.context, cluster, report: () => undefined } };
  const { intents } = interpret(placed, input);
  const requested = collectRequestedEgress(placed);
  const findEgress = createFindPodEgress(intents, cluster, configuration, requested);
  const findOwner = createFindOwner(intents, cluster, requested);
  const ways = new Map<string, Set<string>>();
  for (const pod of [...cluster.podsByNamespace.values()].flat()) {
    if (isPlaceholderPod(pod)) continue;
    const name = `${pod.namespace}/${nameOf(pod)}`;
    const own = ways.get(name) ?? new Set();
    for (const way of waysOf(pod, findEgress, findOwner)) own.add(way);
    ways.set(name, own);
  }
  return ways;
}

function waysOf(
  pod: Pod,
  findEgress: (pod: Pod) => readonly PodEgress[],
  findOwner: (address: string) => AddressOwner,
): string[] {
  if (pod.hostNetwork) return ['as its host'];
  return findEgress(pod).map(({ family, owners, sources }) => {
    const kinds = [...new Set(sources.filter((source) => source !== '').map(findOwner))].sort();
    const from = kinds.filter((kind) => kind !== 'egress').map((kind) => `from the address of its ${NOUNS[kind]}`);
    const words = [...(owners.length > 0 ? [`by ${[...owners].sort().join(' and ')}`] : []), ...from];
    return `${family} ${words.length > 0 ? words.join(', ') : 'from an unknown address'}`;
  });
}

const NOUNS: Readonly<Record<Exclude<AddressOwner, 'egress'>, string>> = { node: 'node', pod: 'own pod' };
