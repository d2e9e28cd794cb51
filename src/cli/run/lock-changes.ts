import type { CompileInput } from '../../compile/compile-input.js';
import { prepare } from '../../compile/prepare.js';
import { kinds } from '../../kinds/index.js';
import { inputOf } from '../../kinds/contract/manifests-of.js';
import type { LockChange } from '../../model/lock.js';

const nothing = (): void => undefined;

/** Returns a line for each pending change of the lock, with its reason. The input must have compiled without errors. */
export function explainLockChanges(changes: readonly LockChange[], input: CompileInput): string {
  const prepared = prepare(input, nothing, nothing);
  return kinds
    .flatMap((kind) => {
      const own = changes.filter((change) => change.kind === kind.kind);
      if (!kind.placement || own.length === 0) return [];
      const explain = kind.placement.lock.explain(inputOf(kind, prepared));
      return own.map((change) => `${describeLockChange(change)}: ${explain(change)}\n`);
    })
    .join('');
}

/** Formats a change of the lock on one line. */
export function describeLockChange({ kind, name, address, what, from, to }: LockChange): string {
  const subject = `${kind} ${name}: ${address ?? what}`;
  if (from === undefined) return `${subject} → ${to ?? ''}`;
  return to === undefined ? `${subject} ${from} → none` : `${subject} ${from} → ${to}`;
}

/** Returns true if two changes of the lock are equal. */
export function isSameLockChange(a: LockChange, b: LockChange): boolean {
  return (
    a.name === b.name &&
    a.address === b.address &&
    a.to === b.to &&
    a.from === b.from &&
    a.what === b.what &&
    a.kind === b.kind
  );
}
