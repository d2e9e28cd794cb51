import { kinds } from '../../../kinds/index.js';
import type { ObjectName } from '../../../model/kubernetes-object.js';
import type { ResourceNotice } from '../../../model/resource-notice.js';
import type { LiveInput } from '../../live/live.js';
import { describeLockChange } from '../../run/lock-changes.js';

/** Kinds in whose status other writers may have conditions too. */
const SHARED_CONDITIONS: ReadonlySet<string> = new Set(
  kinds.filter(({ definition }) => definition.sharesConditions).map(({ kind }) => kind),
);

/** Returns what users must act on in a compiled state. */
export function findNotices({ rejected, mismatches }: LiveInput): readonly ResourceNotice[] {
  const parts = rejected.flatMap(({ resource, code, message }): readonly ResourceNotice[] => {
    const [kind = '', path] = resource.split(' ', 2);
    const note = `${message} [${code}], this part is skipped`;
    return path === undefined ? [] : [{ kind, object: objectAt(path), reason: 'PartRejected', note }];
  });
  const moved = mismatches.map((change): ResourceNotice => {
    const note = `${describeLockChange(change)}: the assignment differs from weir.lock.yaml, weir lock --from-cluster shows it`;
    return { kind: change.kind, object: objectAt(change.name), reason: 'LockMismatch', note };
  });
  return [...parts, ...moved];
}

/** Returns the notices about resources that can have them as conditions. */
export function findConditions(live: LiveInput): readonly ResourceNotice[] {
  return findNotices(live).filter(({ kind }) => SHARED_CONDITIONS.has(kind));
}

function objectAt(path: string): ObjectName {
  const [first = '', second] = path.split('/', 2);
  return second === undefined ? { namespace: '', name: first } : { namespace: first, name: second };
}
