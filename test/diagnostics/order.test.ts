import { describe, expect, test } from 'vitest';
import { order } from '../../src/diagnostics/order.js';
import { exitCodeOf, summarise } from '../../src/diagnostics/verdict.js';
import { diagnostic, diagnosticAt } from './sample.js';

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

  test('keeps one of exact duplicates, and everything that differs in any field', () => {
    const one = diagnosticAt('a.yaml', 1);
    expect(order([one, { ...one }, { ...one, help: 'other' }])).toHaveLength(2);
  });
});

describe('verdict', () => {
  test('counts severities in words and leaves out those that do not occur', () => {
    const of = (...severities: ('error' | 'rejected' | 'warning')[]) =>
      summarise(severities.map((severity) => ({ severity })));
    expect(of('warning', 'error', 'error', 'rejected', 'error', 'warning')).toBe('3 errors, 1 rejected, 2 warnings');
    expect(of('error')).toBe('1 error');
    expect(of('warning')).toBe('1 warning');
    expect(of()).toBe('no problems');
  });

  test('exits with 1 for an error, and for a rejected part only when strict', () => {
    const rejected = [diagnostic({ severity: 'rejected' }), diagnostic({ severity: 'warning' })];
    expect(exitCodeOf(rejected, { strict: false })).toBe(0);
    expect(exitCodeOf(rejected, { strict: true })).toBe(1);
    expect(exitCodeOf([diagnostic()], { strict: false })).toBe(1);
    expect(exitCodeOf([diagnostic({ severity: 'warning' })], { strict: true })).toBe(0);
  });
});
