import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSentences, readProse } from './documents.mjs';
import { findRepeatedExports } from './names.mjs';
import { findConditionalWhere, findRetiredWords, findVagueActors } from './words.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The catalogues of findings generate it. */
const GENERATED = 'docs/findings.md';

function readText(path) {
  return [path, readFileSync(join(ROOT, path), 'utf8')];
}

/** Returns the path and text of all files below a folder with one of these endings. */
function readTexts(folder, endings) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => join(folder, path))
    .sort()
    .map(readText);
}

/** Prints the problems in the names of sources, and in the language of sources and documents. Sets the exit code. */
function main() {
  const sources = readTexts('src', ['.ts', '.tsx', '.mjs']);
  const documents = [...readTexts('docs', ['.md']), readText('README.md'), readText('CONTRIBUTING.md')];
  const written = documents.filter(([path]) => path !== GENERATED);
  const prose = [...sources, ...written.map(([path, text]) => [path, readProse(text)])];
  const problems = [
    ...findRepeatedExports(sources.filter(([path]) => path.endsWith('.ts'))),
    ...findRetiredWords([...sources, ...documents]),
    ...findVagueActors(prose),
    ...findConditionalWhere(prose),
    ...findSentences(written),
  ];
  problems.forEach((problem) => {
    console.error(problem);
  });
  if (problems.length > 0) process.exitCode = 1;
}

main();
