import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { createFramer } from '../../std/json-frames.js';
import { limitsFor } from './limits.js';
import { watchLiveness } from './liveness.js';
import { type Message, type Reply, readMessage } from './message.js';
import { createOutbox, type Outbox } from './outbox.js';
import { describeSocketError } from './socket-error.js';

/** Options of a session and its listeners. Times are in milliseconds. */
export interface SessionOptions {
  readonly name: string;
  readonly messageLimit: number;
  readonly idle: number;
  readonly silence: number;
  /** Receives each notification. If it returns a description of a protocol violation, the session ends. */
  readonly onNotification: (method: string, params: readonly unknown[]) => string | undefined;
  /** Called once at the end, before pending requests fail. `transient`: true if another connection may succeed. */
  readonly onClose: (reason: string, transient: boolean) => void;
}

/** A JSON-RPC 1.0 session (RFC 7047 §4) on one connection. */
export interface OvsdbSession {
  /**
   * Sends a request. `settle` is called once, before any message after the response is processed. If there is no
   * response within `timeout` milliseconds, the session ends. A late response could not be distinguished from that of
   * the next request.
   *
   * `params` is the text of a JSON array. In pieces, the later ones are produced while the server reads the first.
   */
  readonly send: (
    method: string,
    params: string | Iterable<string>,
    timeout: number,
    settle: (reply: Reply) => void,
  ) => void;
  /** Sends a request and returns its reply as a promise. */
  readonly request: (method: string, params: string | Iterable<string>, timeout: number) => Promise<Reply>;
  /**
   * Ends the session because of the server. `deed` describes what it did, for example `sent no schema`. `transient`
   * (default: true): true if another connection may succeed.
   */
  readonly refuse: (deed: string, transient?: boolean) => void;
  /** Ends the session for a reason of this client. */
  readonly close: (reason: string) => void;
}

interface Pending {
  readonly settle: (reply: Reply) => void;
  readonly timer: NodeJS.Timeout;
}

/** Maximum bytes of responses to its requests that a server may leave unread. */
const MAX_UNREAD_ANSWERS = 16 * 1024 * 1024;

/** Opens a JSON-RPC session on a connected socket, which the session then owns. */
export function openOvsdbSession(socket: Socket, options: SessionOptions): OvsdbSession {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let closedBecause: string | undefined;

  const close = (reason: string, transient = true): void => {
    if (closedBecause !== undefined) return;
    closedBecause = reason;
    liveness.stop();
    socket.destroy();
    options.onClose(reason, transient);
    for (const { settle, timer } of pending.values()) {
      clearTimeout(timer);
      settle({ result: 'lost', sent: true, reason });
    }
    pending.clear();
  };
  const refuse: OvsdbSession['refuse'] = (deed, transient) => {
    close(`${options.name} ${deed}`, transient);
  };

  const send: OvsdbSession['send'] = (method, params, timeout, settle) => {
    if (closedBecause !== undefined) {
      settle({ result: 'lost', sent: false, reason: closedBecause });
      return;
    }
    const id = ++lastId;
    const timer = setTimeout(() => {
      refuse(`did not answer ${method} within ${timeout} ms`);
    }, timeout);
    pending.set(id, { settle, timer });
    const head = `{"id":${id},"method":${JSON.stringify(method)},"params":`;
    if (typeof params === 'string') outbox.write(`${head}${params}}`);
    else outbox.writePieces(enclose(head, params, '}'));
  };

  const receive = (message: Message): string | undefined => {
    if (message.type === 'notification') return options.onNotification(message.method, message.params);
    if (message.type === 'request') return answer(message);
    const waiting = typeof message.id === 'number' ? pending.get(message.id) : undefined;
    if (waiting === undefined) return 'answered a request that was not made';
    pending.delete(message.id as number);
    clearTimeout(waiting.timer);
    waiting.settle(message.reply);
    return undefined;
  };

  const outbox = createOutbox(socket);
  const answer = createAnswerer(outbox);
  const framer = createFramer(limitsFor(options.messageLimit));
  const deliver = (bytes: Buffer): void => {
    if (closedBecause !== undefined) return;
    const message = isUtf8(bytes) ? readMessage(bytes.toString('utf8')) : 'sent text that is not UTF-8';
    const deed = typeof message === 'string' ? message : receive(message);
    if (deed !== undefined) refuse(deed);
  };
  const liveness = watchLiveness({
    idle: options.idle,
    silence: options.silence,
    ask: () => {
      send('echo', '[]', options.idle + options.silence + options.idle, () => undefined);
    },
    onSilence: () => {
      refuse(`is silent for ${options.idle + options.silence} ms`);
    },
  });
  socket.on('data', (chunk: Buffer) => {
    if (closedBecause !== undefined) return;
    liveness.heard();
    const deed = framer(chunk, deliver);
    if (deed !== undefined) refuse(deed);
  });
  socket.on('error', (error) => {
    const { message, transient } = describeSocketError(error);
    close(`the connection to ${options.name} broke: ${message}`, transient);
  });
  socket.on('close', () => {
    refuse('closed the connection');
  });

  return {
    send,
    request: (method, params, timeout) =>
      new Promise((resolve) => {
        send(method, params, timeout, resolve);
      }),
    refuse,
    close: (reason) => {
      close(reason);
    },
  };
}

function* enclose(head: string, pieces: Iterable<string>, tail: string): Generator<string> {
  yield head;
  yield* pieces;
  yield tail;
}

/**
 * Creates a responder to requests of a server: an echo returns its parameters (RFC 7047 §4.1.11), any other request an
 * error. Returns a description if the server reads no responses, which would pile up.
 */
function createAnswerer(outbox: Outbox): (message: Extract<Message, { type: 'request' }>) => string | undefined {
  let unread = 0;
  return ({ id, method, params }) => {
    const content = method === 'echo' ? { result: params, error: null } : { result: null, error: 'unknown method' };
    const text = JSON.stringify({ id, ...content });
    unread += text.length;
    if (unread > MAX_UNREAD_ANSWERS) return 'asks without reading the answers';
    outbox.write(text, () => {
      unread -= text.length;
    });
    return undefined;
  };
}
