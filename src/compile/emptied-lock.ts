import { kinds } from '../kinds/index.js';
import { compareLocks, lockParts } from '../kinds/locks.js';
import type { KindContext } from '../kinds/contract/kind-context.js';
import type { Lock, LockChange } from '../model/lock.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import { messages } from '../settings/lock/messages.js';
import { memoizeWeak } from '../std/memoize.js';
import { EMPTY_LOCK } from '../settings/lock/parse.js';

/**
 * Reports if a lock would lose everything, or all nodes if it has any: marks alone say little. It is an error, or a
 * warning if the configuration allows it. Nothing is reported if every object and its node still exist, and the node is
 * not ready or could still be the host. Otherwise the input may lack the object, the node, its labels or its
 * annotations. Nothing is reported if only statuses assign: without any, no entry is lost.
 */
export function reportEmptiedLock(
  { before, after }: { readonly before: Lock; readonly after: Lock },
  path: string,
  manifests: readonly Manifest[],
  { configuration, cluster, assignmentOrder, report }: KindContext,
): void {
  if (assignmentOrder === 'status-only') return;
  const lost = assignmentsIn(before);
  const count = sizeOf(before);
  const left = lost.length > 0 ? assignmentsIn(after).length : sizeOf(after);
  if (count === 0 || left > 0) return;
  const wanted = new Set(manifests.map((manifest) => titleOf(manifest.kind, manifest)));
  const locks = new Map(kinds.map(({ kind, placement }) => [kind, placement?.lock]));
  const isExplained = ({ kind, name, to = '' }: LockChange): boolean => {
    const node = cluster.nodeByName.get(to);
    return (
      node !== undefined && wanted.has(`${kind} ${name}`) && locks.get(kind)?.mayHost(node, configuration) === true
    );
  };
  if (lost.length > 0 && lost.every(isExplained)) return;
  report({ ...messages.emptied(count, lost.length > 0, configuration.allowEmpty), location: { path } });
}

/** Returns the assignments of nodes in a lock, as the changes that would create it. */
const assignmentsIn = memoizeWeak((lock: Lock): readonly LockChange[] =>
  compareLocks(EMPTY_LOCK, lock).filter(({ what }) => what !== 'mark'),
);

function sizeOf(lock: Lock): number {
  return lockParts.reduce((sum, { field }) => sum + lock[field].size, 0);
}
