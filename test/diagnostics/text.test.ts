import { describe, expect, test } from 'vitest';
import { renderFindingsText } from '../../src/diagnostics/text.js';
import { all, diagnostic } from './sample.js';

const firewall = { kind: 'EgressFirewall', namespace: 'harbor', name: 'default' };
const full = diagnostic({
  at: { file: 'fixtures/firewall.yaml', line: 8, column: 23, length: 12 },
  excerpt: '        cidrSelector: 10.0.0.300/8',
  resource: firewall,
  pointer: '/spec/egress/0/to/cidrSelector',
});

function plain(...diagnostics: Parameters<typeof diagnostic>[0][]): string[] {
  return renderFindingsText(all(diagnostics.map(diagnostic)), { color: false }).split('\n');
}

/** The source line and the carets below it, without the gutter of a one-digit line. */
function excerptOf(excerpt: string, column: number, length: number): [string, string] {
  const lines = plain({ at: { file: 'a.yaml', line: 1, column, length }, excerpt });
  return [lines[3]?.slice(4) ?? '', lines[4]?.slice(4) ?? ''];
}

describe('renderText', () => {
  test('shows message, place, line, carets, object and help, and ends with the counts', () => {
    expect(renderFindingsText(all([full]), { color: false })).toBe(
      [
        "error[egress-firewall/bad-cidr]: '10.0.0.300/8' is not a CIDR",
        ' --> fixtures/firewall.yaml:8:23',
        '  |',
        '8 |         cidrSelector: 10.0.0.300/8',
        '  |                       ^^^^^^^^^^^^',
        '  = in EgressFirewall harbor/default at /spec/egress/0/to/cidrSelector',
        '  = help: use an address with a prefix length, for example 203.0.113.0/24',
        '',
        '1 error',
        '',
      ].join('\n'),
    );
  });

  test('widens the gutter for the longest line number, and shows related places with their own excerpts', () => {
    const related = [
      { message: 'first here', at: { file: 'b.yaml', line: 1042, column: 3, length: 4 }, excerpt: '  name: a' },
    ];
    expect(plain({ ...full, help: '', related })).toEqual([
      "error[egress-firewall/bad-cidr]: '10.0.0.300/8' is not a CIDR",
      '    --> fixtures/firewall.yaml:8:23',
      '     |',
      '   8 |         cidrSelector: 10.0.0.300/8',
      '     |                       ^^^^^^^^^^^^',
      '     = in EgressFirewall harbor/default at /spec/egress/0/to/cidrSelector',
      '     = note: first here',
      '    --> b.yaml:1042:3',
      '     |',
      '1042 |   name: a',
      '     |   ^^^^',
      '',
      '1 error',
      '',
    ]);
  });

  test('shows a diagnostic without a position, and a cluster-wide object without a namespace', () => {
    expect(plain({ severity: 'warning', help: '', resource: { kind: 'EgressIP', namespace: '', name: 'a' } })).toEqual([
      "warning[egress-firewall/bad-cidr]: '10.0.0.300/8' is not a CIDR",
      '  = in EgressIP a',
      '',
      '1 warning',
      '',
    ]);
  });

  test('shows no excerpt of a file as a whole, or of an empty line', () => {
    const lines = plain({ at: { file: 'a.yaml', line: 1, column: 1, length: 1 }, excerpt: '', help: '' });
    expect(lines.slice(1)).toEqual([' --> a.yaml:1:1', '', '1 error', '']);
  });

  test('prints nothing when there is nothing to say', () => {
    expect(renderFindingsText(all([]), { color: true })).toBe('');
  });

  test('sets colours only when asked to', () => {
    expect(renderFindingsText(all([full]), { color: true })).toContain(
      '\x1b[1;31merror[egress-firewall/bad-cidr]\x1b[0m',
    );
    expect(renderFindingsText(all([full]), { color: false })).not.toContain('\x1b');
  });
});

describe('excerpts', () => {
  test('expand tabs so that the caret stands below its character', () => {
    expect(excerptOf('\tto:\tx', 6, 1)).toEqual(['    to: x', '        ^']);
  });

  test('give wide characters two columns and combining marks none', () => {
    expect(excerptOf('名: e\u0301x', 6, 1)).toEqual(['名: e\u0301x', '     ^']);
    expect(excerptOf('a: 名前', 4, 2)).toEqual(['a: 名前', '   ^^^^']);
    expect(excerptOf('😀 x', 4, 1)).toEqual(['😀 x', '   ^']);
  });

  test('draw one caret for an empty range and none past the end of the line', () => {
    expect(excerptOf('abc', 2, 0)[1]).toBe(' ^');
    expect(excerptOf('abc', 3, 50)[1]).toBe('  ^');
    expect(excerptOf('abc', 4, 1)[1]).toBe('   ^');
    expect(excerptOf('abc', 99, 1)[1]).toBe('   ^');
  });

  test('cut a long line around the caret, whatever its length', () => {
    const line = `${'a'.repeat(3_000_000)}HERE${'b'.repeat(3_000_000)}`;
    const [text, carets] = excerptOf(line, 3_000_001, 4);
    expect(text).toMatch(/^…a+HEREb+…$/);
    expect(text.length).toBeLessThan(130);
    expect(text.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('HERE');
  });

  test('cut only where something is left out', () => {
    expect(excerptOf('x'.repeat(120), 1, 1)[0]).toBe('x'.repeat(120));
    expect(excerptOf(`HERE${'x'.repeat(200)}`, 1, 4)[0]).toMatch(/^HEREx+…$/);
    const [text, carets] = excerptOf(`${'x'.repeat(200)}HERE`, 201, 4);
    expect(text).toMatch(/^…x+HERE$/);
    expect(text.slice(carets.indexOf('^'))).toBe('HERE');
  });

  test('never cut a character in half', () => {
    for (const column of [1001, 1002, 1003, 1004]) {
      expect(excerptOf('😀'.repeat(2000), column, 1)[0]).not.toMatch(/u\{d/);
    }
  });

  test('stay short under thousands of combining marks', () => {
    expect(excerptOf(`a${'\u0301'.repeat(100_000)}`, 50_000, 1)[0].length).toBeLessThan(130);
  });
});

describe('hostile text', () => {
  const escape = '\x1b]0;owned\x07\x9b31m\u202e\u200b\ud800\r\n';
  const shown = '\\x1b]0;owned\\x07\\x9b31m\\u{202e}\\u{200b}\\u{d800}\\r\\n';

  test('reaches the terminal as visible escapes wherever it comes from', () => {
    const lines = renderFindingsText(
      all([
        diagnostic({
          ...{ code: `a/${escape}`, message: escape, help: escape, pointer: `/${escape}` },
          at: { file: escape, line: 1, column: 1, length: 1 },
          excerpt: escape.slice(0, -2),
          resource: { kind: escape, namespace: escape, name: escape },
          related: [{ message: escape, at: { file: escape, line: 1, column: 1, length: 1 }, excerpt: '' }],
        }),
      ]),
      { color: false },
    );
    expect(lines.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(lines.split(shown)).toHaveLength(11);
  });

  test('counts an escape by the columns that it takes', () => {
    expect(excerptOf('\x1bx', 2, 1)).toEqual(['\\x1bx', '    ^']);
    expect(excerptOf('\x1bx', 1, 1)).toEqual(['\\x1bx', '^^^^']);
  });
});
