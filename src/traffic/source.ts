import type { Cluster, Pod } from '../model/cluster.js';
import type { PodSet } from '../model/intent/pod-set.js';
import type { Both } from './side.js';

/** Pods of a namespace that the same rules of both sides are for. */
export interface SourceClass<Rule> extends Both<readonly Rule[]> {
  /** If unset, every pod that no rule with a selector picks, including later ones. */
  readonly pods?: readonly Pod[];
}

interface Sourced {
  readonly source: PodSet;
}

/**
 * Classifies the pods of a namespace by matching rules. Skips pods that are not on both sides, because they do not
 * change. Rules keep their order. Without a rule for all pods, other pods have no class.
 */
export function classifySources<Rule extends Sourced>(
  namespace: string,
  rules: Both<readonly Rule[]>,
  clusters: Both<Cluster>,
): SourceClass<Rule>[] {
  const isForAll = ({ source }: Rule): boolean => source.pods === undefined;
  const all = { before: rules.before.filter(isForAll), after: rules.after.filter(isForAll) };
  const classes: SourceClass<Rule>[] = all.before.length + all.after.length > 0 ? [all] : [];
  if ([...rules.before, ...rules.after].every(isForAll)) return classes;
  const lasting = new Set((clusters.before.podsByNamespace.get(namespace) ?? []).map(({ name }) => name));
  const pods = (clusters.after.podsByNamespace.get(namespace) ?? []).filter(({ name }) => lasting.has(name));
  const [before, after] = [membersOf(rules.before), membersOf(rules.after)];
  const groups = new Map<string, Pod[]>();
  for (const pod of pods) {
    const signature = `${(before.get(pod.name) ?? []).join()}|${(after.get(pod.name) ?? []).join()}`;
    // No rule with a selector picks the pod on either side, so it belongs to the others.
    if (signature === '|') continue;
    const group = groups.get(signature);
    if (group) group.push(pod);
    else groups.set(signature, [pod]);
  }
  for (const group of groups.values()) {
    const name = group[0]?.name ?? '';
    classes.push({
      pods: group,
      before: pick(rules.before, before.get(name) ?? []),
      after: pick(rules.after, after.get(name) ?? []),
    });
  }
  return classes;
}

/** Returns the indexes of the matching selector rules by pod name. */
function membersOf(rules: readonly Sourced[]): Map<string, number[]> {
  const members = new Map<string, number[]>();
  for (const [index, { source }] of rules.entries()) {
    for (const { name } of source.pods ?? []) {
      const known = members.get(name);
      if (known) known.push(index);
      else members.set(name, [index]);
    }
  }
  return members;
}

function pick<Rule extends Sourced>(rules: readonly Rule[], indexes: readonly number[]): Rule[] {
  const own = new Set(indexes);
  return rules.filter((rule, index) => rule.source.pods === undefined || own.has(index));
}
