import { columnsToRead, diffZone } from './diff/index.js';
import type { ZoneDiff } from './diff/scoped-comparison.js';
import { type Wait, awaitInstalled } from './live/await-installed.js';
import type { LiveRows } from './live/live-rows.js';
import { readBack, sendTransactions } from './live/send.js';
import { settleNodes } from './live/settle.js';
import { type Change, type Failure, type ApplyOutcome, fail } from '../../model/change.js';
import type { ZoneRows } from '../../model/northbound.js';
import type { ReleaseProfile } from '../../model/release.js';
import type { Client } from '../../clients/ovsdb/index.js';
import { northboundSchema } from '../../northbound/schema/northbound.js';
import type { TransactionLimits } from './wire/transactions.js';
import { listText } from './wire/wire-value.js';

/** The settings of an apply. */
export interface ApplyRowsOptions {
  /** The release of the rows. */
  readonly release: ReleaseProfile;
  readonly limits: TransactionLimits;
  readonly wait: Wait;
  /** Timeout in milliseconds. */
  readonly installTimeout: number;
  /** The rows of the database that the plan has read. */
  readonly live: LiveRows;
  /** Lock that every transaction must hold. If unset, none. */
  readonly lock?: string | undefined;
}

/** Maximum attempts after lost connections or leader changes, and maximum rejected transactions. */
const MAX_ATTEMPTS = 20;
const MAX_REFUSALS = 3;

/**
 * Applies the changes of a diff and verifies them. After an unknown result, or a transaction rejected because a row had
 * changed, reads again and continues with the remaining changes. Nothing is applied twice, as each transaction compares
 * its rows with those read. Stops if a remaining change is not part of the plan.
 */
export async function applyZone(
  client: Client,
  rows: ZoneRows,
  planned: ZoneDiff,
  options: ApplyRowsOptions,
): Promise<ApplyOutcome> {
  if (planned.changes.length === 0) return { result: 'applied', writes: 0 };
  const { live } = options;
  const refusal = refuseForeign(planned);
  if (refusal) return refusal;
  let diff = planned;
  let writes = 0;
  let refusals = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const transactions = diff.transactions(options.limits, true);
    const sent = await sendTransactions(client, transactions, live, options.lock, () => settleNodes(client));
    writes += sent.writes;
    if (sent.result === 'failed') return fail(sent.problem, false);
    if (sent.result === 'sent') {
      const problems = await readBack(live, transactions, sent.ahead);
      return problems.length > 0 ? { result: 'failed', problems, transient: true } : finish(client, writes, options);
    }
    const seen = await live.read(columnsToRead.bind(undefined, rows));
    if (seen.result === 'failed') return { ...seen, problems: [...toList(sent.problem), ...seen.problems] };
    diff = diffZone(rows, seen.live, options.release);
    if (diff.problems.length > 0) return { result: 'failed', problems: diff.problems, transient: true };
    if (diff.changes.length === 0) return finish(client, writes, options);
    const strange = diff.changes.filter(isNotIn(planned.changes));
    if (strange.length > 0) {
      return fail(`the database has changed since the plan: ${namesOf(strange)}, run plan again`, true);
    }
    if (sent.result !== 'unknown' && ++refusals > MAX_REFUSALS) return fail(sent.problem, sent.result === 'moved');
  }
  return fail(`the connection broke ${MAX_ATTEMPTS} times, not applied: ${namesOf(diff.changes)}`, true);
}

/** Returns all changes of a diff as one transaction of any size: the params of an RFC 7047 §4.1.3 `transact`. */
export function writeTransaction(planned: ZoneDiff): readonly unknown[] | Failure {
  const refusal = refuseForeign(planned);
  if (refusal) return refusal;
  const { next } = planned.transactions({ operations: Infinity, bytes: Infinity });
  return ['OVN_Northbound', ...(next()?.operations ?? [])];
}

function refuseForeign({ changes }: ZoneDiff): Failure | undefined {
  const foreign = changes.filter(({ drift }) => drift === 'foreign');
  if (foreign.length === 0) return undefined;
  return fail(`rows of other owners have the identities of Weir's rows: ${namesOf(foreign)}`, false);
}

async function finish(
  client: Client,
  writes: number,
  { wait, installTimeout }: ApplyRowsOptions,
): Promise<ApplyOutcome> {
  const failure = wait === 'none' ? undefined : await awaitInstalled(client, wait, installTimeout);
  return failure ?? { result: 'applied', writes };
}

/**
 * Returns true if a remaining change was not planned: a different row, or different content. An existing row may still
 * lack references, which the plan did not list as separate changes.
 */
function isNotIn(planned: readonly Change[]): (change: Change) => boolean {
  const idOf = (change: Change): string => JSON.stringify([change.sort, change.name, change.drift, contentOf(change)]);
  const ids = new Set(planned.map(idOf));
  return (change) => !ids.has(idOf(change)) && (change.drift !== 'changed' || contentOf(change).length > 0);
}

/** Returns the changed fields without references. */
function contentOf({ sort, fields }: Change): Change['fields'] {
  const columns = northboundSchema.get(sort)?.columns;
  return fields.filter(({ name }) => columns?.get(name)?.key.reference === undefined);
}

function namesOf(changes: readonly Change[]): string {
  return listText(changes.map(({ sort, name, drift }) => `${sort} '${name}' (${drift})`));
}

function toList(problem: string): string[] {
  return problem === '' ? [] : [problem];
}
