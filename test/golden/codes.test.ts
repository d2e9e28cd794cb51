import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { definitions } from '../../src/compile/findings.js';
import type { Catalogue } from '../../src/model/catalogue.js';
import { brokenCases } from '../broken/cases.js';
import { GOLDEN, isRewriting, listFiles } from './cases.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Codes that need more than a fixture: gigabytes, thousands of files or objects, a hostile repository. And the test that has it. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['source/input-too-large', 'test/sources/collect.test.ts'],
  ['source/too-many-files', 'test/sources/collect.test.ts'],
  ['source/too-many-entries', 'test/sources/collect.test.ts'],
  ['source/changed-at-checkout', 'test/security/git-attributes.test.ts'],
  ['source/tool-missing', 'test/sources/render.test.ts'],
  ['source/tool-failed', 'test/sources/render.test.ts'],
  ['source/remote-base', 'test/sources/render.test.ts'],
  ['source/plugin-rejected', 'test/sources/render.test.ts'],
  ['source/kustomization-field', 'test/security/rendering.test.ts'],
  ['source/network-shared', 'test/security/rendering.test.ts'],
  ['source/outside-repository', 'test/sources/git.test.ts'],
  ['source/ambiguous-revision', 'test/security/hostile-repository.test.ts'],
  ['source/folder-for-revision', 'test/security/hostile-repository.test.ts'],
  ['source/folder-link', 'test/security/hostile-repository.test.ts'],
  ['source/nested-repository', 'test/security/hostile-repository.test.ts'],
  ['source/partial-clone', 'test/security/hostile-repository.test.ts'],
  ['source/foreign-repository', 'test/security/hostile-repository.test.ts'],
  ['source/link-in-revision', 'test/security/hostile-folder.test.ts'],
  ['output/outside-repository', 'test/security/hostile-folder.test.ts'],
  ['output/git-folder', 'test/security/hostile-folder.test.ts'],
  ['service/too-many-backends', 'test/compile/3-index/check-services.test.ts'],
  ...['not-a-mapping', 'no-clusters', 'bad-name', 'no-configuration', 'same-folder'].map(
    (name) => [`fleet/${name}`, 'test/cli/fleet-file.test.ts'] as const,
  ),
  ['egress-ip/no-mark-left', 'test/kinds/egress-ip/marks.test.ts'],
  ['observed-flow/too-many', 'test/observed/check.test.ts'],
  ...['address-moves', 'new-setting', 'other-release', 'other-source', 'pinned-schema'].map(
    (name) => [`upgrade/${name}`, 'test/compare/upgrade.test.ts'] as const,
  ),
]);

/** The first line of a finding in a golden file. */
const FIRST_LINE = /^(\w+)\[([^\]]+)\]: /gm;

const codes = definitions.map(({ code }) => code);

describe('diagnostic codes', () => {
  // While golden files are being written they are not all there.
  it.skipIf(isRewriting)('each occur in a golden file or in a broken repository', () => {
    const inGolden = findingsOfGoldenFiles().map(({ code }) => code);
    const shown = new Set([...inGolden, ...brokenCases.map(({ code }) => code), ...ELSEWHERE.keys()]);
    expect(codes.filter((code) => !shown.has(code))).toEqual([]);
    expect([...shown].filter((code) => !codes.includes(code)), 'codes without a definition').toEqual([]);
  });

  it.skipIf(isRewriting)('have only the severities of their definition', () => {
    const known = new Set(definitions.flatMap(({ code, severities }) => severities.map((each) => `${each}[${code}]`)));
    const found = findingsOfGoldenFiles().map(({ severity, code }) => `${severity}[${code}]`);
    expect([...new Set(found)].filter((each) => !known.has(each))).toEqual([]);
  });

  it('are each defined once, in words', () => {
    expect([...new Set(codes)]).toEqual(codes);
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('each say the fact and why it matters in a sentence, and how to fix it in a phrase', () => {
    for (const { code, summary, why, fix } of definitions) {
      for (const sentence of [summary, why]) expect(sentence, code).toMatch(/^[A-Za-z][^\n]*[^.\n]\.$/);
      expect(fix, code).toMatch(/^[a-z][^\n]*[^.\n]$/);
    }
  });

  it('that need an input too big for a fixture occur in another test', () => {
    for (const [code, file] of ELSEWHERE) expect(readFileSync(join(ROOT, file), 'utf8')).toContain(code);
  });
});

describe('the list of findings', () => {
  it('has every catalogue of the source', async () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const defined = new Set<string>();
    for (const file of files.filter((path) => path.endsWith('messages.ts'))) {
      const module = (await import(pathToFileURL(join(ROOT, 'src', file)).href)) as Record<string, Catalogue>;
      const makers = Object.values(module).flatMap((catalogue) => Object.values(catalogue));
      for (const { definition } of makers) defined.add(definition.code);
    }
    expect([...defined].sort()).toEqual([...codes].sort());
  });
});

function findingsOfGoldenFiles(): { readonly severity: string; readonly code: string }[] {
  const files = listFiles(GOLDEN).filter((path) => path.endsWith('/diagnostics.txt'));
  const texts = files.map((path) => readFileSync(join(GOLDEN, path), 'utf8'));
  return texts.flatMap((text) =>
    Array.from(text.matchAll(FIRST_LINE), ([, severity = '', code = '']) => ({ severity, code })),
  );
}
