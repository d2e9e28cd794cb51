import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { claimRoles } from '../../src/model/claim.js';
import { summarisedCodes, summaryOf } from '../../src/diagnostics/summaries/index.js';
import type { Finding } from '../../src/model/diagnostic.js';
import type { YamlProblem } from '../../src/model/document.js';
import { brokenCases } from '../broken/cases.js';
import { GOLDEN, isRewriting, listFiles } from './cases.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every fact that makes a code of its own; the compiler of this file knows when one is missing. */
const YAML_FACTS: Record<YamlProblem['fact'], true> = {
  syntax: true,
  'too-deep': true,
  'duplicate-key': true,
  'reserved-key': true,
  'complex-key': true,
  'unknown-tag': true,
  'unknown-alias': true,
  'too-many-aliases': true,
  'scalar-too-long': true,
  'bad-merge': true,
  'not-finite': true,
  'wrong-tag': true,
  'bad-base64': true,
};

/** Codes that need more than a fixture: gigabytes, thousands of files or objects, a hostile repository. And the test that has it. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['source/input-too-large', 'test/sources/collect.test.ts'],
  ['source/too-many-files', 'test/sources/collect.test.ts'],
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
  ['egress-ip/no-mark-left', 'test/kinds/egress-ip-marks.test.ts'],
]);

describe('diagnostic codes', () => {
  // While golden files are being written they are not all there.
  it.skipIf(isRewriting)('each occur in a golden file or in a broken repository', async () => {
    const shown = new Set([...codesOfGoldenFiles(), ...brokenCases.map(({ code }) => code), ...ELSEWHERE.keys()]);
    const codes = await codesOfCatalogues();
    expect(codes.filter((code) => !shown.has(code))).toEqual([]);
    expect([...shown].filter((code) => !codes.includes(code)), 'codes that no catalogue has').toEqual([]);
  });

  it('each have a summary, one sentence of their own', async () => {
    expect([...summarisedCodes].sort()).toEqual(await codesOfCatalogues());
    for (const code of summarisedCodes) expect(summaryOf(code), code).toMatch(/^[A-Za-z][^\n]*[^.\n]\.$/);
  });

  it('that need an input too big for a fixture occur in another test', () => {
    for (const [code, file] of ELSEWHERE) expect(readFileSync(join(ROOT, file), 'utf8')).toContain(code);
  });
});

function codesOfGoldenFiles(): string[] {
  const files = listFiles(GOLDEN).filter((path) => path.endsWith('/diagnostics.txt'));
  const texts = files.map((path) => readFileSync(join(GOLDEN, path), 'utf8'));
  return texts.flatMap((text) => Array.from(text.matchAll(/^\w+\[([^\]]+)\]: /gm), ([, code = '']) => code));
}

type Entry = (...parts: unknown[]) => Finding;
type Catalogue = Readonly<Record<string, Entry>>;

/** Entries whose code depends on what they are given. */
const CODES_OF_ENTRIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['yaml/messages.ts yaml', Object.keys(YAML_FACTS).map((fact) => `yaml/${fact}`)],
  ['compile/4-claim/messages.ts claimedEgressIP', claimRoles.map((role) => `claims/${role}`)],
]);

/** The codes of all message catalogues: every file `messages.ts` of the source. */
async function codesOfCatalogues(): Promise<string[]> {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const codes = new Set<string>();
  for (const file of files.filter((path) => path.endsWith('messages.ts'))) {
    const module = (await import(pathToFileURL(join(ROOT, 'src', file)).href)) as Record<string, Catalogue>;
    for (const [name, entry] of Object.values(module).flatMap((catalogue) => Object.entries(catalogue))) {
      const title = `${file} ${name}`;
      for (const code of CODES_OF_ENTRIES.get(title) ?? [codeOf(entry, title)]) codes.add(code);
    }
  }
  return [...codes].sort();
}

/** The code of a catalogue's entry, which it says for the first arguments that it takes. */
function codeOf(entry: Entry, title: string): string {
  for (const parts of listArguments(entry.length)) {
    try {
      return entry(...parts).code;
    } catch {
      // A text where it wants a list, or the other way round.
    }
  }
  throw new Error(`${title} takes none of the arguments that it was called with`);
}

/** A text, a list, a number, and what has a claimant. */
const SAMPLES: readonly unknown[] = ['text', ['text'], 1, { claimant: { name: 'text' }, words: 'text' }];

/** Lists of `count` arguments of all mixtures of the types that catalogues take. */
function listArguments(count: number): unknown[][] {
  if (count === 0) return [[]];
  return listArguments(count - 1).flatMap((parts) => SAMPLES.map((part) => [...parts, part]));
}
