import type { SourceFile } from '../../src/model/manifest.js';
import { groupBy } from '../../src/std/group-by.js';
import { splitDocuments } from '../../src/yaml/documents.js';
import { createRandom, firstSeed } from '../rig/random.js';

/** Puts the same documents into another order. */
export type Arrangement = (files: readonly SourceFile[]) => readonly SourceFile[];

/** Orders that must make no difference, by what they do. */
export const arrangements: ReadonlyMap<string, Arrangement> = new Map([
  ['in the opposite order', reorder((items) => [...items].reverse())],
  [`shuffled by seed ${firstSeed}`, reorder(createShuffle(firstSeed))],
  [`shuffled by seed ${firstSeed + 1}`, reorder(createShuffle(firstSeed + 1))],
  [`shuffled into one file by seed ${firstSeed}`, (files) => joinFiles(files, createShuffle(firstSeed))],
]);

type Permute = <T>(items: readonly T[]) => T[];

/** Reorders the files, and the documents in each. */
function reorder(permute: Permute): Arrangement {
  return (files) => permute(files).map((file) => ({ ...file, text: permute(listDocuments(file.text)).join('') }));
}

/** All documents of all files that mean the same as one file. */
function joinFiles(files: readonly SourceFile[], permute: Permute): SourceFile[] {
  const join = (some: readonly SourceFile[]): string => permute(some.flatMap(({ text }) => listDocuments(text))).join('');
  const alike = groupBy(files, ({ role, namespace, parameters, isGuess }) =>
    JSON.stringify([role, namespace, parameters, isGuess]),
  );
  return [...alike.values()].flatMap((some, index) => {
    const [first] = some;
    return first ? [{ ...first, path: `all-${index}.yaml`, text: join(some) }] : [];
  });
}

/** The documents of a text, each with the marker that begins it and a line break at its end. */
function listDocuments(text: string): string[] {
  return splitDocuments(text).map(({ start, end }) => {
    const document = text.slice(start, end);
    const begun = document.startsWith('---') ? document : `---\n${document}`;
    return begun.endsWith('\n') ? begun : `${begun}\n`;
  });
}

/** A permutation that depends on the seed alone (Fisher and Yates). */
function createShuffle(seed: number): Permute {
  return (items) => {
    const random = createRandom(seed);
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const [taken] = shuffled.splice(random(last + 1), 1);
      if (taken !== undefined) shuffled.push(taken);
    }
    return shuffled;
  };
}
