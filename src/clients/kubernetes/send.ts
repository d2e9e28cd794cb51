import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { type Failure, fail } from '../../model/change.js';
import { backOff } from '../../std/back-off.js';
import { type RawAnswer, readRetryAfter } from './answer.js';
import type { Access, Authorization } from './credentials.js';
import { readBody } from './read-body.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the server, with its query. */
  readonly path: string;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
}

/** Retries and timeouts of a request. */
export interface Patience {
  readonly attempts: number;
  /** Milliseconds before the second attempt. Doubled for each further one. */
  readonly firstPause: number;
  /** Maximum pause in milliseconds, also if the server asks for a longer one. */
  readonly longestPause: number;
  /** Milliseconds without data after which a connection counts as dead. */
  readonly silence: number;
  /** Milliseconds from a request to the end of its response. */
  readonly longest: number;
}

export const PATIENCE: Patience = {
  attempts: 5,
  firstPause: 200,
  longestPause: 30_000,
  silence: 30_000,
  longest: 300_000,
};

/** Maximum bytes of a response. A page of a list is smaller. */
const LARGEST_ANSWER = 256 * 1024 * 1024;

/**
 * Sends a request, and retries it while the server is overloaded (429, with its Retry-After), fails (5xx), or the
 * connection breaks. All requests of Weir are idempotent, so a write that already succeeded changes nothing when
 * repeated. A repeated creation or update is a conflict (409). `mayWrite` is called before each attempt of a write, and its
 * failure is returned.
 */
export async function sendRequest(
  access: Access,
  request: ApiRequest,
  patience: Patience,
  mayWrite?: () => Promise<Failure | undefined>,
): Promise<RawAnswer | Failure> {
  return repeatRequest(async () => {
    const refusal = request.method === 'GET' ? undefined : await mayWrite?.();
    return refusal ? { refusal } : attemptRequest(access, request, patience);
  }, patience).then((answer) => ('refusal' in answer ? answer.refusal : answer));
}

/**
 * Makes attempts until one has an outcome that is not transient. Pauses between them, at least as long as the server
 * asks.
 */
export async function repeatRequest<Outcome extends object>(
  attempt: () => Promise<RawAnswer | Failure | Outcome>,
  { attempts, firstPause, longestPause }: Patience,
): Promise<RawAnswer | Failure | Outcome> {
  for (let count = 1; ; count++) {
    const answer = await attempt();
    if (!isTransient(answer) || count >= attempts) return answer;
    const asked = 'retryAfter' in answer ? 1000 * answer.retryAfter : 0;
    await pause(Math.min(Math.max(asked, backOff(count, firstPause, longestPause)), longestPause));
  }
}

function isTransient(answer: object): boolean {
  if ('status' in answer) return mayChange(Number(answer.status));
  return 'transient' in answer && answer.transient === true;
}

/** Returns true if a status may change. 501 and 505 are permanent. */
function mayChange(status: number): boolean {
  return status === 429 || [500, 502, 503, 504].includes(status);
}

function attemptRequest(access: Access, request: ApiRequest, patience: Patience): Promise<RawAnswer | Failure> {
  return authorizeRequest(access, request.method, (options) => exchange(access.server, request, options, patience));
}

/** Calls `send` with credentials. Returns a failure without secrets if there are none, or if it rejects. */
export async function authorizeRequest<Answer>(
  access: Access,
  method: ApiRequest['method'],
  send: (options: Authorization) => Promise<Answer>,
): Promise<Answer | Failure> {
  let options: Authorization;
  try {
    options = await access.authorize();
  } catch (error) {
    return fail(`no credentials for ${access.server.origin}: ${explainCredentials(error)}`);
  }
  try {
    return await send(options);
  } catch (error) {
    return fail(`${method} ${access.server.origin}: ${explainConnection(error)}`, true);
  }
}

/** Returns a path with a query. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

/**
 * Opens a request, and passes its response to `receive`, or an error to `refuse`. The caller sends it. `silence`:
 * milliseconds without data after which it fails.
 */
export function openRequest(
  server: URL,
  { method, path, body, contentType }: ApiRequest,
  options: Authorization,
  silence: number,
  receive: (response: IncomingMessage) => void,
  refuse: (error: Error) => void,
): ClientRequest {
  const url = new URL(server.pathname.replace(/\/$/, '') + path, server.origin);
  const headers = {
    ...options.headers,
    accept: 'application/json',
    'user-agent': 'weir',
    ...(body === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
  };
  const open = url.protocol === 'http:' ? requestHttp : requestHttps;
  const sent = open(url, { ...options, method, headers, timeout: silence }, receive);
  sent.on('timeout', () => sent.destroy(new Error(`no answer for ${silence / 1000} s`)));
  // A protocol switch ends without a response, and the library does not report that.
  sent.on('upgrade', (_, socket) => {
    socket.destroy();
    refuse(new Error('the server changes the protocol'));
  });
  sent.on('error', refuse);
  return sent;
}

function exchange(server: URL, request: ApiRequest, options: Authorization, patience: Patience): Promise<RawAnswer> {
  const { silence, longest } = patience;
  return new Promise((resolve, reject) => {
    const receive = (response: IncomingMessage): void => {
      readBody(response, LARGEST_ANSWER).then((body) => {
        const seconds = readRetryAfter(response.headers['retry-after'], Date.now());
        const retryAfter = seconds > 0 ? { retryAfter: seconds } : {};
        resolve({ status: response.statusCode ?? 0, ...retryAfter, body });
      }, reject);
    };
    const sent = openRequest(server, request, options, silence, receive, reject);
    const deadline = setTimeout(() => {
      sent.destroy();
      reject(new Error(`the answer has not ended after ${longest / 1000} s`));
    }, longest);
    sent.on('close', () => {
      clearTimeout(deadline);
    });
    sent.end(request.body);
  });
}

/**
 * Describes an error of the credentials without its message: the output of a credential plugin and messages of the
 * library can contain secrets.
 */
function explainCredentials(error: unknown): string {
  const isInsecure = error instanceof Error && error.message.startsWith('HTTP protocol is not allowed');
  return isInsecure
    ? 'the server of the kubeconfig is http, which would send them in the clear'
    : 'the user of the kubeconfig has a plugin, a file or a certificate that cannot be used';
}

function explainConnection(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection broke';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return code === 'ECONNRESET' ? 'the connection was reset' : code;
}
