import { isTerminal, showStatus } from '../process/print.js';

/** Prints progress to standard error on a terminal. */
export interface ProgressReporter {
  readonly phase: (name: string) => void;
  readonly done: () => void;
}

const SLOW_MILLISECONDS = 300;

/**
 * Creates a reporter that shows the phase of a long run on one line of a terminal. Without a terminal, it prints
 * nothing.
 */
export function showProgress(): ProgressReporter {
  if (!isTerminal('stderr')) return { phase: () => undefined, done: () => undefined };
  const start = performance.now();
  let shown = false;
  return {
    phase: (name) => {
      if (performance.now() - start < SLOW_MILLISECONDS) return;
      shown = true;
      showStatus(`weir: ${name} …`);
    },
    done: () => {
      if (shown) showStatus('');
    },
  };
}
