import { compareText } from '../../../std/compare-text.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Attachment, Columns, Row } from '../../../model/northbound.js';
import { deferRow } from './deferred-row.js';

/** A row that belongs to a router, before it is known which others have the same key. */
export interface RouterRowDraft {
  readonly router: string;
  readonly key: string;
  /** Tells rows of one key apart, and gives their order. */
  readonly distinction: string;
  readonly columns: () => Columns;
  readonly cause?: Cause;
}

/** A policy, static route or NAT with the router that holds it. */
export interface RouterRow {
  readonly router: string;
  readonly row: Row;
}

/** The column of Logical_Router that holds the rows of a table. */
const ROUTER_COLUMNS = {
  Logical_Router_Policy: 'policies',
  Logical_Router_Static_Route: 'static_routes',
  NAT: 'nat',
} as const;

/**
 * Makes rows of drafts, in byte order of their keys. Rows of one key are numbered `#1`, `#2` in the order of what tells
 * them apart.
 */
export function finishRouterRows(drafts: readonly RouterRowDraft[]): RouterRow[] {
  const sorted = [...drafts].sort((a, b) => compareText(a.key, b.key) || compareText(a.distinction, b.distinction));
  let number = 0;
  return sorted.map((draft, index) => {
    const { router, key, columns, cause } = draft;
    const followsTwin = sorted[index - 1]?.key === key;
    number = followsTwin ? number + 1 : 1;
    const isAlone = !followsTwin && sorted[index + 1]?.key !== key;
    return { router, row: deferRow({ key: isAlone ? key : `${key}#${number}`, columns, cause }) };
  });
}

/** What attaches the rows of a table to their routers, in byte order of the routers. */
export function attachToRouters(table: keyof typeof ROUTER_COLUMNS, rows: readonly RouterRow[]): Attachment[] {
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

/** The rows without their routers. */
export function rowsOf(rows: readonly RouterRow[]): Row[] {
  return rows.map(({ row }) => row);
}
