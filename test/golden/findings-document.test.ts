import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { summarisedCodes, summaryOf } from '../../src/diagnostics/summaries/index.js';
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
  const codes = [...summarisedCodes].sort();
  const subjects = groupBy(codes, (code) => code.split('/')[0] ?? '');
  const sections = [...subjects].map(([subject, own]) => {
    const entries = own.map((code) => describeCode(code, examples.get(code) ?? []));
    return `\n## ${subject}\n${entries.join('')}`;
  });
  return HEAD + sections.join('');
}

function describeCode(code: string, examples: readonly Example[]): string {
  const severities = [...new Set(examples.map(({ severity }) => severity))].sort().join(', ');
  const [shortest] = [...examples].sort((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  const title = `\n### ${code}\n\n${severities === '' ? '' : `_${severities}_. `}${summaryOf(code) ?? ''}\n`;
  return shortest ? `${title}\n\`\`\`\n${shortest.text}\n\`\`\`\n` : title;
}

function readExamples(): Example[] {
  const files = listFiles(GOLDEN).filter((path) => path.endsWith('/diagnostics.txt'));
  const blocks = files.flatMap((path) => readFileSync(join(GOLDEN, path), 'utf8').trimEnd().split('\n\n'));
  return blocks.flatMap((text) => {
    const [, severity, code] = /^(\w+)\[([^\]]+)\]: /.exec(text) ?? [];
    return severity && code && !text.includes('```') ? [{ severity, code, text }] : [];
  });
}
