import { kinds as customKinds } from '../../kinds/index.js';
import { inventoryKinds } from '../../kinds/inventory.js';
import { RETAINED, type Retained } from '../../kinds/retained.js';

/** A kind that an inventory holds. */
export interface PulledKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly retained: Retained;
}

/** Kinds that the compiler reads where they are given, and that are nothing for a repository. */
const WITHHELD: ReadonlySet<string> = new Set(['Secret']);

/** The kinds that an inventory holds, in the order of their names. */
export const pulledKinds: readonly PulledKind[] = [...inventoryKinds, ...customKinds]
  .filter(({ kind }) => !WITHHELD.has(kind))
  .map(({ apiVersion, kind }) => ({ apiVersion, kind, retained: RETAINED.get(kind) ?? { spec: true, status: true } }))
  .sort((a, b) => (a.kind < b.kind ? -1 : 1));
