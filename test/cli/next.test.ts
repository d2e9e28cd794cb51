import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteShellWord } from '../../src/std/shell-word.js';
import { commit, git } from '../rig/repository.js';
import { weir } from '../rig/weir.js';

const QUICKSTART = fileURLToPath(new URL('../../fixtures/quickstart', import.meta.url));

describe('a failure names the next command', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-next-'));
    cpSync(QUICKSTART, join(folder, 'the shop'), { recursive: true });
    git(folder, 'init', '--quiet');
    commit(folder);
    const path = join(folder, 'the shop/egress/shop.yaml');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('cidrSelector: 203.0.113.0/24', 'cidrSelector: 203.0.112.0/23'),
    );
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['drift of the output folder', ['compile', '--check'], 2, "`weir -C 'the shop' compile` updates these files"],
    ['a broken expectation', ['expect'], 2, "`weir -C 'the shop' diff` shows"],
    ['the same in a check', ['check'], 2, "`weir -C 'the shop' expect` lists failed expectations"],
    ['an error', ['check', 'nowhere.yaml'], 1, '`weir explain source/no-match` explains the finding and its fix'],
  ])('%s', async (_, words, exitCode, next) => {
    const { code, err } = await weir(folder, [...words, '-C', 'the shop']);
    expect(err).toContain(`weir: ${next}`);
    expect(code).toBe(exitCode);
  });

  it('but not where a program reads the answer', async () => {
    const { err } = await weir(folder, ['check', '--format', 'json', 'nowhere.yaml', '-C', 'the shop']);
    expect(err).toBe('');
  });
});

describe('a word of a shell', () => {
  it.each([
    ['rendered/zones', 'rendered/zones'],
    ['the shop', "'the shop'"],
    ['$(id)', "'$(id)'"],
    ["it's", "'it'\\''s'"],
    ['', "''"],
  ])('%s is written %s', (text, word) => {
    expect(quoteShellWord(text)).toBe(word);
  });
});
