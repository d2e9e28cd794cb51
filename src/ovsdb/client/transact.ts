import type { OperationResult, Query, Refusal, Selection, TransactResult } from './client.js';
import type { Connection } from './connection.js';
import { isRow, isValue, uuidOf } from './notation.js';
import type { Operation } from './operation.js';
import type { Settings } from './options.js';
import { read, refusalOf } from './requests.js';
import { findSchemaGaps, type SchemaGap } from './schema-gaps.js';
import type { Session } from './session.js';

/** Reads rows: see `Client.select`. */
export async function select(
  connection: Connection,
  { database, request }: Settings,
  queries: readonly Query[],
): Promise<Selection> {
  const operations = queries.map((query) => ({ op: 'select' as const, where: [], ...query }));
  const params = JSON.stringify([database, ...operations]);
  const answer = await read(connection, ({ session }, settle) => {
    session.send('transact', params, request, settle);
  });
  if (answer.result !== 'value') return answer;
  const outcome = readOutcome(answer.value, operations);
  if (outcome?.result === 'refused') return outcome;
  const rows = outcome?.results.map((result) => result.rows);
  if (!rows?.every((of) => of !== undefined)) {
    const problem = refuseResults(answer.link.session, answer.link.remote);
    return { result: 'failed', problems: [problem], transient: true };
  }
  return { result: 'rows', rows };
}

/** Commits a transaction: see `Client.transact`. */
export async function transact(
  connection: Connection,
  { database, request }: Settings,
  operations: readonly Operation[],
): Promise<TransactResult> {
  const acquired = await connection.acquire();
  if (acquired.result === 'failed') return notSent(acquired.problems.join('; '));
  const { session, schema, remote } = acquired.link;
  const gaps = findSchemaGaps(schema, operations);
  if (gaps.length > 0) return notSent(gaps.map(({ problem }) => problem).join('; '), gaps);
  const params = textOf([database, ...operations]);
  if (params === undefined) return notSent('it is larger than any text can be: split it');
  if (hasForbiddenCharacter(params))
    return notSent('a text has a NUL or half a surrogate pair, which OVSDB cannot hold');
  const reply = await session.request('transact', params, request);
  if (reply.result === 'error') return refusalOf(reply.error);
  if (reply.result === 'lost') {
    return reply.sent ? { result: 'unknown', problem: reply.reason } : notSent(reply.reason);
  }
  return readOutcome(reply.value, operations) ?? { result: 'unknown', problem: refuseResults(session, remote) };
}

function notSent(problem: string, gaps: readonly SchemaGap[] = []): TransactResult {
  return { result: 'not-sent', problem, gaps };
}

/** The JSON text; undefined when it would be longer than a string can be. */
function textOf(json: readonly unknown[]): string | undefined {
  try {
    return JSON.stringify(json);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function refuseResults(session: Session, remote: string): string {
  const deed = 'sent something that is no result of the transaction';
  session.refuse(deed);
  return `${remote} ${deed}`;
}

/**
 * Whether a JSON text has one of the characters for which ovsdb-server drops the connection: it would look like a failure
 * that a second try may help against. JSON.stringify writes them as escapes, an even number of backslashes before them.
 */
function hasForbiddenCharacter(json: string): boolean {
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return false;
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);
}

/**
 * Reads the result of `transact` (RFC 7047 §4.1.3): one element an operation, null from the failed one on, and one more
 * for an error of the commit. Undefined when it is something else.
 */
function readOutcome(
  value: unknown,
  operations: readonly Pick<Operation, 'op'>[],
): { result: 'committed'; results: readonly OperationResult[] } | Refusal | undefined {
  if (!Array.isArray(value)) return undefined;
  const results: OperationResult[] = [];
  for (const [index, element] of (value as readonly unknown[]).entries()) {
    if (typeof element !== 'object' || element === null) return undefined;
    const op = operations[index]?.op;
    if ('error' in element) return refusalOf(element, op === undefined ? undefined : index);
    const result = readResult(op, element as Readonly<Record<string, unknown>>);
    if (result === undefined) return undefined;
    results.push(result);
  }
  return results.length === operations.length ? { result: 'committed', results } : undefined;
}

/** RFC 7047 §5.2: what an operation that succeeded says; undefined when it is something else. */
function readResult(
  op: Operation['op'] | undefined,
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
