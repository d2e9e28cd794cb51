import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { createFramer, limitsFor } from './framing.js';
import { watchLiveness } from './liveness.js';
import { type Message, type Reply, readMessage } from './message.js';

/** How a session is kept, and who hears of what happens on it. Times in ms. */
export interface SessionOptions {
  readonly name: string;
  readonly messageLimit: number;
  readonly idle: number;
  readonly silence: number;
  /** Hears each notification; a text that it gives is what the server did wrong, and ends the session. */
  readonly onNotification: (method: string, params: readonly unknown[]) => string | undefined;
  /** Hears the end, once, before the requests without an answer are told. */
  readonly onClose: (reason: string) => void;
}

/** JSON-RPC 1.0 (RFC 7047 §4) on one connection. */
export interface Session {
  /**
   * Sends a request. `settle` is called once, and before any message that follows the answer is looked at. The session
   * ends when there is no answer within `timeout` ms: what then comes could not be told from what is asked next.
   */
  readonly send: (method: string, params: string, timeout: number, settle: (reply: Reply) => void) => void;
  /** The same as a promise; `params` is the text of a JSON array. */
  readonly request: (method: string, params: string, timeout: number) => Promise<Reply>;
  /** Ends the session because the server did this, for example `sent no schema`. */
  readonly refuse: (deed: string) => void;
  /** Ends the session for a reason of ours. */
  readonly close: (reason: string) => void;
}

interface Pending {
  readonly settle: (reply: Reply) => void;
  readonly timer: NodeJS.Timeout;
}

/** Bytes of answers to its questions that a server may leave unread. */
const MAX_UNREAD_ANSWERS = 16 * 1024 * 1024;

/** Speaks JSON-RPC over a connected socket, which the session owns from then on. */
export function openSession(socket: Socket, options: SessionOptions): Session {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let closedBecause: string | undefined;
  let unreadAnswers = 0;

  const close = (reason: string): void => {
    if (closedBecause !== undefined) return;
    closedBecause = reason;
    liveness.stop();
    socket.destroy();
    options.onClose(reason);
    for (const { settle, timer } of pending.values()) {
      clearTimeout(timer);
      settle({ result: 'lost', sent: true, reason });
    }
    pending.clear();
  };
  const refuse = (deed: string): void => {
    close(`${options.name} ${deed}`);
  };

  const send: Session['send'] = (method, params, timeout, settle) => {
    if (closedBecause !== undefined) {
      settle({ result: 'lost', sent: false, reason: closedBecause });
      return;
    }
    const id = ++lastId;
    const timer = setTimeout(() => {
      refuse(`did not answer ${method} within ${timeout} ms`);
    }, timeout);
    pending.set(id, { settle, timer });
    socket.write(`{"id":${id},"method":${JSON.stringify(method)},"params":${params}}`);
  };

  const answer = (text: string): void => {
    const { length } = text;
    unreadAnswers += length;
    if (unreadAnswers > MAX_UNREAD_ANSWERS) {
      refuse('asks without reading the answers');
      return;
    }
    socket.write(text, () => {
      unreadAnswers -= length;
    });
  };

  const receive = (message: Message): string | undefined => {
    if (message.type === 'notification') return options.onNotification(message.method, message.params);
    if (message.type === 'request') {
      const { id, method, params } = message;
      // RFC 7047 §4.1.11: the answer to an echo is what it said.
      if (method === 'echo') answer(JSON.stringify({ id, result: params, error: null }));
      else answer(JSON.stringify({ id, result: null, error: 'unknown method' }));
      return undefined;
    }
    const waiting = typeof message.id === 'number' ? pending.get(message.id) : undefined;
    if (waiting === undefined) return 'answered a request that nobody made';
    pending.delete(message.id as number);
    clearTimeout(waiting.timer);
    waiting.settle(message.reply);
    return undefined;
  };

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
    close(`the connection to ${options.name} broke: ${error.message}`);
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
    close,
  };
}
