import { compareText } from '../../../std/compare-text.js';
import type { RowAttachment, Row } from '../../../model/northbound.js';
import { areApart } from '../../../northbound/row-index.js';
import { copyRow } from './deferred-row.js';

/** Policy, static route or NAT, with the router that contains it. */
export interface RouterRow {
  readonly router: string;
  readonly row: Row;
}

/** Router row before other rows with the same key are known. A row type with many rows is its own draft. */
export interface RouterRowDraft extends RouterRow {
  /** Distinguishes rows of one key, and determines their order. */
  readonly distinction: string;
}

/** Column of Logical_Router that contains the rows of a table. */
const ROUTER_COLUMNS = {
  Logical_Router_Policy: 'policies',
  Logical_Router_Static_Route: 'static_routes',
  NAT: 'nat',
} as const;

/**
 * Returns the rows of drafts, in byte order of their keys. Rows of one key are numbered `#1`, `#2` in the order of
 * their distinction.
 */
export function finishRouterRows(drafts: readonly RouterRowDraft[]): readonly RouterRow[] {
  if (areApart(rowsOf(drafts))) return drafts;
  const sorted = [...drafts].sort(compareDrafts);
  if (areApart(rowsOf(sorted))) return sorted;
  let number = 0;
  return sorted.map((draft, index) => {
    const { router, row } = draft;
    const followsTwin = sorted[index - 1]?.row.key === row.key;
    number = followsTwin ? number + 1 : 1;
    const isAlone = !followsTwin && sorted[index + 1]?.row.key !== row.key;
    return isAlone ? draft : { router, row: copyRow(row, `${row.key}#${number}`) };
  });
}

/** Compares drafts by their keys, and then by what distinguishes them. */
export function compareDrafts(a: RouterRowDraft, b: RouterRowDraft): number {
  return compareText(a.row.key, b.row.key) || compareText(a.distinction, b.distinction);
}

/** Returns the attachments of a table's rows to their routers, in byte order of the routers. */
export function attachToRouters(table: keyof typeof ROUTER_COLUMNS, rows: readonly RouterRow[]): RowAttachment[] {
  const byRouter = new Map<string, string[]>();
  for (const { router, row } of rows) {
    const keys = byRouter.get(router);
    if (keys) keys.push(row.key);
    else byRouter.set(router, [row.key]);
  }
  return [...byRouter]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, references]) => ({ table: 'Logical_Router', key, column: ROUTER_COLUMNS[table], references }));
}

/** Returns the rows without their routers. */
export function rowsOf(rows: readonly RouterRow[]): Row[] {
  return rows.map(({ row }) => row);
}
