import { NO_RULE, classify } from '../../traffic/filters/classify.js';
import type { Pod } from '../../model/cluster.js';
import type { MarkIntent } from '../../model/intent/mark.js';
import { groupBy } from '../../std/group-by.js';
import type { Both, Side } from '../../traffic/side.js';
import type { MarkChange, MarkChanges } from '../../traffic/change.js';
import { describeMark } from '../../traffic/describe.js';
import { type MarkEffects, type MarkRules, createMarkEffects } from '../../traffic/marks.js';
import { sameList, sameMark } from '../../traffic/same.js';
import { sharedFamilies } from './families.js';
import { classifyPodsToCome } from './marks-to-come.js';
import { findDecider, samplePacket } from '../../traffic/sample.js';
import { type SourceClass, classifySources } from '../../traffic/source.js';

/** Namespace → its marks, in order of precedence. */
type Marks = ReadonlyMap<string, readonly MarkIntent[]>;

/**
 * Returns the changed DSCP values for packets of the pods that both sides have, and of placeholder pods. Namespaces are
 * in byte order.
 */
export function compareMarks(marks: Both<Marks>, sides: Both<Side>): MarkChanges[] {
  const effects = { before: createMarkEffects(sides.before), after: createMarkEffects(sides.after) };
  const haveSameEffect = effects.before.signature === effects.after.signature;
  return [...new Set([...marks.before.keys(), ...marks.after.keys()])].sort().flatMap((namespace) => {
    const own = { before: marks.before.get(namespace) ?? [], after: marks.after.get(namespace) ?? [] };
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
    splitByZones(one, effects, (pod) => oldPods.get(pod.name) ?? pod).flatMap(({ pods, before, after }) => {
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

/** Splits a class of pods by the zones in which its marks have different effects. */
function splitByZones(
  { pods = [], before, after }: SourceClass<MarkIntent>,
  effects: Both<MarkEffects>,
  oldPodOf: (pod: Pod) => Pod,
): (Both<MarkRules> & { readonly pods: readonly Pod[] })[] {
  const zonesOf = (pod: Pod): Both<string> => ({
    before: effects.before.zoneOf(oldPodOf(pod), before),
    after: effects.after.zoneOf(pod, after),
  });
  return [...groupBy(pods, (pod) => JSON.stringify(zonesOf(pod))).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const zones = zonesOf(first);
    return [
      {
        pods: own,
        before: effects.before.rulesOf(before, zones.before),
        after: effects.after.rulesOf(after, zones.after),
      },
    ];
  });
}
