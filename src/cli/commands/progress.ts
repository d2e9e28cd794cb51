import { isTerminal, showStatus } from '../print.js';

/** Says on standard error what is going on, where a person watches it. */
export interface Progress {
  readonly phase: (name: string) => void;
  readonly done: () => void;
}

const SLOW_MILLISECONDS = 300;

/** On a terminal, a run that takes long shows its phase on one line; elsewhere nothing is written. */
export function showProgress(): Progress {
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
