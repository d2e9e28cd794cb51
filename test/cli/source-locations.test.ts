import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nameSourcePlaces } from '../../src/cli/source-locations.js';

const ROOT = new URL('../../', import.meta.url);
const DIST = new URL('dist/', ROOT);
const SOURCE = 'src/schema/schema-errors.ts';
/** An error that is thrown there, and nowhere else. */
const THROWN = 'new Error(`the schema keyword';

/** Where a text has `THROWN`, as `line:column`; undefined where it has not. */
function placeIn(text: string): string | undefined {
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.includes(THROWN));
  return line < 0 ? undefined : `${line + 1}:${(lines[line] ?? '').indexOf(THROWN) + 1}`;
}

/** The name and the place in the file of the bundle with such an extension. */
function findInBundle(extension: string): { readonly name: string; readonly place: string } {
  for (const name of readdirSync(DIST).filter((file) => file.endsWith(extension))) {
    const place = placeIn(readFileSync(new URL(name, DIST), 'utf8'));
    if (place !== undefined) return { name, place };
  }
  throw new Error(`no file of dist has ${THROWN}`);
}

const TOLD = `    at explainError (${SOURCE}:${placeIn(readFileSync(new URL(SOURCE, ROOT), 'utf8')) ?? ''})`;

it('a place in the bundle is told as the place in the sources that it was made from', () => {
  const { name, place } = findInBundle('.js');
  const { href } = new URL(name, DIST);
  expect(nameSourcePlaces(`Error: no\n    at explainError (${href}:${place})`)).toBe(`Error: no\n${TOLD}`);
  expect(nameSourcePlaces(`    at explainError (${href}?run=2:${place})`)).toBe(TOLD);
});

it('so is a place in the script of the program', () => {
  const { name, place } = findInBundle('.cjs');
  expect(nameSourcePlaces(`    at explainError (weir:dist/${name}:${place})`)).toBe(TOLD);
});

it('a place without a map stays as it is', () => {
  const stack = 'Error\n    at f (file:///nowhere/x.js:1:2)\n    at node:internal/process/task_queues:95:5';
  expect(nameSourcePlaces(stack)).toBe(stack);
});
