import type { IncomingMessage } from 'node:http';
import { fail } from '../../model/change.js';
import { createFramer } from '../../std/json-frames.js';
import { LIMITS, type RawAnswer, readRetryAfter, weighAnswer } from './answer.js';
import type { Access, Authorization } from './credentials.js';
import { type Resource, apiPathOf } from './discovery.js';
import { authorizeRequest, openRequest, withQuery } from './send.js';
import { type WatchEnd, type WatchEvent, type WatchMessage, readWatchMessage } from './watch-message.js';

export interface WatchRequest {
  /** Version after which changes are received. */
  readonly resourceVersion: string;
  /** Seconds after which the server ends the watch. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Called when the server has accepted the watch. */
  readonly onOpen: () => void;
  /** Called with each version that is complete, and with its change, if any. */
  readonly onVersion: (resourceVersion: string, event: WatchEvent | undefined) => void;
}

/** Milliseconds without data after which a connection counts as dead. Servers send a bookmark about every minute. */
const SILENCE = 150_000;

/** Maximum bytes of an event. etcd stores objects of at most 1.5 MB by default. */
const LARGEST_EVENT = 64 * 1024 * 1024;

/** Maximum bytes of a Status. */
const LARGEST_REFUSAL = 1024 * 1024;

/** How the messages of a watch are received. */
export interface WatchReceiver {
  /** Milliseconds without data after which the connection counts as dead. */
  readonly silence: number;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onMessage: (message: WatchMessage) => void;
}

/**
 * Receives the changes of a kind (Kubernetes API, "Efficient detection of changes"). Requests bookmarks, which are
 * versions without a change. An event of another kind, or that is none, ends the watch as a failure.
 */
export async function watchObjects(access: Access, resource: Resource, options: WatchRequest): Promise<WatchEnd> {
  const { resourceVersion, seconds, signal, onOpen, onVersion } = options;
  const query = { resourceVersion, timeoutSeconds: String(seconds) };
  const what = `watch ${resource.plural}`;
  const answer = await openWatch(access, resource, query, {
    ...{ silence: SILENCE, signal, onOpen },
    onMessage: ({ resourceVersion, event }) => {
      onVersion(resourceVersion, event);
    },
  });
  if (signal.aborted) return { result: 'ended' };
  if (!('status' in answer)) return answer;
  const judged = weighAnswer(answer, what).answer;
  if (judged.result === 'expired' || judged.result === 'missing' || judged.result === 'failed') return judged;
  return fail(`${what}: HTTP ${answer.status}`, true);
}

/** Opens a watch with bookmarks, and receives its messages. Returns its end, or the response of a server that refuses. */
export function openWatch(
  access: Access,
  resource: Resource,
  query: Readonly<Record<string, string>>,
  receiver: WatchReceiver,
): Promise<RawAnswer | WatchEnd> {
  const path = withQuery(apiPathOf(resource, ''), { watch: 'true', allowWatchBookmarks: 'true', ...query });
  return authorizeRequest(access, 'GET', (given) => receive(access.server, path, given, resource, receiver));
}

/** Receives events, or the whole response if the server does not accept the watch. */
function receive(
  server: URL,
  path: string,
  given: Authorization,
  resource: Resource,
  receiver: WatchReceiver,
): Promise<RawAnswer | WatchEnd> {
  const { signal, silence } = receiver;
  return new Promise((resolve, reject) => {
    // The next watch begins before the connection of this one is closed.
    const release = (): void => {
      signal.removeEventListener('abort', abort);
    };
    const finish = (end: RawAnswer | WatchEnd): void => {
      release();
      resolve(end);
      sent.destroy();
    };
    const refuse = (error: Error): void => {
      release();
      reject(error);
    };
    const abort = (): void => {
      finish({ result: 'ended' });
    };
    const read = (response: IncomingMessage): void => {
      response.on('error', refuse);
      if (response.statusCode === 200) readEvents(response, resource, receiver, finish);
      else readRefusal(response, finish);
    };
    const sent = openRequest(server, { method: 'GET', path }, given, silence, read, refuse);
    sent.on('close', () => {
      refuse(new Error('the connection broke'));
    });
    signal.addEventListener('abort', abort);
    sent.end();
    if (signal.aborted) abort();
  });
}

function readEvents(
  response: IncomingMessage,
  resource: Resource,
  { onOpen, onMessage }: WatchReceiver,
  finish: (end: WatchEnd) => void,
): void {
  const frame = createFramer({ ...LIMITS, bytes: LARGEST_EVENT });
  onOpen();
  let end: WatchEnd | undefined;
  response.on('data', (chunk: Buffer) => {
    if (end) return;
    const problem = frame(chunk, (message, containers) => {
      const weight = { bytes: message.length, containers };
      end ??= readWatchMessage(message, resource, (read) => {
        onMessage({ ...read, weight });
      });
    });
    if (problem !== undefined) end ??= fail(`watch ${resource.plural}: the server ${problem}`, true);
    if (end) finish(end);
  });
  response.on('end', () => {
    finish({ result: 'ended' });
  });
}

/** Reads the response of a server that does not accept the watch. */
function readRefusal(response: IncomingMessage, finish: (end: RawAnswer | WatchEnd) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LARGEST_REFUSAL) finish(fail('the answer to a watch is too large', true));
  });
  response.on('end', () => {
    const seconds = readRetryAfter(response.headers['retry-after'], Date.now());
    const retryAfter = seconds > 0 ? { retryAfter: seconds } : {};
    finish({ status: response.statusCode ?? 0, ...retryAfter, body: Buffer.concat(chunks) });
  });
}
