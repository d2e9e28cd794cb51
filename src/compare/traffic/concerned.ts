import { isDeepStrictEqual } from 'node:util';
import type { Cluster, Pod } from '../../model/cluster.js';
import type { Peer, PolicyIntent } from '../../model/intent/policy.js';
import { titleOf } from '../../model/kubernetes-object.js';
import { policiesOf } from '../../traffic/policies/model.js';
import { sameList } from '../../traffic/same.js';
import type { Both, Side } from '../../traffic/side.js';

/**
 * The pods that need a look where policies say what they said, of the same pods, and only their peers may be others: the
 * peers that come and go, and the pods of those policies. Undefined where more than that is another, and any pod may be
 * treated otherwise. Policies that both sides share are the same objects.
 */
export function findConcerned({ before, after }: Both<Side>): Set<Pod> | undefined {
  if (before.configuration !== after.configuration || !hasSamePods(before.cluster, after.cluster)) return undefined;
  const [old, now] = [new Set(policiesOf(before.intents)), new Set(policiesOf(after.intents))];
  const came = new Map([...now].flatMap((policy) => (old.has(policy) ? [] : [[idOf(policy), policy] as const])));
  const went = [...old].filter((policy) => !now.has(policy));
  if (went.length !== came.size) return undefined;
  const concerned = new Set<Pod>();
  for (const policy of went) {
    const twin = came.get(idOf(policy));
    const moved = twin && movedPeers(policy, twin);
    if (!moved) return undefined;
    for (const pod of [...moved, ...policy.subject.pods]) concerned.add(pod);
  }
  return concerned;
}

function idOf({ cause }: PolicyIntent): string {
  return titleOf(cause.kind, cause);
}

function hasSamePods(before: Cluster, after: Cluster): boolean {
  const [old, now] = [before.podsByNamespace, after.podsByNamespace];
  return (
    old.size === now.size &&
    [...old].every(([namespace, pods]) => {
      const others = now.get(namespace);
      const isOnDefault = before.namespaces.get(namespace)?.primaryNetwork === undefined;
      return (
        others !== undefined &&
        isOnDefault === (after.namespaces.get(namespace)?.primaryNetwork === undefined) &&
        sameList(pods, others, Object.is)
      );
    })
  );
}

/** The pods that are peers on one side only, of two policies that are otherwise alike; undefined where they are not. */
function movedPeers(before: PolicyIntent, after: PolicyIntent): readonly Pod[] | undefined {
  const isAlike =
    before.cause.origin === after.cause.origin &&
    before.priority === after.priority &&
    before.subject === after.subject &&
    before.rules.length === after.rules.length;
  if (!isAlike) return undefined;
  const moved: Pod[] = [];
  for (const [index, { peers }] of before.rules.entries()) {
    const others = after.rules[index]?.peers ?? [];
    if (others.length !== peers.length) return undefined;
    for (const [at, peer] of peers.entries()) {
      const own = movedBetween(peer, others[at]);
      if (!own) return undefined;
      for (const pod of own) moved.push(pod);
    }
  }
  return moved;
}

function movedBetween(before: Peer, after: Peer | undefined): readonly Pod[] | undefined {
  if (before.type !== 'pods' || after?.type !== 'pods') return isDeepStrictEqual(before, after) ? [] : undefined;
  const [old, now] = [before.selection, after.selection];
  if (old === now) return [];
  const [had, has] = [new Set(old.pods), new Set(now.pods)];
  return [...now.pods.filter((pod) => !had.has(pod)), ...old.pods.filter((pod) => !has.has(pod))];
}
