import { expect, it } from 'vitest';
import { createObjectFiles } from '../../../src/cli/live/inventory-files.js';
import type { Inventory } from '../../../src/cli/inventory/pull.js';
import { readManifests } from '../../../src/compile/1-read/read.js';
import { knownKinds } from '../../../src/kinds/known.js';
import type { SourceFile } from '../../../src/model/manifest.js';
import type { JsonObject } from '../../../src/std/json.js';
import { createRandom, firstSeed } from '../../rig/random.js';

const namespace = (name: string, label: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { label } },
});
const inventoryOf = (objects: readonly JsonObject[]): Inventory => ({
  result: 'ok',
  files: [{ path: 'namespace.yaml', objects }],
  notServed: [],
});

it('lists the same files as without earlier inventories, and the same ones for the same objects', () => {
  const random = createRandom(firstSeed);
  const list = createObjectFiles();
  let objects = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => namespace(name, '0'));
  let files = list(inventoryOf(objects));
  for (let round = 0; round < 200; round++) {
    const [before, filesBefore] = [objects, files];
    const kept = objects.filter(() => random(6) > 0).map((one) => (random(6) > 0 ? one : renamed(one, random(100))));
    const added = Array.from({ length: random(4) }, () => namespace(`n${random(20)}`, String(random(100))));
    objects = sortByName([...kept, ...added]);
    files = list(inventoryOf(objects));
    expect(files).toEqual(createObjectFiles()(inventoryOf(objects)));
    objects.forEach((object, index) => {
      const known = before.indexOf(object);
      if (known >= 0) expect(files[index]).toBe(filesBefore[known]);
    });
  }
});

it('is the same list without a change', () => {
  const list = createObjectFiles();
  const objects = [namespace('a', '0')];
  expect(list(inventoryOf(objects))).toBe(list(inventoryOf(objects)));
});

it('are read as the objects that they are of, and have a text that is read as equal ones', () => {
  const object = namespace('a', '---\n# weir:ignore');
  const read = (files: readonly SourceFile[]) =>
    readManifests(files, knownKinds, () => undefined).inventory.map((one) => one.object);
  const [file] = createObjectFiles()(inventoryOf([object]));
  expect(read(file ? [file] : [])[0]).toBe(object);
  expect(read([{ path: 'a', text: file?.text ?? '', role: 'inventory' }])).toEqual([object]);
});

const nameOf = (object: JsonObject): string => (object.metadata as { name: string }).name;
const renamed = (object: JsonObject, label: number): JsonObject => namespace(nameOf(object), String(label));

/** Sorts objects by name, of which each is there once. */
function sortByName(objects: readonly JsonObject[]): JsonObject[] {
  const names = new Map(objects.map((object) => [nameOf(object), object]));
  return [...names.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
