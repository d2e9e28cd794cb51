import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { SourceFile } from '../../src/model/manifest.js';
import { digestInputs } from '../../src/output-index/input-digest.js';
import { checkProperty } from '../rig/random.js';

const FILES = Array.from({ length: 12 }, (_, number): SourceFile => {
  const documents = Array.from({ length: number % 4 }, (_item, index) => `kind: K${(number * index) % 5}\n`);
  return { path: `${number}.yaml`, text: documents.join('---\n') };
});
const lists = fc.array(
  fc
    .array(fc.nat({ max: FILES.length - 1 }), { maxLength: 6 })
    .map((places) => places.flatMap((at) => FILES[at] ?? [])),
  { minLength: 2, maxLength: 12 },
);

test('the digest of inputs does not depend on those that were digested before, nor on the order of files', () => {
  checkProperty(
    fc.property(lists, (all) => {
      const engine = createEngine();
      for (const files of all) {
        const own = digestInputs([files]);
        expect(digestInputs([files.slice(0, 1), files.slice(1)], engine)).toBe(own);
        expect(digestInputs([[], files.toReversed()], engine)).toBe(own);
      }
    }),
    { numRuns: 200 },
  );
});
