import type { Diagnostic, OmittedFindings } from '../model/diagnostic.js';
import { compareText } from '../std/compare-text.js';

/** Adds findings to the counts of those that are not shown. The result is in order of the codes. */
export function addOmitted(
  omitted: readonly OmittedFindings[],
  findings: readonly Pick<Diagnostic, 'code' | 'severity'>[],
): OmittedFindings[] {
  const counts = new Map<string, OmittedFindings>();
  const add = ({ code, severity, count }: OmittedFindings): void => {
    const key = `${code} ${severity}`;
    counts.set(key, { code, severity, count: count + (counts.get(key)?.count ?? 0) });
  };
  omitted.forEach(add);
  for (const { code, severity } of findings) add({ code, severity, count: 1 });
  return [...counts.values()].sort((a, b) => compareText(a.code, b.code));
}
