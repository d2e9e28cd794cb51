import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXAMPLE, artefactsOf, isRewriting, runCase } from './cases.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RENDERED = `${relative(ROOT, EXAMPLE.folder)}/`;

/** What git prints; undefined outside of a repository, as in an unpacked archive. */
function git(...words: string[]): string | undefined {
  try {
    return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

const hasRepository = git('rev-parse', '--git-dir') !== undefined;

describe('a fresh clone', () => {
  it.skipIf(!hasRepository)('tracks no file that it also ignores', () => {
    expect(git('ls-files', '--cached', '--ignored', '--exclude-standard')).toBe('');
  });

  // What is on the disk may have been written by `npm run compile` a moment ago: the index tells what a clone gets.
  it.skipIf(!hasRepository || isRewriting)('stays clean when the example is compiled: git has what compile writes', async () => {
    const { files } = await runCase(EXAMPLE.name);
    const written = artefactsOf(files);
    const tracked = (git('ls-files', RENDERED) ?? '').split('\n').filter((path) => path !== '');
    expect(tracked, 'run `npm run golden`, and add the files to git').toEqual(
      written.map(([path]) => `${RENDERED}${path}`).sort(),
    );
    for (const [path, text] of written) expect(git('show', `:${RENDERED}${path}`), path).toBe(text);
  });
});
