import { describe, expect, test } from 'vitest';
import { renderCodeClimate } from '../../src/diagnostics/code-climate.js';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import { all, diagnostic, diagnosticAt } from './sample.js';

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

function issuesOf(...diagnostics: Diagnostic[]): Issue[] {
  return JSON.parse(renderCodeClimate(all(diagnostics))) as Issue[];
}

describe('renderCodeClimate', () => {
  test('gives each finding the fields that GitLab asks for', () => {
    const [issue] = issuesOf(diagnosticAt('egress/a.yaml', 7));
    expect(issue).toMatchObject({
      description:
        "'10.0.0.300/8' is not a CIDR\nhelp: use an address with a prefix length, for example 203.0.113.0/24",
      check_name: 'egress-firewall/bad-cidr',
      severity: 'critical',
      location: { path: 'egress/a.yaml', lines: { begin: 7 } },
    });
    expect(issue?.fingerprint).toMatch(/^[0-9a-f]{16}:1$/);
  });

  test('tells the three severities apart', () => {
    const severities = (['error', 'rejected', 'warning'] as const).map((severity) => diagnostic({ severity }));
    expect(severities.map((one) => issuesOf(one)[0]?.severity)).toEqual(['critical', 'major', 'minor']);
  });

  test('keeps the fingerprint when lines move, and gives equal findings of a file different ones', () => {
    const [first, second] = issuesOf(diagnosticAt('a.yaml', 3), diagnosticAt('a.yaml', 9));
    const [moved] = issuesOf(diagnosticAt('a.yaml', 40, 5));
    const [other] = issuesOf(diagnosticAt('b.yaml', 3));
    expect(moved?.fingerprint).toBe(first?.fingerprint);
    expect(new Set([first, second, other].map((issue) => issue?.fingerprint)).size).toBe(3);
  });

  test('shows what has no place, and what is left out, at weir.yaml', () => {
    expect(issuesOf(diagnostic())[0]?.location).toEqual({ path: 'weir.yaml', lines: { begin: 1 } });
    const omitted = (count: number) => [{ code: 'a/b', severity: 'warning' as const, count }];
    const of = (count: number) =>
      (JSON.parse(renderCodeClimate({ diagnostics: [], omitted: omitted(count) })) as Issue[])[0];
    expect(of(2)).toMatchObject({ check_name: 'a/b', location: { path: 'weir.yaml' } });
    expect(of(2)?.description).toContain('2 more findings of this code');
    expect(of(2)?.fingerprint).toBe(of(3)?.fingerprint);
  });

  test('is an empty array without findings, and parses to the text whatever characters that has', () => {
    expect(renderCodeClimate(all([]))).toBe('[]\n');
    const message = '\x9b31m \u202e " \\ é 名';
    const text = renderCodeClimate(all([diagnostic({ message, help: '' })]));
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(text)).toMatchObject([{ description: message }]);
  });
});
