import { isDeepStrictEqual } from 'node:util';
import type { Cluster, Pod } from '../../model/cluster.js';
import type { IntentPeer, PodSelection, PolicyIntent } from '../../model/intent/policy.js';
import { titleOf } from '../../model/kubernetes-object.js';
import { policiesOf } from '../../traffic/policies/model.js';
import { sameItems } from '../../std/same-items.js';
import type { Both, Side } from '../../traffic/side.js';

/**
 * Returns the pods to compare if policies differ only in the pods of their peers: added and removed peers, and the pods
 * of those policies. Returns undefined if more differs, so that any pod may be treated differently. Policies that both
 * sides share are the same objects.
 */
export function findConcerned({ before, after }: Both<Side>): Set<Pod> | undefined {
  if (before.configuration !== after.configuration || !hasSamePods(before.cluster, after.cluster)) return undefined;
  const [old, now] = [new Set(policiesOf(before.intents)), new Set(policiesOf(after.intents))];
  const came = new Map([...now].flatMap((policy) => (old.has(policy) ? [] : [[idOf(policy), policy] as const])));
  const went = [...old].filter((policy) => !now.has(policy));
  if (went.length !== came.size) return undefined;
  const moved: Moved = new Map();
  for (const policy of went) {
    const twin = came.get(idOf(policy));
    if (!twin || !isAlike(policy, twin, moved)) return undefined;
  }
  return new Set([...[...moved.values()].flat(), ...went.flatMap(({ subject }) => subject.pods)]);
}

function idOf({ cause }: PolicyIntent): string {
  return titleOf(cause.kind, cause);
}

/** Returns true if two clusters have the same pods, in the same networks. */
export function hasSamePods(before: Cluster, after: Cluster): boolean {
  const [old, now] = [before.podsByNamespace, after.podsByNamespace];
  return (
    old.size === now.size &&
    [...old].every(([namespace, pods]) => {
      const others = now.get(namespace);
      const isOnDefault = before.namespaces.get(namespace)?.primaryNetwork === undefined;
      return (
        others !== undefined &&
        isOnDefault === (after.namespaces.get(namespace)?.primaryNetwork === undefined) &&
        sameItems(pods, others)
      );
    })
  );
}

/** A selection of peers of the old side → pods that are in only one of it and its replacement on the new side. */
type Moved = Map<PodSelection, readonly Pod[]>;

/** Returns true if two policies differ only in the pods of their peers, which are added to `moved`. */
function isAlike(before: PolicyIntent, after: PolicyIntent, moved: Moved): boolean {
  return (
    before.cause.origin === after.cause.origin &&
    before.priority === after.priority &&
    before.subject === after.subject &&
    before.rules.length === after.rules.length &&
    before.rules.every(({ peers }, index) => {
      const others = after.rules[index]?.peers ?? [];
      return peers.length === others.length && peers.every((peer, at) => isSamePeer(peer, others[at], moved));
    })
  );
}

function isSamePeer(before: IntentPeer, after: IntentPeer | undefined, moved: Moved): boolean {
  if (before.type !== 'pods' || after?.type !== 'pods') return isDeepStrictEqual(before, after);
  const [old, now] = [before.selection, after.selection];
  // Policies share the selection of equal selectors.
  if (old === now || moved.has(old)) return true;
  const [had, has] = [new Set(old.pods), new Set(now.pods)];
  moved.set(old, [...now.pods.filter((pod) => !had.has(pod)), ...old.pods.filter((pod) => !has.has(pod))]);
  return true;
}
