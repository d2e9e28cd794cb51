/** Calls `ring` when the process receives SIGINT or SIGTERM. `forget` ends that. */
export function endBySignal(ring: () => void): { readonly isAsked: () => boolean; readonly forget: () => void } {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let isAsked = false;
  const ask = (): void => {
    isAsked = true;
    ring();
  };
  for (const signal of signals) process.once(signal, ask);
  return {
    isAsked: () => isAsked,
    forget: () => {
      for (const signal of signals) process.off(signal, ask);
    },
  };
}
