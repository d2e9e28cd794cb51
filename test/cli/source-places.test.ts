import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nameSourcePlaces } from '../../src/cli/source-places.js';

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

/** The URL and the place in the bundle. */
function findInBundle(): { readonly url: string; readonly place: string } {
  for (const name of readdirSync(DIST).filter((file) => file.endsWith('.js'))) {
    const url = new URL(name, DIST);
    const place = placeIn(readFileSync(url, 'utf8'));
    if (place !== undefined) return { url: url.href, place };
  }
  throw new Error(`no file of dist has ${THROWN}`);
}

it('a place in the bundle is told as the place in the sources that it was made from', () => {
  const { url, place } = findInBundle();
  const told = `    at explainError (${SOURCE}:${placeIn(readFileSync(new URL(SOURCE, ROOT), 'utf8')) ?? ''})`;
  expect(nameSourcePlaces(`Error: no\n    at explainError (${url}:${place})`)).toBe(`Error: no\n${told}`);
  expect(nameSourcePlaces(`    at explainError (${url}?run=2:${place})`)).toBe(told);
});

it('a place without a map stays as it is', () => {
  const stack = 'Error\n    at f (file:///nowhere/x.js:1:2)\n    at node:internal/process/task_queues:95:5';
  expect(nameSourcePlaces(stack)).toBe(stack);
});
