import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderDiffJson } from '../../src/compare/render/json.js';
import { renderMarkdown } from '../../src/compare/render/markdown.js';
import { renderDiffText } from '../../src/compare/render/text.js';
import { policyPullRequests } from './policy-pull-requests.js';
import { pullRequests } from './pull-requests.js';
import { reportOf } from './sides.js';

const EXPECTED = fileURLToPath(new URL('./expected', import.meta.url));
const isRewriting = process.env.WEIR_GOLDEN === 'write' && !process.env.CI;
const all = { ...pullRequests, ...policyPullRequests };
const cases = Object.entries(all);

/** Compares with a file; or writes it, for a person to read. */
function expectFile(path: string, text: string): void {
  if (isRewriting) {
    mkdirSync(EXPECTED, { recursive: true });
    writeFileSync(join(EXPECTED, path), text);
  }
  expect(existsSync(join(EXPECTED, path)), path).toBe(true);
  expect(text).toBe(readFileSync(join(EXPECTED, path), 'utf8'));
}

describe('what a pull request does', () => {
  it.each(cases)('%s, as text and as Markdown', (title, { before, after }) => {
    const report = reportOf(before, after);
    expectFile(`${title}.txt`, renderDiffText(report));
    expectFile(`${title}.md.txt`, renderMarkdown(report));
  });

  it.each(cases)('%s, as JSON that parses to all of it', (_, { before, after }) => {
    const report = reportOf(before, after);
    expect(JSON.parse(renderDiffJson(report))).toMatchObject({ weir: 1, counts: report.counts });
  });

  it('has a file for each of these and for nothing else', () => {
    const files = cases.flatMap(([title]) => [`${title}.md.txt`, `${title}.txt`]);
    expect(readdirSync(EXPECTED).sort()).toEqual(files.sort());
  });

  it('does not depend on the order of the objects', () => {
    for (const { before, after } of Object.values(all)) {
      const turned = { ...after, objects: [...after.objects].reverse() };
      const strip = (text: string): string => text.replaceAll(/all\.yaml:\d+/g, 'all.yaml');
      expect(strip(renderDiffText(reportOf(before, turned)))).toBe(strip(renderDiffText(reportOf(before, after))));
    }
  });
});
