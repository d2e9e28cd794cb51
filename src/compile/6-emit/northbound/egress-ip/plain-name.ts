import type { Row } from '../../../../model/northbound.js';
import { deferRow } from '../deferred-row.js';
import type { RouterRowDraft } from '../router-row.js';

/** Names of Kubernetes objects, joined: JSON has nothing to escape in them, and OVSDB takes them. */
const PLAIN = /^[-\w.:/]*$/;

/**
 * Returns the draft, without its template where names that it is made of are not plain: names of an inventory may be
 * any text.
 */
export function withPlainNames(draft: RouterRowDraft, names: string): RouterRowDraft {
  if (PLAIN.test(names)) return draft;
  const { router, distinction, row } = draft;
  return { router, distinction, row: withoutTemplate(row) };
}

function withoutTemplate(row: Row): Row {
  return deferRow({ key: row.key, columns: () => row.columns, cause: row.cause });
}
