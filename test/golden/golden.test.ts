import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../src/compile/6-emit/shared/messages.js';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import { LOCK_PATH } from '../../src/settings/lock/parse.js';
import { arrangements } from './arrangements.js';
import {
  EXAMPLE,
  GOLDEN,
  type Outcome,
  artefactsOf,
  goldenFilesOf,
  isRewriting,
  listCases,
  listFiles,
  runCase,
} from './cases.js';
import { expectIndex } from './index-file.js';
import { expectTransactions } from './transactions.js';

const cases = listCases();

describe('golden files', () => {
  beforeAll(async () => {
    if (!isRewriting) return;
    if (process.env.CI) throw new Error('golden files are rewritten by a person who reads them, never by CI');
    await rewrite();
  });

  it('exist for the fixtures that there are and for no other', () => {
    const made = listFiles(GOLDEN).map((path) => cases.find((name) => path.startsWith(`${name}/`)) ?? path);
    expect([...new Set(made)].sort()).toEqual(cases);
  });

  it.each(cases)('%s makes the same files with the same bytes', async (name) => {
    const kept = goldenFilesOf(name, (await straightRun(name)).files);
    expect(kept.map(([path]) => path).sort()).toEqual(listFiles(join(GOLDEN, name)));
    for (const [path, text] of kept) expect(text, path).toBe(readFileSync(join(GOLDEN, name, path), 'utf8'));
  });

  it.each(cases)('%s has an index and transactions that say what its other files say', async (name) => {
    const { files, intents } = await straightRun(name);
    const artefacts = new Map(artefactsOf(files));
    if (artefacts.size === 0) return;
    expectIndex(artefacts, intents);
    expectTransactions(artefacts);
  });

  it.each(cases.filter((name) => !ORDERED.has(name)))('%s makes the same artefacts in whatever order its files and documents come', async (name) => {
    const straight = await straightRun(name);
    for (const [title, arrangement] of arrangements) {
      const rearranged = await runCase(name, { rearrange: arrangement });
      expect(resultsOf(rearranged), title).toEqual(resultsOf(straight));
      expect(codesOf(rearranged), title).toEqual(codesOf(straight));
    }
  });

  it.each(cases)('%s makes the same artefacts again with the lock that it has written', async (name) => {
    const first = await straightRun(name);
    const second = await runCase(name, { lockText: first.files.get(LOCK_PATH) });
    expect(resultsOf(second)).toEqual(resultsOf(first));
  });

  it.each(cases)('%s has the same findings where nothing else is asked for', async (name) => {
    const { files } = await runCase(name, { purpose: 'findings' });
    const found = join(GOLDEN, name, 'diagnostics.txt');
    expect([...files.keys()]).toEqual(existsSync(found) ? ['diagnostics.txt'] : []);
    expect(files.get('diagnostics.txt') ?? '').toBe(existsSync(found) ? readFileSync(found, 'utf8') : '');
  });

  it.each(cases.filter((name) => !ASSUMED.has(name)))(
    '%s has the same errors of objects and the same broken expectations where answers are asked for',
    async (name) => {
      expect(answered(await runCase(name, { purpose: 'answers' }))).toEqual(answered(await straightRun(name)));
    },
  );

  it.each([...ASSUMED])('%s has no error about what a query assumes, and all others', async (name, pointer) => {
    const isAssumed = (one: Diagnostic): boolean => one.pointer === pointer;
    const straight = answered(await straightRun(name));
    expect(straight.some(isAssumed)).toBe(true);
    expect(answered(await runCase(name, { purpose: 'answers' }))).toEqual(straight.filter((one) => !isAssumed(one)));
  });
});

/** Cases with documents that kubectl reads only in another order, or only at the beginning of a file. */
const ORDERED: ReadonlySet<string> = new Set([
  'input/content-behind-the-end-of-a-document',
  'input/flow-mapping-that-is-not-json',
  'input/marker-behind-a-json-object',
]);

/** Cases with an object that a query completes or strips: it assumes a namespace and required selectors, and ignores an unknown status → pointer of the error. */
const ASSUMED: ReadonlyMap<string, string> = new Map([
  ['admin-network-policy/structure-that-the-api-server-refuses', '/spec/subject/pods'],
  ['input/no-namespace', '/metadata'],
  ['network-policy/structure-that-the-api-server-refuses', '/status'],
]);

/** Errors of objects, and broken expectations. */
function answered({ diagnostics }: Outcome): Diagnostic[] {
  return diagnostics.filter(({ severity, code }) =>
    severity === 'error' ? code !== messages.invalidRow.definition.code : code.startsWith('expectation/'),
  );
}

const runs = new Map<string, Promise<Outcome>>();

/** What a case makes as it stands, compiled once. */
function straightRun(name: string): Promise<Outcome> {
  const run = runs.get(name) ?? runCase(name);
  runs.set(name, run);
  return run;
}

async function rewrite(): Promise<void> {
  rmSync(GOLDEN, { recursive: true, force: true });
  rmSync(EXAMPLE.folder, { recursive: true, force: true });
  for (const name of cases) {
    const { files } = await runCase(name);
    writeFiles(join(GOLDEN, name), goldenFilesOf(name, files));
    if (name === EXAMPLE.name) writeFiles(EXAMPLE.folder, artefactsOf(files));
  }
}

function writeFiles(folder: string, files: Iterable<readonly [string, string]>): void {
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Places and their order may differ, what is made may not. */
function resultsOf({ files }: Outcome): [string, string][] {
  return [...files].filter(([path]) => path !== 'diagnostics.txt');
}

function codesOf({ diagnostics }: Outcome): string[] {
  return diagnostics.map(({ code, resource }) => `${code} ${resource?.namespace ?? ''}/${resource?.name ?? ''}`).sort();
}
