import fc from 'fast-check';
import { expect } from 'vitest';
import { compile } from '../../src/compile/compile.js';
import type { SourceFile } from '../../src/model/manifest.js';
import { renderLock } from '../../src/settings/lock/render.js';
import { readChunks } from '../../src/std/byte-writer.js';
import type { JsonObject } from '../../src/std/json.js';
import { checkProperty } from '../rig/random.js';
import { configurationOf } from '../compile/3-index/inventory.js';

/** The objects of a cluster, and a `weir.yaml`. */
export interface Arrangeable {
  readonly objects: readonly JsonObject[];
  readonly yaml: string;
}

/** Checks that the output for an input does not depend on the order of its objects, nor on the files that they are in. */
export function checkArrangements(inputs: fc.Arbitrary<Arrangeable>): void {
  const arranged = inputs.chain(({ objects, yaml }) =>
    fc.record({
      yaml: fc.constant(yaml),
      objects: fc.constant(objects),
      shuffled: fc.shuffledSubarray([...objects], { minLength: objects.length }),
      files: fc.integer({ min: 1, max: 4 }),
    }),
  );
  checkProperty(
    fc.property(arranged, ({ yaml, objects, shuffled, files }) => {
      expect(compileTexts(shuffled, files, yaml)).toEqual(compileTexts(objects, 1, yaml));
    }),
    { numRuns: 50 },
  );
}

/** The artefacts and the lock of objects that are dealt out to so many files. */
function compileTexts(objects: readonly JsonObject[], count: number, yaml: string): Map<string, string> {
  const files = Array.from({ length: count }, (_, file): SourceFile => {
    const own = objects.filter((__, index) => index % count === file);
    return { path: `${count - file}.yaml`, text: own.map((object) => `--- \n${JSON.stringify(object)}\n`).join('') };
  });
  const { artefacts, lock } = compile({
    configuration: configurationOf(`allowEmpty: true\n${yaml}`),
    files: files.filter(({ text }) => text !== ''),
  });
  expect(artefacts.length).toBeGreaterThan(0);
  return new Map([
    ...artefacts.map(({ path, content }): [string, string] => [path, readChunks(content)]),
    ['lock', renderLock(lock.after)],
  ]);
}
