import type { Row } from '../../../../model/northbound.js';
import { deferRow } from '../deferred-row.js';

/** Names of Kubernetes objects, joined: JSON has nothing to escape in them, and OVSDB takes them. */
const PLAIN = /^[-\w.:/]*$/;

/** The row, without its template where names that it is made of are not plain: names of an inventory may be any text. */
export function withPlainName(row: Row, names: string): Row {
  return PLAIN.test(names) ? row : deferRow({ key: row.key, columns: () => row.columns, cause: row.cause });
}
