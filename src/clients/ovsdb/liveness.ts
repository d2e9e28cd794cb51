/** How to find out that a peer is gone, in ms. */
export interface LivenessOptions {
  /** The silence after which the peer is asked. */
  readonly idle: number;
  /** The silence after the question which means that it is gone. */
  readonly silence: number;
  /** Asks the peer something that it must answer. */
  readonly ask: () => void;
  /** Called once, when it is gone. */
  readonly onSilence: () => void;
}

/** Watches a peer until `stop`; `heard` is to be called with every sign of life. */
export interface Liveness {
  readonly heard: () => void;
  readonly stop: () => void;
}

/** Asks a peer that has been silent for a while whether it is still there. A dead machine closes no connection. */
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
    // When this process itself was busy all the time, the peer's words wait in the socket: read them first.
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
