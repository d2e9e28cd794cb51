import type { Pod } from '../../model/cluster.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import type { Both, Side } from '../../traffic/side.js';
import { collectBorders } from '../../traffic/policies/borders.js';
import { type PodClass, type PolicyModel, buildPolicyModel, policiesOf } from '../../traffic/policies/model.js';
import { type Vocabulary, createVocabulary } from '../../traffic/policies/vocabulary.js';

/** Pods that are on both sides and that no rule of either tells apart. `pods` are those of the new side. */
export interface LastingClass extends Both<PodClass> {
  readonly pods: readonly Pod[];
  /** Whether what their policies say, or how those of others see them, is another than before. */
  readonly isChanged: boolean;
}

/** The models of both sides in one vocabulary. */
export interface PolicySides {
  readonly vocabulary: Vocabulary;
  readonly models: Both<PolicyModel>;
  /** The pod of the old side that a lasting pod of the new one was. */
  readonly podBefore: (pod: Pod) => Pod;
  /** In the order of their first pod. */
  readonly classes: readonly LastingClass[];
  /** Namespace → its classes. */
  readonly classesIn: ReadonlyMap<string, ReadonlyMap<LastingClass, readonly Pod[]>>;
}

/** Builds the models of two sides, and the classes of the pods that are on both. */
export function buildPolicySides({ before, after }: Both<Side>): PolicySides {
  const vocabulary = createVocabulary();
  const borders = collectBorders([...policiesOf(before.intents), ...policiesOf(after.intents)]);
  const models = {
    before: buildPolicyModel(before, vocabulary, borders),
    after: buildPolicyModel(after, vocabulary, borders),
  };
  const old = new Map([...models.before.classOf].map(([pod, podClass]) => [pathOfName(pod), podClass]));
  const classes = new Map<string, LastingClass & { readonly pods: Pod[] }>();
  const classesIn = new Map<string, Map<LastingClass, Pod[]>>();
  for (const [pod, now] of models.after.classOf) {
    const was = old.get(pathOfName(pod));
    if (!was) continue;
    const key = `${was.text} > ${now.text}`;
    const known = classes.get(key) ?? { before: was, after: now, pods: [], isChanged: isOther(was, now) };
    classes.set(key, known);
    known.pods.push(pod);
    const own = classesIn.get(pod.namespace) ?? new Map<LastingClass, Pod[]>();
    classesIn.set(pod.namespace, own);
    const there = own.get(known);
    if (there) there.push(pod);
    else own.set(known, [pod]);
  }
  const podBefore = createPodBefore(models.before);
  return { vocabulary, models, podBefore, classes: [...classes.values()], classesIn };
}

function isOther(was: PodClass, now: PodClass): boolean {
  return was.egress.number !== now.egress.number || was.ingress.number !== now.ingress.number || was.seen !== now.seen;
}

/** The pods of the old side, by the pods of the new. */
function createPodBefore(model: PolicyModel): (pod: Pod) => Pod {
  const pods = new Map([...model.classOf.keys()].map((pod) => [pathOfName(pod), pod]));
  return (pod) => pods.get(pathOfName(pod)) ?? pod;
}
