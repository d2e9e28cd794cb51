import { describe, expect, test } from 'vitest';
import { order } from '../../src/diagnostics/order.js';
import { exitCodeOf, summariseFindings } from '../../src/diagnostics/verdict.js';
import { all, diagnostic, diagnosticAt } from './sample.js';

describe('order', () => {
  const sorted = [
    diagnostic({ message: 'no position' }),
    diagnosticAt('a.yaml', 2),
    diagnosticAt('a.yaml', 10, 3),
    diagnosticAt('a.yaml', 10, 20),
    diagnosticAt('a.yaml', 10, 20, { code: 'egress-firewall/bad-port' }),
    diagnosticAt('a.yaml', 10, 20, { code: 'egress-firewall/bad-port', message: 'z' }),
    diagnosticAt('a/b.yaml', 1),
    diagnosticAt('\uffee.yaml', 1),
    diagnosticAt('\u{1f600}.yaml', 1),
  ];

  test('sorts by path bytes, line, column, code and message, those without a position first', () => {
    expect(order([...sorted].reverse())).toEqual(sorted);
  });

  test('gives the same list for any order of its input', () => {
    const twins = [
      diagnosticAt('a.yaml', 1, 1, { pointer: '/a' }),
      diagnosticAt('a.yaml', 1, 1, { pointer: '/b' }),
      diagnosticAt('a.yaml', 1, 1, { severity: 'warning' }),
    ];
    expect(order([...twins].reverse())).toEqual(order(twins));
  });

  test('puts the cause of a finding right before the first finding that it explains', () => {
    const at = { file: 'z.yaml', line: 7, column: 3, length: 1 };
    const related = [{ message: 'node heron lacks annotations', at, excerpt: '', isCause: true }];
    const cause = diagnosticAt('z.yaml', 7, 3);
    const first = diagnosticAt('a.yaml', 4, 1, { related });
    const others = [diagnosticAt('a.yaml', 1), diagnosticAt('b.yaml', 1, 1, { related }), diagnosticAt('z.yaml', 1)];
    const [before, ...after] = others;
    expect(order([...others, cause, first])).toEqual([before, cause, first, ...after]);
  });

  test('keeps one of exact duplicates, and everything that differs in any field', () => {
    const one = diagnosticAt('a.yaml', 1);
    expect(order([one, { ...one }, { ...one, help: 'other' }])).toHaveLength(2);
  });
});

describe('verdict', () => {
  test('counts severities in words and leaves out those that do not occur', () => {
    const of = (...severities: ('error' | 'rejected' | 'warning')[]) =>
      summariseFindings(all(severities.map((severity) => diagnostic({ severity }))));
    expect(of('warning', 'error', 'error', 'rejected', 'error', 'warning')).toBe('3 errors, 1 rejected, 2 warnings');
    expect(of('error')).toBe('1 error');
    expect(of('warning')).toBe('1 warning');
    expect(of()).toBe('no problems');
  });

  test('exits with 1 for an error, and for a rejected part only when strict', () => {
    const rejected = [diagnostic({ severity: 'rejected' }), diagnostic({ severity: 'warning' })];
    expect(exitCodeOf(all(rejected), { strict: false })).toBe(0);
    expect(exitCodeOf(all(rejected), { strict: true })).toBe(1);
    expect(exitCodeOf(all([diagnostic()]), { strict: false })).toBe(1);
    expect(exitCodeOf(all([diagnostic({ severity: 'warning' })]), { strict: true })).toBe(0);
  });
});
