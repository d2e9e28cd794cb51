import { isObject } from '../../std/json.js';
import type { Connection } from './connection.js';
import type { OvsdbRejection, Unavailable } from './client.js';
import type { ServerLink } from './link.js';
import type { Reply } from './message.js';

/** The answer to a request that may be repeated; `link`: the one that it came on. */
export type RequestResult =
  { readonly result: 'value'; readonly value: unknown; readonly link: ServerLink } | OvsdbRejection | Unavailable;

/** How often a request is sent before the server counts as unable to answer it: a new leader may lose its place at once. */
const MAX_TRIES = 3;

/** Sends a request on a link, and tells the reply to `settle`. */
export type AskServer = (link: ServerLink, settle: (reply: Reply) => void) => void;

/** Sends a request that changes nothing, and sends it again when the connection breaks before the answer. */
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

/** A JSON-RPC error as a refusal: OVSDB's are an <error> (RFC 7047 §3.1) or just its name. */
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
