import { describe, expect, it } from 'vitest';
import { renderCode } from '../../src/compare/render/code-span.js';
import { renderGitHub } from '../../src/diagnostics/github.js';
import { all, diagnosticAt } from '../diagnostics/sample.js';

const HOSTILE = [
  ...['@user', '#123', 'GH-1', 'owner/repo#1', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ...['www.example.com', 'http://example.com', '<img src=x>', '[a](b)', 'a`b', '``', '`', '&#64;user', '```\n# a'],
];

describe('renderCode', () => {
  it.each(HOSTILE)('keeps %j inside of one code span on one line', (text) => {
    const shown = renderCode(text);
    const [fence = ''] = /^`+/.exec(shown) ?? [];
    expect(shown.endsWith(fence)).toBe(true);
    const inner = shown.slice(fence.length, -fence.length);
    expect(inner.match(/`+/g) ?? []).not.toContain(fence);
    expect(inner.startsWith('`') || inner.endsWith('`') || inner.includes('\n')).toBe(false);
  });
});

describe('renderGitHub', () => {
  it('shows no raw control character of the name of a file', () => {
    const shown = renderGitHub(all([diagnosticAt('a\u001b[2J\u202e.yaml', 1)]));
    expect(shown.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
