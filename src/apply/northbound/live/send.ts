import type { Client, RowSelection, TransactResult } from '../../../clients/ovsdb/index.js';
import type { OvsdbOperation } from '../../../clients/ovsdb/operation.js';
import { uuidOf } from '../../../clients/ovsdb/notation.js';
import { whereIs } from '../wire/row-condition.js';
import type { PreparedTransaction, SeenRow, Transactions } from '../wire/transactions.js';
import type { LiveRows } from './live-rows.js';

/**
 * The result of sending.
 *
 * - `sent`: everything is committed.
 * - `refused`: the server rejected one, and those before it are committed. `moved`: because a row has changed.
 * - `unknown`: it is unknown whether the last one was committed, so read again.
 * - `failed`: the server cannot process it.
 */
export interface Sent {
  readonly result: 'sent' | 'moved' | 'refused' | 'unknown' | 'failed';
  /** Number of transactions that were certainly committed. */
  readonly writes: number;
  /** Reason as a sentence, or '' if all were committed. */
  readonly problem: string;
  /** The data of `readBack`, requested right after the last transaction. */
  readonly ahead?: Promise<RowSelection> | undefined;
}

interface InFlight {
  readonly prepared: PreparedTransaction;
  readonly result: Promise<TransactResult>;
}

/** Maximum number of transactions in flight, so that the next is created while the server processes one. */
const MAX_IN_FLIGHT = 2;

/**
 * Sends transactions in order, up to the first that is not committed. Rows that were read without a version get their
 * current one first, if they are still as they were read. `lock` must be held at each commit, if set. `settle` waits for
 * nodes.
 */
export async function sendTransactions(
  client: Client,
  transactions: Transactions,
  { selectAhead, isCurrent }: Pick<LiveRows, 'selectAhead' | 'isCurrent'>,
  lock?: string,
  settle: () => Promise<void> = () => Promise.resolve(),
): Promise<Sent> {
  const flying: InFlight[] = [];
  let writes = 0;
  let ahead: Promise<RowSelection> | undefined;
  const unseen = transactions.unseen();
  const unread = await lookAgain(client, unseen, transactions);
  if (unread !== undefined) return { result: 'unknown', writes, problem: unread };
  // A change that precedes the versions has arrived before them.
  if (!unseen.every(({ table, uuid, row }) => isCurrent(table, uuid, row))) {
    return { result: 'moved', writes, problem: 'a row has changed since it was read' };
  }
  for (;;) {
    if (flying.length === 0 || (flying.length < MAX_IN_FLIGHT && transactions.mayOverlap())) {
      if (transactions.mustSettle()) await settle();
      const prepared = transactions.next();
      if (prepared) {
        flying.push({
          prepared,
          result: client.transact(lock === undefined ? prepared.operations : withLock(prepared.operations, lock)),
        });
        continue;
      }
    }
    const queries = ahead ? undefined : transactions.queriesAhead();
    if (queries) ahead = selectAhead?.(queries);
    const oldest = flying.shift();
    if (oldest === undefined) return { result: 'sent', writes, problem: '', ahead };
    const result = await oldest.result;
    if (result.result !== 'committed') {
      const others = await Promise.all(flying.map((one) => one.result));
      return { ...endOf(result), writes: writes + others.filter((other) => other.result === 'committed').length };
    }
    writes++;
    const problem = await lookAgain(client, oldest.prepared.committed(result.results), transactions);
    if (problem !== undefined) {
      await Promise.all(flying.map((one) => one.result));
      return { result: 'unknown', writes, problem };
    }
  }
}

/** Appends an operation that fails unless the lock is held (RFC 7047 §5.2.10). It is last, so results keep their places. */
function* withLock(operations: Iterable<OvsdbOperation>, lock: string): Generator<OvsdbOperation> {
  yield* operations;
  yield { op: 'assert', lock };
}

function endOf(result: Exclude<TransactResult, { result: 'committed' }>): Omit<Sent, 'writes'> {
  switch (result.result) {
    case 'unknown':
      return { result: 'unknown', problem: result.problem };
    case 'not-sent':
      // Without gaps, the connection was lost, and a new attempt may succeed.
      return { result: result.gaps.length > 0 ? 'failed' : 'unknown', problem: result.problem };
    case 'refused':
      // A failed `wait` times out. See RFC 7047 §5.2.6.
      return { result: result.error === 'timed out' ? 'moved' : 'refused', problem: result.problem };
  }
}

/** Reads the versions of rows, for comparison in the next transaction. */
async function lookAgain(
  client: Client,
  rows: readonly SeenRow[],
  transactions: Transactions,
): Promise<string | undefined> {
  if (rows.length === 0) return undefined;
  const columns = ['_version'];
  const selection = await client.select(
    rows.map(({ table, uuid }) => ({ table, columns, where: whereIs(['uuid', uuid]) })),
  );
  if (selection.result === 'refused') return selection.problem;
  if (selection.result === 'failed') return selection.problems.join('; ');
  for (const [index, { uuid }] of rows.entries()) {
    const version = uuidOf(selection.rows[index]?.[0]?._version);
    if (version === undefined) return 'a row that is to be changed is gone';
    transactions.see(uuid, version);
  }
  return undefined;
}

/**
 * Verifies the changes by reading them. Returns a sentence for each difference. A response requested in advance only
 * proves success: a clustered server may read before it commits.
 */
export async function readBack(
  { select }: Pick<LiveRows, 'select'>,
  transactions: Transactions,
  ahead: Sent['ahead'],
): Promise<readonly string[]> {
  const { queries, problemsIn } = transactions.readBack();
  const problems = (selection: RowSelection): readonly string[] => {
    if (selection.result === 'refused') return [selection.problem];
    return selection.result === 'failed' ? selection.problems : problemsIn(selection.rows);
  };
  if (ahead && problems(await ahead).length === 0) return [];
  return problems(await select(queries));
}
