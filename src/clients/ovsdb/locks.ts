import { asObject } from '../../std/json.js';
import type { LockEvent, LockResult } from './client.js';
import type { Connection } from './connection.js';
import type { ServerLink } from './link.js';
import type { Reply } from './message.js';
import type { OvsdbSettings } from './options.js';
import { readAnswer } from './requests.js';

/** Locks of a client across all its links (RFC 7047 §4.1.8 to §4.1.10). */
export interface Locks {
  /** See `Client.lock`. */
  readonly request: (
    connection: Connection,
    name: string,
    listener: (event: LockEvent) => void,
    steal: boolean,
  ) => Promise<LockResult>;
  /** See `Client.unlock`. */
  readonly release: (name: string) => Promise<void>;
  /** Requests all locks again on a new link. */
  readonly resume: (link: ServerLink) => void;
  /** Marks all locks as lost with the link. */
  readonly pause: () => void;
  /** Processes notifications about locks. */
  readonly notify: (method: 'locked' | 'stolen', params: readonly unknown[]) => void;
}

interface Lock {
  readonly name: string;
  readonly listener: (event: LockEvent) => void;
  /** True if the server accepted the request, which is then repeated on each new link. */
  isEstablished: boolean;
  isHeld: boolean;
}

/** Creates the locks of one client. */
export function createLocks(settings: OvsdbSettings): Locks {
  const locks = new Map<string, Lock>();
  let current: ServerLink | undefined;

  const hold = (lock: Lock, isHeld: boolean): void => {
    if (lock.isHeld === isHeld) return;
    lock.isHeld = isHeld;
    lock.listener(isHeld ? 'locked' : 'lost');
  };
  const isReleased = (lock: Lock): boolean => locks.get(lock.name) !== lock;
  const ask = (lock: Lock, method: 'lock' | 'steal', link: ServerLink, settle: (reply: Reply) => void): void => {
    if (isReleased(lock)) {
      settle({ result: 'error', error: 'released' });
      return;
    }
    link.session.send(method, JSON.stringify([lock.name]), settings.request, (reply) => {
      if (reply.result === 'value' && !isReleased(lock)) {
        lock.isEstablished = true;
        if (isLocked(reply.value)) hold(lock, true);
      }
      settle(reply);
    });
  };

  return {
    request: async (connection, name, listener, steal) => {
      if (locks.has(name)) {
        const error = 'already requested';
        return { result: 'refused', error, details: name, problem: `the lock ${name} is requested already` };
      }
      const lock: Lock = { name, listener, isEstablished: false, isHeld: false };
      locks.set(name, lock);
      const answer = await readAnswer(connection, (link, settle) => {
        ask(lock, steal ? 'steal' : 'lock', link, settle);
      });
      if (isReleased(lock)) {
        const problem = `the lock ${name} was released before it was granted`;
        return { result: 'refused', error: 'released', details: name, problem };
      }
      if (answer.result === 'value') return { result: isLocked(answer.value) ? 'locked' : 'waiting' };
      locks.delete(name);
      return answer;
    },
    release: async (name) => {
      const lock = locks.get(name);
      if (lock === undefined) return;
      locks.delete(name);
      await current?.session.request('unlock', JSON.stringify([name]), settings.request);
    },
    resume: (link) => {
      current = link;
      for (const lock of locks.values()) {
        if (!lock.isEstablished) continue;
        ask(lock, 'lock', link, (reply) => {
          if (reply.result === 'error') link.session.refuse(`no longer gives the lock ${lock.name}`);
        });
      }
    },
    pause: () => {
      current = undefined;
      for (const lock of locks.values()) hold(lock, false);
    },
    notify: (method, [name]) => {
      const lock = typeof name === 'string' ? locks.get(name) : undefined;
      if (lock !== undefined) hold(lock, method === 'locked');
    },
  };
}

function isLocked(value: unknown): boolean {
  return asObject(value)?.locked === true;
}
