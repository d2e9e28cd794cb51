import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { IndexedArtefact } from '../../src/model/artefact.js';
import { emitIndex, lastingIndex } from '../../src/output-index/index-file.js';
import { readChunks } from '../../src/std/byte-writer.js';
import { shortDigest } from '../../src/std/split-by-digest.js';
import { checkProperty } from '../rig/random.js';

/** Enough of them that the index is cut into files, some of which are cut again. */
const MOST = 400;

function artefactOf(number: number, version: number): IndexedArtefact {
  const sources = Array.from({ length: 1 + (version % 4) }, (_, index) => `EgressFirewall team-${number}/${index}`);
  return { path: `northbound/${number}.json`, sha256: shortDigest(`${version}`), counts: { ACL: version }, sources };
}

const versions = fc.dictionary(fc.integer({ min: 0, max: MOST }).map(String), fc.integer({ min: 0, max: 9 }), {
  maxKeys: MOST,
  size: 'max',
});
const names = fc.uniqueArray(fc.integer({ min: 0, max: 300 }).map(String), { maxLength: 300, size: 'max' });

const filesOf = (files: ReturnType<typeof emitIndex>) => files.map(({ path, content }) => [path, readChunks(content)]);

test('the index of one list of artefacts after the other has the files that it has for each of them alone', () => {
  checkProperty(
    fc.property(fc.array(fc.tuple(versions, names, names), { minLength: 2, maxLength: 4 }), (lists) => {
      const engine = createEngine();
      const known = new Map<string, IndexedArtefact>();
      for (const [own, zones, nodes] of lists) {
        const artefacts = Object.entries(own).map(([number, version]) => {
          const key = `${number} ${version}`;
          const artefact = known.get(key) ?? artefactOf(Number(number), version);
          known.set(key, artefact);
          return artefact;
        });
        expect(filesOf(emitIndex(artefacts, { zones, nodes }, shortDigest(''), engine))).toEqual(
          filesOf(emitIndex(artefacts.toReversed(), { zones, nodes }, shortDigest(''))),
        );
      }
    }),
    { numRuns: 20 },
  );
});

test('an index in which some artefacts have taken the place of others is that of all artefacts', () => {
  checkProperty(
    fc.property(versions, versions, (before, after) => {
      const artefacts = Object.entries(before).map(([number, version]) => artefactOf(Number(number), version));
      const made = Object.entries(after).map(([number, version]) => artefactOf(Number(number), version));
      const gone = artefacts.filter((_, index) => index % 3 === 0).map(({ path }) => path);
      const replaced = new Set([...gone, ...made.map(({ path }) => path)]);
      const all = [...artefacts.filter(({ path }) => !replaced.has(path)), ...made];
      const index = lastingIndex();
      index.list(artefacts, { zones: ['global'], nodes: [] });
      const first = index.emit('');
      index.exchange(gone, made);
      const next = index.emit('');
      expect(filesOf(next)).toEqual(filesOf(emitIndex(all, { zones: ['global'], nodes: [] }, '')));
      expect(index.paths().toSorted()).toEqual(all.map(({ path }) => path).toSorted());
      expect(all.map(({ path }) => index.find(path))).toEqual(all);
      const same = next.filter((file) => first.includes(file));
      if (made.length === 0 && gone.length === 0) expect(same.length).toBe(next.length - 1);
    }),
    { numRuns: 20 },
  );
});
