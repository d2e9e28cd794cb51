import type { Reporter } from './diagnostic.js';

/** A reporter that passes everything on, and knows whether there was an error: what follows from one is not said. */
export function watchErrors(say: Reporter): { readonly report: Reporter; readonly hasError: () => boolean } {
  let failed = false;
  const report: Reporter = (one) => {
    failed ||= one.severity === 'error';
    say(one);
  };
  return { report, hasError: () => failed };
}
