import { setTimeout as sleep } from 'node:timers/promises';
import type { Unavailable } from './client.js';
import { type ServerLink, type LinkListener, openLink } from './link.js';
import type { OvsdbSettings } from './options.js';
import { pauseAfter } from './pause.js';
import type { ServerProgress } from './server-status.js';

/** The open link, or the reason why there is none. */
export type Acquired = { readonly result: 'link'; readonly link: ServerLink } | Unavailable;

/** A connection to one of several servers. It replaces its link after each loss. */
export interface Connection {
  /** Returns the current link, or the next one. Fails if none can be opened within the timeout of the settings. */
  readonly acquire: () => Promise<Acquired>;
  /** Closes the connection permanently. */
  readonly close: (reason: string) => void;
}

/** Listeners of a connection, for notifications, opened links and lost links. */
export interface ConnectionListener {
  readonly onNotification: LinkListener['onNotification'];
  readonly onLink: (link: ServerLink) => void;
  readonly onLoss: (reason: string) => void;
}

/** Minimum lifetime of a stable link, in milliseconds. Shorter links count as failed attempts and trigger backoff. */
const STABLE_AFTER = 2000;

/** Connects to the first suitable remote, in order, and reconnects after each loss until `close`. */
export function openConnection(settings: OvsdbSettings, listener: ConnectionListener): Connection {
  const closing = new AbortController();
  const waiters = createWaiters();
  let current: { readonly link: ServerLink; readonly since: number } | undefined;
  let closedBecause: string | undefined;
  let seen: ServerProgress | undefined;
  let failures = 0;
  let turn = 0;

  const lose = (reason: string): void => {
    if (current === undefined) return;
    seen = current.link.progress() ?? seen;
    failures = performance.now() - current.since < STABLE_AFTER ? failures + 1 : 0;
    turn++;
    current = undefined;
    listener.onLoss(reason);
    if (closedBecause === undefined) void seek(pauseAfter(failures, Math.random()));
  };

  /** Tries each remote once, starting with the next one in turn. Returns the problems if all of them fail. */
  const tryRemotes = async (): Promise<Unavailable | undefined> => {
    const { remotes } = settings;
    const problems: string[] = [];
    let transient = false;
    for (let attempts = 0; attempts < remotes.length && closedBecause === undefined; attempts++) {
      const remote = remotes[turn % remotes.length];
      if (remote === undefined) break;
      const { onNotification } = listener;
      const opened = await openLink(remote, settings, seen, closing.signal, { onNotification, onClose: lose });
      if (opened.result === 'open') {
        // The connection was closed while the link was being opened.
        if (closing.signal.aborted) {
          opened.link.session.close('the connection is closed');
          break;
        }
        current = { link: opened.link, since: performance.now() };
        return undefined;
      }
      turn++;
      problems.push(opened.problem);
      transient ||= opened.transient;
    }
    return { result: 'failed', problems: problems.length > 0 ? problems : ['there is no remote'], transient };
  };

  const seek = async (firstPause: number): Promise<void> => {
    let pause = firstPause;
    for (;;) {
      // Ends early, by an exception, when the connection is closed.
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closedBecause !== undefined) return;
      const failure = await tryRemotes();
      if (current !== undefined) {
        const { link } = current;
        listener.onLink(link);
        waiters.succeed(link);
        return;
      }
      failures++;
      pause = pauseAfter(failures, Math.random());
      if (failure !== undefined) waiters.fail(failure, performance.now() + pause);
    }
  };

  void seek(0);
  return {
    acquire: () => {
      if (current !== undefined) return Promise.resolve({ result: 'link', link: current.link });
      if (closedBecause !== undefined) return Promise.resolve(closedFailure(closedBecause));
      return waiters.wait(performance.now() + settings.connect);
    },
    close: (reason) => {
      if (closedBecause !== undefined) return;
      closedBecause = reason;
      closing.abort();
      current?.link.session.close(reason);
      waiters.fail(closedFailure(reason), Infinity);
    },
  };
}

function closedFailure(reason: string): Unavailable {
  return { result: 'failed', problems: [reason], transient: false };
}

interface Waiters {
  readonly wait: (deadline: number) => Promise<Acquired>;
  readonly succeed: (link: ServerLink) => void;
  /** Fails requests whose deadline has passed at `time`. If waiting is pointless, fails all of them. */
  readonly fail: (failure: Unavailable, time: number) => void;
}

function createWaiters(): Waiters {
  let waiting: { readonly deadline: number; readonly resolve: (acquired: Acquired) => void }[] = [];
  const settle = (acquired: Acquired, isDue: (deadline: number) => boolean): void => {
    const due = waiting.filter(({ deadline }) => isDue(deadline));
    waiting = waiting.filter(({ deadline }) => !isDue(deadline));
    for (const { resolve } of due) resolve(acquired);
  };
  return {
    wait: (deadline) =>
      new Promise((resolve) => {
        waiting.push({ deadline, resolve });
      }),
    succeed: (link) => {
      settle({ result: 'link', link }, () => true);
    },
    fail: (failure, time) => {
      settle(failure, (deadline) => !failure.transient || deadline <= time);
    },
  };
}
