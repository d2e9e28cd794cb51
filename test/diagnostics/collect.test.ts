import { describe, expect, it } from 'vitest';
import { collectFindings } from '../../src/diagnostics/collect.js';
import { exitCodeOf, summariseFindings } from '../../src/diagnostics/verdict.js';
import type { Findings, Report } from '../../src/model/diagnostic.js';

const reports: readonly Report[] = Array.from({ length: 5000 }, (_, index) => ({
  ...{ code: 'a/b', severity: 'warning', message: `m${index}`, help: '' },
  location: { path: `f${String(index).padStart(5, '0')}.yaml` },
}));
const failure: Report = { ...{ code: 'a/c', severity: 'error', message: 'm', help: '' }, location: { path: 'z' } };

function collect(all: readonly Report[]): Findings {
  const findings = collectFindings(10);
  for (const one of all) findings.report(one);
  return findings.finish();
}

describe('collectFindings', () => {
  it('keeps the first findings in file order, whatever order they come in, and counts the others by code', () => {
    const found = collect(reports);
    expect(found.diagnostics.map(({ message }) => message)).toEqual(reports.slice(0, 10).map(({ message }) => message));
    expect(found.omitted).toEqual([{ code: 'a/b', severity: 'warning', count: 4990 }]);
    expect(collect([...reports].reverse())).toEqual(found);
  });

  it('keeps an error before any warning, and counts all of them', () => {
    const found = collect([...reports, failure]);
    expect(found.diagnostics.at(-1)?.code).toBe('a/c');
    expect(summariseFindings(found)).toBe('1 error, 5000 warnings');
  });

  it('counts a finding once however often and in whatever order it is reported', () => {
    const once = collect(reports);
    expect(collect([...reports, ...reports])).toEqual(once);
    expect(collect(reports.flatMap((one) => [one, one]).reverse())).toEqual(once);
    const ten = reports.slice(0, 10);
    expect(collect([...ten, ...ten, ...ten])).toEqual({ diagnostics: once.diagnostics, omitted: [] });
  });

  it('lets errors that are not shown count for the exit code', () => {
    const errors = Array.from({ length: 11 }, (_, index) => ({ ...failure, message: `m${index}` }));
    expect(exitCodeOf({ ...collect(errors), diagnostics: [] }, { strict: false })).toBe(1);
  });
});
