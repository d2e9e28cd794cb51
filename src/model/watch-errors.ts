import type { Report, Reporter } from './diagnostic.js';

/**
 * Returns a reporter that passes reports on and records whether there was an error, so that callers can skip its
 * consequences. `earlier`: reports that were passed on before.
 */
export function watchErrors(
  say: Reporter,
  earlier: readonly Report[] = [],
): { readonly report: Reporter; readonly hasError: () => boolean } {
  let failed = earlier.some(({ severity }) => severity === 'error');
  const report: Reporter = (one) => {
    failed ||= one.severity === 'error';
    say(one);
  };
  return { report, hasError: () => failed };
}
