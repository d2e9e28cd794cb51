import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isRewriting } from '../golden/cases.js';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = join(ROOT, 'docs/on-call.md');

/** Commands, and what the page says that they print. `…` at the end: only the first lines of it. */
const BLOCKS = /^```sh\n([^]*?)^```$(?:\n\n^```text\n([^]*?)^```$)?/gm;

/** The committer whom the page names. Weir starts git with the environment of the test. */
const COMMITTER = {
  ...{ GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.org' },
  ...{ GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.org' },
};

it('every command of the page about ten questions prints what the page says', async () => {
  const folder = join(scratch({}), 'shop');
  const page = readFileSync(PAGE, 'utf8');
  const found = [...page.matchAll(BLOCKS)];
  let written = page;
  for (const [block, commands = '', answer] of found) {
    const printed = await runAll(commands, folder);
    if (answer === undefined) continue;
    const shown = answer.endsWith('…\n') ? `${firstLines(printed, answer.split('\n').length - 2)}…\n` : printed;
    if (isRewriting)
      written = written.replace(block, () => block.replace(/```text\n[^]*$/, () => `\`\`\`text\n${shown}\`\`\``));
    else expect(withoutNames(shown), commands).toBe(withoutNames(answer));
  }
  expect(found.length).toBe(11);
  expect(page.match(/^## \d+\. /gm)).toHaveLength(10);
  if (isRewriting) writeFileSync(PAGE, written);
});

/** Runs the commands of a block in order, and gives what those of Weir print. */
async function runAll(commands: string, folder: string): Promise<string> {
  const answers: string[] = [];
  for (const command of commands.trim().split('\n')) {
    const words = /^weir (.*)$/.exec(command)?.[1];
    if (words === undefined) runShell(command, folder);
    else {
      const { code, out, err } = await weir(folder, splitWords(words));
      expect([0, 2], `${command}\n${err}`).toContain(code);
      answers.push(out.endsWith('\n') ? out : `${out}\n`);
    }
  }
  return answers.join('\n');
}

/** Returns some lines of a text, ten if the page has none yet. */
function firstLines(text: string, count: number): string {
  return text
    .split('\n')
    .slice(0, count || 10)
    .map((line) => `${line}\n`)
    .join('');
}

function runShell(command: string, folder: string): void {
  const [own, cwd] = command.startsWith('cp -r fixtures')
    ? [command.replaceAll('/tmp/shop', folder), ROOT]
    : [command, folder];
  const env = { PATH: process.env.PATH, HOME: dirname(folder), ...COMMITTER };
  execFileSync('sh', ['-c', own], { cwd, env, stdio: 'pipe' });
}

/** Splits a command line whose single quotes contain no others. */
function splitWords(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word);
}

/** The names of commits depend on each file of the fixture. */
function withoutNames(text: string): string {
  return text.replaceAll(/\b[0-9a-f]{12}\b/g, 'COMMIT');
}
