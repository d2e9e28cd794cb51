import { expect, it } from 'vitest';
import { findSentences } from './documents.mjs';
import { findRepeatedExports } from './names.mjs';
import { findConditionalWhere, findRetiredWords, findVagueActors } from './words.mjs';

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
  expect(findRetiredWords([['docs/guide.md', 'Read it.\nMend the rule, the gravest first.\n']])).toEqual([
    "docs/guide.md:2: found 'Mend', expected 'fix'",
    "docs/guide.md:2: found 'gravest', expected 'most severe'",
  ]);
});

it('a vague actor is a problem, unless it is a value', () => {
  const text = "// Nobody reads it.\nconst decidedBy = 'nobody';\n";
  expect(findVagueActors([['src/a.ts', text]])).toEqual([
    "src/a.ts:1: found 'Nobody', expected the user, author, caller or controller",
  ]);
});

it.each([
  'Where a release has no form, the default is used.',
  '/** Where it is unset, the default is used. */',
  'The default is used where there is no form.',
  'The default is used where `form` is unset.',
  'The default, where unset, is used.',
])('a condition with "where" is a problem: %s', (text) => {
  expect(findConditionalWhere([['a.md', text]])).toEqual([
    "a.md:1: found a condition with 'where', expected 'if', 'when' or 'unless'",
  ]);
});

it.each([
  'The node where packets leave the cluster.',
  'Where are the findings?',
  "const where = { op: 'wait', where, rows };",
])('a place with "where" is no problem: %s', (text) => {
  expect(findConditionalWhere([['a.md', text]])).toEqual([]);
});

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

it('a sentence of more than 25 words is a problem, with its first line', () => {
  const text = `# Title\n\n${words(25)}. Short:\n\n- **Label:** ${words(20)}\n  ${words(6)}\n`;
  expect(findSentences([['a.md', text]])).toEqual([
    "a.md:5: a sentence has 26 words, expected at most 25: 'word0 word1 word2 word3 word4 word5 …'",
  ]);
});

it('code, tables, headings and comments are no sentences, and inline code is one word', () => {
  const long = words(30);
  const text = `# ${long}\n\n\`\`\`sh\n${long}; ls\n\`\`\`\n\n| ${long}; |\n\n<!-- ${long} -->\n\nRun \`${long}; ls\` now.\n`;
  expect(findSentences([['a.md', text]])).toEqual([]);
});

it('a semicolon and a sentence that starts with "Of" are problems', () => {
  expect(findSentences([['a.md', 'Of a Route, it keeps the host; it drops the rest.']])).toEqual([
    "a.md:1: found a semicolon, expected two sentences: 'Of a Route, it keeps the …'",
    "a.md:1: a sentence starts with 'Of', expected the subject first: 'Of a Route, it keeps the …'",
  ]);
});
