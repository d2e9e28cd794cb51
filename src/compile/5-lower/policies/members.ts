import type { Pod } from '../../../model/cluster.js';
import type { PodSelection, PolicyIntent } from '../../../model/intent/policy.js';
import { memoize } from '../../../std/memoize.js';
import type { Configuration } from '../../../model/configuration.js';
import { type FindProfile, type Profile, collectProfiles } from '../../../traffic/policies/profiles.js';
import type { Vocabulary } from '../../../traffic/policies/vocabulary.js';

/** Returns the pods of a selection as a set. */
export type MembersOf = (selection: PodSelection) => ReadonlySet<Pod>;

/** Creates one set for each list of pods. Policies share the lists of equal selectors. */
export function createMembers(): MembersOf {
  const membersOf = memoize((pods: PodSelection['pods']): ReadonlySet<Pod> => new Set(pods));
  return ({ pods }) => membersOf(pods);
}

/** Creates a function that finds the profiles of some pods, for a few policies that select most pods of the cluster. */
export function createFindProfile(
  policies: readonly PolicyIntent[],
  membersOf: MembersOf,
  vocabulary: Vocabulary,
  configuration: Configuration,
): FindProfile {
  const known = new Map<string, Profile>();
  return (pod, direction) => {
    let key: string = direction;
    for (const [index, { subject }] of policies.entries()) if (membersOf(subject).has(pod)) key += ` ${index}`;
    const profile = known.get(key) ?? findProfileOf(pod, direction, policies, membersOf, vocabulary, configuration);
    known.set(key, profile);
    return profile;
  };
}

function findProfileOf(
  pod: Pod,
  direction: Parameters<FindProfile>[1],
  policies: readonly PolicyIntent[],
  membersOf: MembersOf,
  vocabulary: Vocabulary,
  configuration: Configuration,
): Profile {
  const own = policies.filter(({ subject }) => membersOf(subject).has(pod));
  return collectProfiles(own, vocabulary, configuration, new Set([pod]))(pod, direction);
}
