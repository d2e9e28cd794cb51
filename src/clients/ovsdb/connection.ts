import { setTimeout as sleep } from 'node:timers/promises';
import type { Unavailable } from './client.js';
import { type ServerLink, type LinkListener, openLink } from './link.js';
import type { OvsdbSettings } from './options.js';
import { pauseAfter } from './pause.js';
import type { ServerProgress } from './server-status.js';

/** The open link, or why there is none. */
export type Acquired = { readonly result: 'link'; readonly link: ServerLink } | Unavailable;

/** A connection to one of several servers, which replaces its link whenever that breaks. */
export interface Connection {
  /** The link there is, or the next one. Fails when none can be made within the time that the settings give. */
  readonly acquire: () => Promise<Acquired>;
  /** Ends it for good. */
  readonly close: (reason: string) => void;
}

/** The listeners of a connection: for notifications, and for links that open and close. */
export interface ConnectionListener {
  readonly onNotification: LinkListener['onNotification'];
  readonly onLink: (link: ServerLink) => void;
  readonly onLoss: (reason: string) => void;
}

/** A link that breaks sooner, in ms, counts as a failed attempt: a server that drops each client is not to be rushed at. */
const STABLE_AFTER = 2000;

/** Connects to the first remote that will do, in their order, and does so again after each loss until `close`. */
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

  /** One attempt for each remote, beginning with the one whose turn it is; the problems if all have failed. */
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
        // Closed in the very moment in which the link came to be.
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
  /** Fails those whose deadline is over at that time; all of them when waiting is of no use. */
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
