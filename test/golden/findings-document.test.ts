import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { renderFindingPage } from '../../src/diagnostics/finding-page.js';
import { definitions } from '../../src/compile/findings.js';
import type { FindingDefinition } from '../../src/model/catalogue.js';
import { SEVERITIES } from '../../src/model/diagnostic.js';
import { compareText } from '../../src/std/compare-text.js';
import { groupBy } from '../../src/std/group-by.js';
import { GOLDEN, isRewriting, listFiles } from './cases.js';

const DOCUMENT = fileURLToPath(new URL('../../docs/findings.md', import.meta.url));

const HEAD = `# Findings

Each finding has a code \`subject/fact\`, which never changes. Severity overrides and ignore comments refer to it (see the
[manual](manual.md)). The severity is one of these:

- \`error\`: the API server rejects the object, or the output would be invalid. Weir writes nothing.
- \`rejected\`: the API server accepts the object, but the live controllers reject a part of it. Weir skips this part.
- \`warning\`: Weir compiles the object, but it may not have the intended effect.
- \`info\`: a fact to know, without a problem.

This page is generated from the texts of the program, with the shortest example in its tests (\`npm run golden\`).

## Index
`;

/** A finding as a golden file has it. */
interface Example {
  readonly severity: string;
  readonly code: string;
  readonly text: string;
}

it.skipIf(isRewriting)('docs/findings.md says of every code what the program says of it', () => {
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(makeDocument());
});

it.runIf(isRewriting)('docs/findings.md is written', () => {
  writeFileSync(DOCUMENT, makeDocument());
});

function makeDocument(): string {
  const examples = groupBy(readExamples(), ({ code }) => code);
  const sorted = [...definitions].sort((a, b) => compareText(a.code, b.code));
  const subjects = groupBy(sorted, ({ code }) => code.split('/')[0] ?? '');
  const sections = [...subjects].map(([subject, own]) => {
    const entries = own.map((definition) => describeFinding(definition, examples.get(definition.code) ?? []));
    return `\n## ${subject}\n${entries.join('')}`;
  });
  return HEAD + indexOf(subjects) + sections.join('');
}

/** Returns a list of the subjects, each with its codes by severity. A code with several severities is in each of them. */
function indexOf(subjects: ReadonlyMap<string, readonly FindingDefinition[]>): string {
  const entries = [...subjects].map(([subject, own]) => {
    const lines = SEVERITIES.flatMap((severity) => {
      const links = own.filter(({ severities }) => severities.includes(severity)).map(({ code }) => linkTo(code));
      return links.length === 0 ? [] : [`  - ${severity}: ${links.join(', ')}\n`];
    });
    return `- [${subject}](#${subject})\n${lines.join('')}`;
  });
  return `\n${entries.join('')}`;
}

/** Returns a link to the section of a code, without its subject. */
function linkTo(code: string): string {
  return `[${code.split('/')[1] ?? ''}](#${code.replace('/', '')})`;
}

function describeFinding(definition: FindingDefinition, examples: readonly Example[]): string {
  const [shortest] = [...examples].sort((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  return `\n${renderFindingPage(definition, shortest?.text)}`;
}

function readExamples(): Example[] {
  const files = listFiles(GOLDEN).filter((path) => path.endsWith('/diagnostics.txt'));
  const blocks = files.flatMap((path) => readFileSync(join(GOLDEN, path), 'utf8').trimEnd().split('\n\n'));
  return blocks.flatMap((text) => {
    const [, severity, code] = /^(\w+)\[([^\]]+)\]: /.exec(text) ?? [];
    return severity && code && !text.includes('```') ? [{ severity, code, text }] : [];
  });
}
