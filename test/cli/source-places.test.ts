import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { nameSourcePlaces } from '../../src/cli/source-places.js';

const ROOT = new URL('../../', import.meta.url);
const DIST = new URL('dist/', ROOT);
const CALL = 'exitCodeOf(findings, options)';

/** A line of a stack with the place of `CALL` in the bundle. */
function bundledPlace(suffix = ''): string {
  for (const name of readdirSync(DIST).filter((file) => file.endsWith('.js'))) {
    const lines = readFileSync(new URL(name, DIST), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes(`return ${CALL} || (isBroken`));
    if (line < 0) continue;
    const url = pathToFileURL(fileURLToPath(new URL(name, DIST))).href;
    return `    at async checkCommand (${url}${suffix}:${line + 1}:${(lines[line] ?? '').indexOf(CALL) + 1})`;
  }
  throw new Error(`no file of dist has ${CALL}`);
}

it('a place in the bundle is told as the place in the sources that it was made from', () => {
  const source = readFileSync(new URL('src/cli/commands/check.ts', ROOT), 'utf8').split('\n');
  const line = source.findIndex((text) => text.includes(`return ${CALL}`));
  const place = `src/cli/commands/check.ts:${line + 1}:${(source[line] ?? '').indexOf(CALL) + 1}`;
  expect(nameSourcePlaces(`Error: no\n${bundledPlace()}`)).toBe(`Error: no\n    at async checkCommand (${place})`);
  expect(nameSourcePlaces(bundledPlace('?run=2'))).toBe(`    at async checkCommand (${place})`);
});

it('a place without a map stays as it is', () => {
  const stack = 'Error\n    at f (file:///nowhere/x.js:1:2)\n    at node:internal/process/task_queues:95:5';
  expect(nameSourcePlaces(stack)).toBe(stack);
});
