import { describe, expect, it } from 'vitest';
import { type FindingLedger, compareFindings, createLedger } from '../../src/compare/findings.js';
import type { Report } from '../../src/model/diagnostic.js';

const finding = (message: string, path = 'a.yaml'): Report => ({
  code: 'test/fact',
  severity: 'warning',
  message,
  help: '',
  location: { path },
});
function ledger(reports: readonly Report[], most?: number): FindingLedger {
  const made = createLedger(most);
  for (const one of reports) made.report(one);
  return made;
}
const side = (findings: FindingLedger, ignored = ledger([])) => ({ findings, ignored });
const messages = (reports: readonly Report[]) => reports.map(({ message }) => message);
const many = (count: number, first = 0) => Array.from({ length: count }, (_, index) => finding(`m${first + index}`));

describe('findings of two sides', () => {
  it('are those that the other side does not make, or makes less often', () => {
    const before = ledger([finding('a'), finding('b'), finding('b')]);
    const after = ledger([finding('a'), finding('b'), finding('c'), finding('a', 'b.yaml')]);
    const { added, gone, omitted } = compareFindings({ before: side(before), after: side(after) });
    expect([messages(added), messages(gone), omitted]).toEqual([['c', 'a'], ['b'], { added: 0, gone: 0 }]);
  });

  it('are kept up to a bound, and counted beyond it, and none is taken for new because the other side was cut', () => {
    const before = ledger(many(10), 3);
    const after = ledger([...many(10), ...many(5, 10)], 12);
    const { added, gone, omitted } = compareFindings({ before: side(before), after: side(after) });
    expect([messages(added), gone, omitted]).toEqual([['m10', 'm11'], [], { added: 3, gone: 0 }]);
    expect([before.kept.length, after.kept.length]).toEqual([3, 12]);
  });

  it('are not gone where they are ignored from now on', () => {
    const before = side(ledger([finding('a'), finding('b')]), ledger([finding('c')]));
    const after = side(ledger([]), ledger([finding('b'), finding('c'), finding('d')]));
    const { added, gone, ignored } = compareFindings({ before, after });
    expect([added, messages(gone), messages(ignored.added), ignored.total]).toEqual([[], ['a'], ['b', 'd'], 3]);
    expect(messages(compareFindings({ before: after, after: before }).added)).toEqual(['a', 'b']);
  });

  it('have texts with a bound', () => {
    expect(ledger([finding('x'.repeat(1_000_000))]).kept[0]?.message.length).toBeLessThan(10_000);
  });
});
