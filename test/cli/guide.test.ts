import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Ended, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = readFileSync(join(ROOT, 'docs/guide.md'), 'utf8');
const SECTION = /^## In five minutes[^]*?(?=^## )/m.exec(GUIDE)?.[0] ?? '';

/** The blocks of a language in the section; '' for what a command answers. */
function blocksOf(language: string): string[] {
  const blocks = [...SECTION.matchAll(/^```(\w*)\n([^]*?)^```$/gm)];
  return blocks.filter(([, name]) => name === language).map(([, , text = '']) => text);
}

it('the commands of the guide lead from a clone to a broken promise with its counterexample', async () => {
  const folder = join(scratch({}), 'my-shop');
  const ended: Ended[] = [];
  const commands = blocksOf('sh').join('').replaceAll('/tmp/my-shop', folder).trim().split('\n');
  for (const command of commands) {
    const [, words] = /^npx weir (.*)$/.exec(command) ?? [];
    if (words !== undefined) ended.push(await weir(ROOT, words.split(' ')));
    // The tests run on what these have made.
    else if (command !== 'npm ci && npm run build') {
      expect(spawnSync('sh', ['-c', command], { cwd: ROOT }).status, command).toBe(0);
    }
  }
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 2]);
  const [holds, path, broken] = ended.map(({ out }) => out);
  expect(holds).toContain('2 of 2 expectations hold');
  expect(path).toContain('leaves node worker-b from 192.168.10.12');
  const [answer = 'no answer'] = blocksOf('');
  for (const line of answer.trim().split('\n')) expect(broken?.replaceAll(folder, '/tmp/my-shop')).toContain(line);
});

it('the guide quotes the expectations that it proves, as a file that weir reads', () => {
  const [quoted = 'nothing'] = blocksOf('yaml');
  const file = readFileSync(join(ROOT, 'fixtures/quickstart/expectations.yaml'), 'utf8');
  expect(file.slice(0, quoted.length)).toBe(quoted);
});
