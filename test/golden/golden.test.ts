import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { GOLDEN, listCases, reverseDocuments, runCase } from './cases.js';

const isRewriting = process.env.WEIR_GOLDEN === 'write';

describe('golden files', () => {
  beforeAll(async () => {
    if (!isRewriting) return;
    if (process.env.CI) throw new Error('golden files are rewritten by a person who reads them, never by CI');
    rmSync(GOLDEN, { recursive: true, force: true });
    for (const name of listCases()) {
      for (const [path, text] of await runCase(name)) {
        const file = join(GOLDEN, name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
  });

  it('has a golden folder for every fixture and no other', () => {
    const folders = new Set(listFiles(GOLDEN).map((path) => listCases().find((name) => path.startsWith(`${name}/`)) ?? path));
    expect([...folders].sort()).toEqual(listCases());
  });

  it.each(listCases())('%s compiles to its golden files', async (name) => {
    const made = await runCase(name);
    expect([...made.keys()].sort()).toEqual(listFiles(join(GOLDEN, name)));
    for (const [path, text] of made) {
      expect(text, path).toBe(readFileSync(join(GOLDEN, name, path), 'utf8'));
    }
  });

  it.each(listCases())('%s compiles to the same artefacts with its files and documents in the opposite order', async (name) => {
    const isArtefact = ([path]: [string, string]) => path !== 'diagnostics.txt';
    const straight = [...(await runCase(name))].filter(isArtefact);
    const reversed = [...(await runCase(name, reverseDocuments))].filter(isArtefact);
    expect(reversed).toEqual(straight);
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
