import { isObject } from '../../std/json.js';
import type { OperationResult, RowQuery, OvsdbRejection, RowSelection, TransactResult } from './client.js';
import type { Connection } from './connection.js';
import { isRow, isValue, uuidOf } from './notation.js';
import type { OvsdbOperation } from './operation.js';
import type { OvsdbSettings } from './options.js';
import { readAnswer, refusalOf } from './requests.js';
import type { OvsdbSession } from './session.js';
import { type Defect, writeOperations } from './transaction-text.js';

/** Reads rows. See `Client.select`. */
export async function select(
  connection: Connection,
  { database, request }: OvsdbSettings,
  queries: readonly RowQuery[],
): Promise<RowSelection> {
  const operations = queries.map((query) => ({ op: 'select' as const, where: [], ...query }));
  const params = JSON.stringify([database, ...operations]);
  const answer = await readAnswer(connection, ({ session }, settle) => {
    session.send('transact', params, request, settle);
  });
  if (answer.result !== 'value') return answer;
  const outcome = readOutcome(
    answer.value,
    operations.map(({ op }) => op),
  );
  if (outcome?.result === 'refused') return outcome;
  const rows = outcome?.results.map((result) => result.rows);
  if (!rows?.every((of) => of !== undefined)) {
    const problem = refuseResults(answer.link.session, answer.link.remote);
    return { result: 'failed', problems: [problem], transient: true };
  }
  return { result: 'rows', rows };
}

/** Commits a transaction. See `Client.transact`. Rejects with the error of operations that throw. */
export async function transact(
  connection: Connection,
  { database, request }: OvsdbSettings,
  operations: Iterable<OvsdbOperation>,
): Promise<TransactResult> {
  const acquired = await connection.acquire();
  if (acquired.result === 'failed') return notSent({ problem: acquired.problems.join('; '), gaps: [] });
  const { session, schema, remote } = acquired.link;
  const { pieces, ops, defect } = writeOperations(database, operations, schema);
  const first = pieces.next();
  const early = defect();
  if (early || first.done === true) return notSent(early ?? { problem: 'there is nothing to send', gaps: [] });
  const failures: Error[] = [];
  const reply = await session.request('transact', unlessDefective(), request);
  const [failure] = failures;
  if (failure) throw failure;
  const late = defect();
  if (late) return notSent(late);
  if (reply.result === 'error') return refusalOf(reply.error);
  if (reply.result === 'lost') {
    return reply.sent ? { result: 'unknown', problem: reply.reason } : notSent({ problem: reply.reason, gaps: [] });
  }
  return readOutcome(reply.value, ops) ?? { result: 'unknown', problem: refuseResults(session, remote) };

  /**
   * Yields the pieces of the request, and closes the connection if it must be aborted. An aborted request is never
   * executed, and the connection cannot be used afterwards.
   */
  function* unlessDefective(): Generator<string> {
    yield first.value ?? '';
    try {
      yield* pieces;
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)));
      session.close('a request was broken off: its operations cannot be produced');
      return;
    }
    const found = defect();
    if (found) session.close(`a request was broken off: ${found.problem}`);
  }
}

function notSent({ problem, gaps }: Defect): TransactResult {
  return { result: 'not-sent', problem, gaps };
}

function refuseResults(session: OvsdbSession, remote: string): string {
  const deed = 'sent something that is not a result of the transaction';
  session.refuse(deed);
  return `${remote} ${deed}`;
}

/**
 * Parses the result of `transact` (RFC 7047 §4.1.3): one element per operation, null after a failed one, and another
 * one for an error at commit. Returns undefined for any other value.
 */
function readOutcome(
  value: unknown,
  operations: readonly OvsdbOperation['op'][],
): { result: 'committed'; results: readonly OperationResult[] } | OvsdbRejection | undefined {
  if (!Array.isArray(value)) return undefined;
  const results: OperationResult[] = [];
  for (const [index, element] of (value as readonly unknown[]).entries()) {
    if (!isObject(element)) return undefined;
    const op = operations[index];
    if ('error' in element) return refusalOf(element, op === undefined ? undefined : index);
    const result = readResult(op, element);
    if (result === undefined) return undefined;
    results.push(result);
  }
  return results.length === operations.length ? { result: 'committed', results } : undefined;
}

/** Returns the result of a successful operation (RFC 7047 §5.2), or undefined if it has another form. */
function readResult(
  op: OvsdbOperation['op'] | undefined,
  { uuid, count, rows }: Readonly<Record<string, unknown>>,
): OperationResult | undefined {
  switch (op) {
    case 'insert': {
      const text = isValue(uuid) ? uuidOf(uuid) : undefined;
      return text === undefined ? undefined : { uuid: text };
    }
    case 'update':
    case 'mutate':
    case 'delete':
      return typeof count === 'number' ? { count } : undefined;
    case 'select':
      return Array.isArray(rows) && rows.every(isRow) ? { rows } : undefined;
    case undefined:
      return undefined;
    default:
      return {};
  }
}
