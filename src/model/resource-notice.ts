import type { ObjectName } from './kubernetes-object.js';

/** A fact about a resource that a user must act on. */
export interface ResourceNotice {
  readonly kind: string;
  readonly object: ObjectName;
  /** `PartRejected`: a part is skipped. `LockMismatch`: an assignment differs from the lock. */
  readonly reason: 'PartRejected' | 'LockMismatch';
  readonly note: string;
}
