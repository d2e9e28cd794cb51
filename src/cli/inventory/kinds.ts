import { kinds as customKinds } from '../../kinds/index.js';
import { inventoryKinds } from '../../kinds/inventory.js';
import { RETAINED, type RetainedFields } from '../../kinds/shared/retained.js';

/** A kind of the inventory. */
export interface PulledKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly retained: RetainedFields;
}

/** Kinds that the compiler reads if present, but that do not belong in a repository. */
const WITHHELD: ReadonlySet<string> = new Set(['Secret']);

/** The kinds of an inventory, sorted by name. */
export const pulledKinds: readonly PulledKind[] = [...inventoryKinds, ...customKinds]
  .filter(({ kind }) => !WITHHELD.has(kind))
  .map(({ apiVersion, kind }) => ({ apiVersion, kind, retained: RETAINED.get(kind) ?? { spec: true, status: true } }))
  .sort((a, b) => (a.kind < b.kind ? -1 : 1));
