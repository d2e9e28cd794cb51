import { NO_RULE, classify } from '../../traffic/filters/classify.js';
import type { Pod } from '../../model/cluster.js';
import type { MarkIntent } from '../../model/intent/mark.js';
import { groupBy } from '../../std/group-by.js';
import type { Both, Side } from '../../traffic/side.js';
import type { MarkChange, MarkChanges } from '../../traffic/change.js';
import type { Traffic } from '../../traffic/collect-traffic.js';
import { describeMark } from '../../traffic/describe.js';
import { type MarkEffects, type MarkPlace, type MarkRules, createMarkEffects } from '../../traffic/marks.js';
import { sameEgress, sameMark } from '../../traffic/same.js';
import { sharedFamilies } from './families.js';
import { classifyPodsToCome } from './marks-to-come.js';
import { findDecider, samplePacket } from '../../traffic/sample.js';
import { type SourceClass, classifySources } from '../../traffic/source.js';
import { sameList } from '../../std/same-items.js';

/**
 * Returns the changed DSCP values for packets of the pods that both sides have, and of placeholder pods. Namespaces are
 * in byte order.
 */
export function compareMarks(
  { before, after }: Both<Pick<Traffic, 'marks' | 'egress'>>,
  sides: Both<Side>,
): MarkChanges[] {
  const effects = {
    before: createMarkEffects(before.egress, sides.before),
    after: createMarkEffects(after.egress, sides.after),
  };
  const { signature } = effects.before;
  const haveSameEffect =
    signature === effects.after.signature && (signature === '' || sameList(before.egress, after.egress, sameEgress));
  return [...new Set([...before.marks.keys(), ...after.marks.keys()])].sort().flatMap((namespace) => {
    const own = { before: before.marks.get(namespace) ?? [], after: after.marks.get(namespace) ?? [] };
    if (haveSameEffect && sameList(own.before, own.after, sameMark)) return [];
    return compareMarksOf(namespace, own, sides, effects);
  });
}

/** Returns the changes for the pods of a namespace. */
function compareMarksOf(
  namespace: string,
  marks: Both<readonly MarkIntent[]>,
  sides: Both<Side>,
  effects: Both<MarkEffects>,
): MarkChanges[] {
  const clusters = { before: sides.before.cluster, after: sides.after.cluster };
  const classes = classifySources(namespace, marks, clusters);
  const oldPods = new Map(clusters.before.podsByNamespace.get(namespace)?.map((pod) => [pod.name, pod]));
  return [...classes, ...classifyPodsToCome(namespace, marks, classes)].flatMap((one) =>
    splitByPlace(one, effects, (pod) => oldPods.get(pod.name) ?? pod).flatMap(({ pods, before, after }) => {
      const changes = sharedFamilies(sides).flatMap((family) =>
        classify([before, after], family, ([left = NO_RULE, right = NO_RULE]) => {
          const [old, now] = [before[left]?.value.dscp, after[right]?.value.dscp];
          return old === now ? undefined : `${old ?? ''}>${now ?? ''}`;
        }).map(({ addresses, transport }): MarkChange => {
          const packets = { addresses, transport, names: [] };
          const sample = samplePacket(packets, []);
          const old = sample && before[findDecider(before, sample)]?.value;
          const now = sample && after[findDecider(after, sample)]?.value;
          return {
            ...packets,
            ...(sample ? { sample } : {}),
            ...(old ? { before: old.dscp } : {}),
            ...(now ? { after: now.dscp } : {}),
            deciders: { ...(old ? { before: describeMark(old) } : {}), ...(now ? { after: describeMark(now) } : {}) },
          };
        }),
      );
      return changes.length > 0 ? [{ source: { namespace, pods }, marks: changes }] : [];
    }),
  );
}

/** Splits a class of pods by the places in which its marks have different effects. */
function splitByPlace(
  { pods = [], before, after }: SourceClass<MarkIntent>,
  effects: Both<MarkEffects>,
  oldPodOf: (pod: Pod) => Pod,
): (Both<MarkRules> & { readonly pods: readonly Pod[] })[] {
  const placesOf = (pod: Pod): Both<MarkPlace> => ({
    before: effects.before.placeOf(oldPodOf(pod), before),
    after: effects.after.placeOf(pod, after),
  });
  return [...groupBy(pods, (pod) => JSON.stringify(placesOf(pod))).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const places = placesOf(first);
    return [
      {
        pods: own,
        before: effects.before.rulesOf(before, places.before),
        after: effects.after.rulesOf(after, places.after),
      },
    ];
  });
}
