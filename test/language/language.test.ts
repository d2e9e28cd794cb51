import { expect, it } from 'vitest';
import { findRepeatedExports, findRetiredWords } from './language.mjs';

it('a name that two files export for different things is a problem', () => {
  const files = [
    ['src/a.ts', 'export interface Place {}\n'],
    ['src/b.ts', 'export type Place = string;\n'],
  ] as const;
  expect(findRepeatedExports(files)).toEqual(['Place is exported by src/a.ts and src/b.ts: one name has one meaning']);
});

it('a name that is the same role in each module is no problem', () => {
  const text = 'export const messages = {};\n';
  expect(
    findRepeatedExports([
      ['src/a.ts', text],
      ['src/b.ts', text],
    ]),
  ).toEqual([]);
});

it('a retired word is a problem, with its line and the term', () => {
  expect(findRetiredWords([['docs/guide.md', 'Read it.\nMend the rule.\n']])).toEqual([
    "docs/guide.md:2: found 'Mend', expected 'fix'",
  ]);
});
