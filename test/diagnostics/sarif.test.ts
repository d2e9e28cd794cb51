import { describe, expect, test } from 'vitest';
import { renderSarif } from '../../src/diagnostics/sarif.js';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import { all, diagnostic, diagnosticAt } from './sample.js';

interface Location {
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: object };
}
interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Location[];
  readonly relatedLocations?: readonly Location[];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
}
interface Run {
  readonly tool: { readonly driver: { readonly name: string; readonly version: string; readonly rules: object[] } };
  readonly invocations: readonly [{ readonly toolExecutionNotifications: readonly object[] }];
  readonly results: readonly Result[];
}

const definitions = [
  {
    code: 'egress-firewall/bad-cidr',
    severities: ['rejected' as const],
    summary: 'The destination of a rule is not a CIDR.',
    why: 'The live controllers refuse the rule.',
    fix: 'write an address and a prefix length',
  },
];

function run(...diagnostics: Diagnostic[]): Run {
  const log = JSON.parse(renderSarif(all(diagnostics), { version: '1.2.3', definitions })) as {
    version: string;
    runs: [Run];
  };
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);
  return log.runs[0];
}

function only(one: Diagnostic): Result {
  const [result] = run(one).results;
  if (!result) throw new Error('there is no result');
  return result;
}

describe('renderSarif', () => {
  test('names the tool and lists each rule once with description and help', () => {
    const { tool, results } = run(
      diagnosticAt('a.yaml', 1),
      diagnosticAt('a.yaml', 2, 1, { code: 'a/b-c', severity: 'warning', help: 'do it' }),
      diagnosticAt('a.yaml', 3),
    );
    expect(tool.driver).toMatchObject({ name: 'weir', version: '1.2.3' });
    expect(tool.driver.rules).toEqual([
      { id: 'a/b-c' },
      {
        id: 'egress-firewall/bad-cidr',
        shortDescription: { text: 'The destination of a rule is not a CIDR.' },
        fullDescription: { text: 'The destination of a rule is not a CIDR. The live controllers refuse the rule.' },
        help: { text: 'Write an address and a prefix length.' },
      },
    ]);
    expect(results.map(({ ruleIndex, level }) => [ruleIndex, level])).toEqual([
      [1, 'error'],
      [0, 'warning'],
      [1, 'error'],
    ]);
  });

  test('says of a rule what holds for all of its findings, whatever they say themselves', () => {
    const rulesOf = (parts: Partial<Diagnostic>): object[] => [
      ...run(diagnosticAt('a.yaml', 1, 1, parts)).tool.driver.rules,
    ];
    const rules = rulesOf({ message: "'secret' is not a CIDR", help: 'write another', severity: 'warning' });
    expect(rules).toEqual(rulesOf({ message: "'1.2.3/4' is not a CIDR", help: 'another help' }));
  });

  test('gives the region of the value with an end that is exclusive and inside the line', () => {
    const at = { file: 'a.yaml', line: 4, column: 3, length: 99 };
    expect(only(diagnostic({ at, excerpt: 'abcdef' })).locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'a.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: 4, startColumn: 3, endLine: 4, endColumn: 7 },
    });
  });

  test('percent-encodes paths and keeps their slashes', () => {
    const uri = only(diagnosticAt('../a b/#c%/é:\ud800.yaml', 1)).locations[0]?.physicalLocation.artifactLocation.uri;
    expect(uri).toBe('../a%20b/%23c%25/%C3%A9%3A%EF%BF%BD.yaml');
  });

  test('gives every result a location, also one without a position', () => {
    expect(only(diagnostic()).locations).toEqual([
      {
        physicalLocation: { artifactLocation: { uri: 'weir.yaml', uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } },
      },
    ]);
  });

  test('names the object and lists the related places', () => {
    const related = [{ message: 'also', at: { file: 'b.yaml', line: 1, column: 2, length: 3 }, excerpt: 'abcdef' }];
    const resource = { kind: 'EgressFirewall', namespace: 'harbor', name: 'default' };
    const result = only(diagnosticAt('a.yaml', 1, 1, { related, resource }));
    expect(result.locations[0]).toMatchObject({
      logicalLocations: [{ fullyQualifiedName: 'EgressFirewall harbor/default', kind: 'resource' }],
    });
    expect(result.relatedLocations).toEqual([
      {
        id: 0,
        message: { text: 'also' },
        physicalLocation: {
          artifactLocation: { uri: 'b.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 1, startColumn: 2, endLine: 1, endColumn: 5 },
        },
      },
    ]);
  });

  test('keeps a fingerprint when lines move, and changes it with the file, the line or the message', () => {
    const print = (...parts: Parameters<typeof diagnosticAt>) =>
      only(diagnosticAt(...parts)).partialFingerprints.primaryLocationLineHash;
    const first = print('a.yaml', 1);
    expect(first).toMatch(/^[0-9a-f]{16}:1$/);
    expect(print('a.yaml', 77, 5, { excerpt: '  kind: EgressFirewall' })).toBe(first);
    expect(print('b.yaml', 1)).not.toBe(first);
    expect(print('a.yaml', 1, 1, { message: 'other' })).not.toBe(first);
    expect(print('a.yaml', 1, 1, { excerpt: 'kind: EgressIP' })).not.toBe(first);
  });

  test('numbers findings that say the same', () => {
    const prints = run(diagnosticAt('a.yaml', 1), diagnosticAt('a.yaml', 9)).results.map(
      (result) => result.partialFingerprints.primaryLocationLineHash,
    );
    expect(prints.map((print) => print.split(':')[1])).toEqual(['1', '2']);
    expect(new Set(prints.map((print) => print.split(':')[0])).size).toBe(1);
  });

  test('makes no links of text from the input', () => {
    expect(only(diagnostic({ message: '[click](https://example.org)' })).message.text).not.toContain('](');
  });

  test('stays within the number of results that GitHub takes, and keeps the errors', () => {
    const many = Array.from({ length: 25_000 }, (_, line) => diagnosticAt('a', line + 1, 1, { severity: 'warning' }));
    const { results, invocations } = run(...many, diagnosticAt('z.yaml', 1));
    expect(results).toHaveLength(25_000);
    expect(results[0]?.level).toBe('error');
    expect(invocations[0].toolExecutionNotifications).toEqual([
      { level: 'warning', message: { text: '1 more results were left out.' } },
    ]);
  });

  test('is a run without results when there are no diagnostics', () => {
    expect(run().results).toEqual([]);
  });
});
