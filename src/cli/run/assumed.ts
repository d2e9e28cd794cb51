import { DEFAULT_NAMESPACE } from '../../compile/3-index/planned-pods.js';
import type { Assumed } from '../../compile/assume.js';
import { describeUnread } from '../../model/unread.js';
import { plural } from '../../std/plural.js';

/** Returns what a query assumes about its objects, a sentence each. */
export function describeAssumed({ withoutNamespace, incomplete, unread, onlyObserved }: Assumed): string[] {
  const [isOne, isOnePolicy] = [withoutNamespace === 1, incomplete === 1];
  return [
    ...(withoutNamespace > 0
      ? [
          `${plural(withoutNamespace, 'object')} ${isOne ? 'has' : 'have'} no namespace: Weir assumes '${DEFAULT_NAMESPACE}'`,
        ]
      : []),
    ...(incomplete > 0
      ? [
          `${plural(incomplete, 'policy', 'policies')} ${isOnePolicy ? 'has' : 'have'} an unset selector that the API server requires: Weir assumes {}, which selects all`,
        ]
      : []),
    ...unread.map(describeUnread),
    ...Array.from(onlyObserved, ([kind, count]) => describeOnlyObserved(kind, count)),
  ];
}

function describeOnlyObserved(kind: string, count: number): string {
  const isOne = count === 1;
  const objects = plural(count, `${kind} object`);
  return `${objects} of the inventory ${isOne ? 'is' : 'are'} not among the manifests, so results ignore ${isOne ? 'it' : 'them'}`;
}
