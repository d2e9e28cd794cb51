import { isObject } from '../../std/json.js';
import type { Connection } from './connection.js';
import type { OvsdbRejection, Unavailable } from './client.js';
import type { ServerLink } from './link.js';
import type { Reply } from './message.js';

/** Response to a request that can be repeated. `link`: the link of the response. */
export type RequestResult =
  { readonly result: 'value'; readonly value: unknown; readonly link: ServerLink } | OvsdbRejection | Unavailable;

/**
 * Maximum attempts of a request until the server counts as unavailable. A new leader can lose its leadership at once.
 */
const MAX_TRIES = 3;

/** Sends a request on a link, and passes the reply to `settle`. */
export type AskServer = (link: ServerLink, settle: (reply: Reply) => void) => void;

/** Sends a read-only request, and repeats it if the connection breaks before the response. */
export async function readAnswer(connection: Connection, ask: AskServer): Promise<RequestResult> {
  let problem = '';
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const acquired = await connection.acquire();
    if (acquired.result === 'failed') return acquired;
    const { link } = acquired;
    const reply = await new Promise<Reply>((resolve) => {
      ask(link, resolve);
    });
    if (reply.result === 'value') return { ...reply, link };
    if (reply.result === 'error') return refusalOf(reply.error);
    problem = reply.reason;
  }
  return { result: 'failed', problems: [problem], transient: true };
}

/** Returns a JSON-RPC error as a rejection. OVSDB sends an <error> (RFC 7047 §3.1) or only its name. */
export function refusalOf(error: unknown, operation?: number): OvsdbRejection {
  const { error: name, details } = isObject(error) ? error : { error, details: undefined };
  const refusal = {
    error: typeof name === 'string' ? name : 'unnamed error',
    details: typeof details === 'string' ? details : '',
  };
  const where = operation === undefined ? '' : `operation ${operation}: `;
  const problem = `the server refuses ${where}${refusal.error}${refusal.details === '' ? '' : ` (${refusal.details})`}`;
  return { result: 'refused', ...refusal, ...(operation === undefined ? {} : { operation }), problem };
}
