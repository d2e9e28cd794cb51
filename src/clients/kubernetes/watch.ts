import type { IncomingMessage } from 'node:http';
import { type Failure, fail } from '../../model/change.js';
import { textOf } from '../../model/kubernetes-object.js';
import { createFramer } from '../../std/json-frames.js';
import { type JsonObject, asObject } from '../../std/json.js';
import { LIMITS, type RawAnswer, weighAnswer } from './answer.js';
import type { Access, Authorization } from './credentials.js';
import { type Resource, apiPathOf } from './discovery.js';
import { readObject } from './list.js';
import { authorizeRequest, openRequest, withQuery } from './send.js';

/** A change of an object. A removed object is in its last state. */
export interface WatchEvent {
  readonly type: 'stored' | 'removed';
  readonly object: JsonObject;
}

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

/**
 * The end of a watch. `ended`: by the server after its time, or by the signal. `expired`: the version is too old (410).
 * `missing`: the kind is not served.
 */
export type WatchEnd = { readonly result: 'ended' | 'expired' | 'missing' } | Failure;

/** Milliseconds without data after which a connection counts as dead. Servers send a bookmark about every minute. */
const SILENCE = 150_000;

/** Maximum bytes of an event. etcd stores objects of at most 1.5 MB by default. */
const LARGEST_EVENT = 64 * 1024 * 1024;

/** Maximum bytes of a Status. */
const LARGEST_REFUSAL = 1024 * 1024;

/**
 * Receives the changes of a kind (Kubernetes API, "Efficient detection of changes"). Requests bookmarks, which are
 * versions without a change. An event of another kind, or that is none, ends the watch as a failure.
 */
export async function watchObjects(access: Access, resource: Resource, options: WatchRequest): Promise<WatchEnd> {
  const { resourceVersion, seconds } = options;
  const path = withQuery(apiPathOf(resource, ''), {
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion,
    timeoutSeconds: String(seconds),
  });
  const what = `watch ${resource.plural}`;
  const answer = await authorizeRequest(access, 'GET', (given) =>
    receive(access.server, path, given, resource, options),
  );
  if (options.signal.aborted) return { result: 'ended' };
  if (!('status' in answer)) return answer;
  const judged = weighAnswer(answer, what).answer;
  if (judged.result === 'expired' || judged.result === 'missing' || judged.result === 'failed') return judged;
  return fail(`${what}: HTTP ${answer.status}`, true);
}

/** Receives events, or the whole response if the server does not accept the watch. */
function receive(
  server: URL,
  path: string,
  given: Authorization,
  resource: Resource,
  options: WatchRequest,
): Promise<RawAnswer | WatchEnd> {
  const { signal } = options;
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
      if (response.statusCode === 200) readEvents(response, resource, options, finish);
      else readRefusal(response, finish);
    };
    const sent = openRequest(server, { method: 'GET', path }, given, SILENCE, read, refuse);
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
  { onOpen, onVersion }: WatchRequest,
  finish: (end: WatchEnd) => void,
): void {
  const frame = createFramer({ ...LIMITS, bytes: LARGEST_EVENT });
  onOpen();
  let end: WatchEnd | undefined;
  response.on('data', (chunk: Buffer) => {
    if (end) return;
    const problem = frame(chunk, (message) => (end ??= readEvent(message, resource, onVersion)));
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
    finish({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) });
  });
}

/** Passes an event on. Returns the end of the watch if the event is its end. */
function readEvent(message: Buffer, resource: Resource, onVersion: WatchRequest['onVersion']): WatchEnd | undefined {
  const invalid = fail(`watch ${resource.plural}: the server sent something that is not an event`, true);
  const { type, object } = parse(message) ?? {};
  const changed = asObject(object);
  if (!changed) return invalid;
  if (type === 'ERROR') return readError(changed, resource);
  const version = textOf(asObject(changed.metadata)?.resourceVersion);
  if (version === '') return invalid;
  if (type === 'BOOKMARK') {
    onVersion(version, undefined);
    return undefined;
  }
  const read = readObject(changed, resource);
  const isStored = type === 'ADDED' || type === 'MODIFIED';
  if (!read || !(isStored || type === 'DELETED')) return invalid;
  onVersion(version, { type: isStored ? 'stored' : 'removed', object: read });
  return undefined;
}

/** Reads the Status of an event of type ERROR. */
function readError({ code, reason, message }: JsonObject, { plural }: Resource): WatchEnd {
  if (code === 410 || reason === 'Expired' || reason === 'Gone') return { result: 'expired' };
  return fail(`watch ${plural}: ${textOf(message).slice(0, 500)}`, true);
}

function parse(message: Buffer): JsonObject | undefined {
  try {
    return asObject(JSON.parse(message.toString()));
  } catch {
    return undefined;
  }
}
