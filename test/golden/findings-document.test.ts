import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { renderFindingPage } from '../../src/diagnostics/finding-page.js';
import { definitions } from '../../src/compile/findings.js';
import type { FindingDefinition } from '../../src/model/catalogue.js';
import { compareText } from '../../src/std/compare-text.js';
import { groupBy } from '../../src/std/group-by.js';
import { GOLDEN, isRewriting, listFiles } from './cases.js';

const DOCUMENT = fileURLToPath(new URL('../../docs/findings.md', import.meta.url));

const HEAD = `# Findings

Every finding has a code that never changes. \`error\`: an API server would refuse the object, or no sound output is left;
nothing is written. \`rejected\`: the API server takes it, the live controllers refuse it; that part is left out.
\`warning\`: compiled, but suspicious. This page is made from the texts of the program and the shortest example that the
tests have of each finding (\`npm run golden\`).
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
  return HEAD + sections.join('');
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
