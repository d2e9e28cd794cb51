import { deferRow } from '../deferred-row.js';
import type { RouterRowDraft } from '../router-row.js';

/** Returns true for joined names of Kubernetes objects that JSON does not escape and OVSDB accepts. */
export function arePlain(names: string): boolean {
  return /^[-\w.:/]*$/.test(names);
}

/** Returns the draft, without its shape if its names are not plain. Names of an inventory may be any text. */
export function withPlainNames(draft: RouterRowDraft, names: string): RouterRowDraft {
  if (arePlain(names)) return draft;
  const { router, distinction, row } = draft;
  return { router, distinction, row: deferRow({ key: row.key, columns: () => row.columns, cause: row.cause }) };
}
