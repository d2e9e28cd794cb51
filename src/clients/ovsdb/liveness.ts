/** Timeouts of the detection of a dead peer, in milliseconds, and callbacks. */
export interface LivenessOptions {
  /** Silence after which the peer is queried. */
  readonly idle: number;
  /** Silence after the query after which the peer counts as dead. */
  readonly silence: number;
  /** Sends a query that the peer must answer. */
  readonly ask: () => void;
  /** Called once when the peer is dead. */
  readonly onSilence: () => void;
}

/** Monitors a peer until `stop`. Call `heard` after any data of the peer. */
export interface Liveness {
  readonly heard: () => void;
  readonly stop: () => void;
}

/** Queries a peer after a period of silence, because a dead machine closes no connection. */
export function watchLiveness({ idle, silence, ask, onSilence }: LivenessOptions): Liveness {
  let lastHeard = performance.now();
  let isStopped = false;
  let timer = setTimeout(checkIdle, idle);

  function checkIdle(): void {
    const remaining = lastHeard + idle - performance.now();
    if (remaining > 0) {
      timer = setTimeout(checkIdle, remaining);
      return;
    }
    const asked = performance.now();
    ask();
    timer = setTimeout(checkAnswer, silence, asked);
  }

  function checkAnswer(asked: number): void {
    // If this process was busy, data of the peer may wait in the socket, so it is read first.
    setImmediate(() => {
      if (isStopped) return;
      if (lastHeard > asked) checkIdle();
      else onSilence();
    });
  }

  return {
    heard: () => {
      lastHeard = performance.now();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
