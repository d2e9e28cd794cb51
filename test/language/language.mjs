import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXPORT = /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

/** Names that several files may export, and why. */
const SAME_ROLE = new Set([
  // The catalogue of findings of each module.
  'messages',
  // The bundle replaces one file by the other.
  'validatorOf',
  // The interface of the package.
  ...['compile', 'Artefact', 'Compilation', 'Comparison'],
  // The same step of each target of an apply.
  ...['ownerOf', 'readLive'],
  // The same step of each kind.
  ...['MAX_RULES', 'PolicySpec', 'ResolvedPolicy', 'RuleProblem', 'checkName', 'findBackends', 'listGivenAddresses'],
  ...['lowerPolicies', 'reportUnknownServices', 'resolvePolicies', 'specOf'],
]);

/** Words that the field has better terms for, and the term. */
const RETIRED = new Map([
  ['mend', 'fix'],
  ['mends', 'fixes'],
  ['mended', 'fixed'],
  ['mending', 'fixing'],
]);

/**
 * Returns one message for each name that several files export with different meanings.
 */
export function findRepeatedExports(files) {
  const byName = new Map();
  for (const [path, text] of files)
    for (const [, name] of text.matchAll(EXPORT)) byName.set(name, new Set(byName.get(name)).add(path));
  return [...byName]
    .filter(([name, paths]) => paths.size > 1 && !SAME_ROLE.has(name))
    .map(([name, paths]) => `${name} is exported by ${[...paths].join(' and ')}: one name has one meaning`);
}

/**
 * Returns one message for each retired word, with its file and line.
 */
export function findRetiredWords(files) {
  const pattern = new RegExp(`\\b(?:${[...RETIRED.keys()].join('|')})\\b`, 'gi');
  return files.flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(pattern)].map(
          ([word]) => `${path}:${index + 1}: found '${word}', expected '${RETIRED.get(word.toLowerCase()) ?? ''}'`,
        ),
      ),
  );
}

/** Returns the path and text of all files below a folder with one of these endings. */
function readTexts(folder, endings) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => join(folder, path))
    .sort()
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);
}

/** Prints what is wrong in the sources and documents, and sets the exit code. */
function main() {
  const sources = readTexts('src', ['.ts', '.tsx']);
  const top = ['README.md', 'CONTRIBUTING.md'].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);
  const problems = [
    ...findRepeatedExports(sources.filter(([path]) => path.endsWith('.ts'))),
    ...findRetiredWords([...sources, ...readTexts('docs', ['.md']), ...top]),
  ];
  problems.forEach((problem) => {
    console.error(problem);
  });
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
