import type { Pod } from '../../model/cluster.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import type { Both, Side } from '../../traffic/side.js';
import type { Traffic } from '../../traffic/collect-traffic.js';
import { collectBoundaries } from '../../traffic/policies/boundaries.js';
import {
  type PodClass,
  type PolicyModel,
  buildPolicyModel,
  createFirewallFinder,
  policiesOf,
} from '../../traffic/policies/model.js';
import { type Vocabulary, createVocabulary } from '../../traffic/policies/vocabulary.js';

/** Pods that both sides have and that no rule of either side distinguishes. `pods` are those of the new side. */
export interface LastingClass extends Both<PodClass> {
  readonly pods: readonly Pod[];
  /** True if the rules of their policies, or those of other policies about them, differ from before. */
  readonly isChanged: boolean;
}

/** The policy models of both sides in one vocabulary. */
export interface PolicySides {
  readonly vocabulary: Vocabulary;
  readonly models: Both<PolicyModel>;
  /** Returns the pod of the old side with the identity of a pod of the new side. */
  readonly podBefore: (pod: Pod) => Pod;
  /** In the order of their first pod. */
  readonly classes: readonly LastingClass[];
  /** Namespace → its classes. */
  readonly classesIn: ReadonlyMap<string, ReadonlyMap<LastingClass, readonly Pod[]>>;
}

/**
 * Builds the models of two sides, with the filters of their namespaces, and the classes of the pods that both sides
 * have. `concerned` limits the pods, if set.
 */
export function buildPolicySides(
  { before, after }: Both<Side>,
  filters: Both<Traffic['filters']>,
  concerned?: ReadonlySet<Pod>,
): PolicySides {
  const vocabulary = createVocabulary();
  const boundaries = collectBoundaries([...policiesOf(before.intents), ...policiesOf(after.intents)]);
  const build = (side: Side, own: Traffic['filters']): PolicyModel => {
    const findFirewall = createFirewallFinder(own, vocabulary, side.configuration);
    return buildPolicyModel(side, vocabulary, boundaries, concerned, findFirewall);
  };
  const models = { before: build(before, filters.before), after: build(after, filters.after) };
  const podBefore = createPodBefore(models.before);
  const classes: LastingClass[] = [];
  const known = new Map<PodClass, Map<PodClass, LastingClass & { readonly pods: Pod[] }>>();
  const classesIn = new Map<string, Map<LastingClass, Pod[]>>();
  for (const [pod, now] of models.after.classOf) {
    const was = models.before.classOf.get(podBefore(pod));
    if (!was) continue;
    const fromHere = known.get(was) ?? new Map<PodClass, LastingClass & { readonly pods: Pod[] }>();
    known.set(was, fromHere);
    let lasting = fromHere.get(now);
    if (!lasting) {
      lasting = { before: was, after: now, pods: [], isChanged: isOther(was, now) };
      fromHere.set(now, lasting);
      classes.push(lasting);
    }
    lasting.pods.push(pod);
    const own = classesIn.get(pod.namespace) ?? new Map<LastingClass, Pod[]>();
    classesIn.set(pod.namespace, own);
    const there = own.get(lasting);
    if (there) there.push(pod);
    else own.set(lasting, [pod]);
  }
  return { vocabulary, models, podBefore, classes, classesIn };
}

function isOther(was: PodClass, now: PodClass): boolean {
  return was.egress.number !== now.egress.number || was.ingress.number !== now.ingress.number || was.seen !== now.seen;
}

/** Returns a function that finds the pod of the old side for a pod of the new. Most are the same object. */
function createPodBefore({ classOf }: PolicyModel): (pod: Pod) => Pod {
  let pods: ReadonlyMap<string, Pod> | undefined;
  return (pod) => {
    if (classOf.has(pod)) return pod;
    pods ??= new Map([...classOf.keys()].map((one) => [pathOfName(one), one]));
    return pods.get(pathOfName(pod)) ?? pod;
  };
}
