import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/sources/decode.js';
import { type Json, type JsonObject, asObject, asString } from '../../src/std/json.js';
import { composeNeighbours, splitDocuments } from '../../src/yaml/documents.js';
import { whyNoKubectl } from '../rig/kubectl.js';
import { sampleOf } from '../rig/random.js';
import { scratch } from '../sources/scratch.js';
import { kubectlDocuments } from './kubectl-documents.js';

/** Files that one run of kubectl reads. */
const BATCH = 250;

interface ReadFile {
  readonly text: string;
  readonly values: readonly Json[];
}

/** The objects of a file as Weir reads them; undefined if it reports an error, or an object has other fields that count. */
function readByWeir(text: string): readonly Json[] | undefined {
  const decoded = decode('a.yaml', Buffer.from(text));
  if ('report' in decoded) return undefined;
  const source = decoded.file.text;
  const found = composeNeighbours(source, splitDocuments(source)).map(({ composed }) => composed);
  if (found.some(({ problem }) => problem)) return undefined;
  const values = found.flatMap((composed) => composed.values).filter((value) => value !== null);
  return values.every(isObjectOfApi) ? values : undefined;
}

function isObjectOfApi(value: Json): boolean {
  const { apiVersion, kind, metadata } = asObject(value) ?? {};
  const name = asString(asObject(metadata)?.name);
  const isPlain = [apiVersion, kind, name].every((one) => /^[a-zA-Z0-9./-]+$/.test(asString(one) ?? ''));
  return isPlain && Object.keys(asObject(metadata) ?? {}).length === 1 && !('items' in (asObject(value) ?? {}));
}

/** Texts that kubectl reads in another way than Weir, of those that Weir reads; halves of a batch are tried until one is alone. */
function listDifferences(files: readonly ReadFile[], folder: string): string[] {
  if (files.length === 0 || isReadAlike(files, folder)) return [];
  const half = files.length >> 1;
  if (half === 0) return files.map(({ text }) => JSON.stringify(text));
  return [files.slice(0, half), files.slice(half)].flatMap((some, index) =>
    listDifferences(some, join(folder, String(index))),
  );
}

/** Whether kubectl reads all of some files without a complaint, and the same objects. */
function isReadAlike(files: readonly ReadFile[], folder: string): boolean {
  const inside = join(folder, 'files');
  mkdirSync(inside, { recursive: true });
  for (const [index, { text }] of files.entries()) writeFileSync(join(inside, `${BATCH + index}.yaml`), text);
  const words = ['label', '--local', '--dry-run=client', '-f', inside, 'weir-test=yes', '-o', 'json'];
  const { stdout, stderr } = spawnSync('kubectl', words, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const expected = files.flatMap(({ values }) => values.map((value) => canonical(labelled(value))));
  return stderr === '' && JSON.stringify(splitStream(stdout).map(canonical)) === JSON.stringify(expected);
}

function labelled(value: Json): JsonObject {
  const object = asObject(value) ?? {};
  return { ...object, metadata: { ...asObject(object.metadata), labels: { 'weir-test': 'yes' } } };
}

function splitStream(text: string): JsonObject[] {
  return text === '' ? [] : (JSON.parse(`[${text.replaceAll(/\n\}\n\{/g, '\n},\n{')}]`) as JsonObject[]);
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  );
}

const reason = whyNoKubectl();
describe.skipIf(reason !== undefined)(`a file that Weir reads${reason ? ` (${reason})` : ''}`, () => {
  it('has the objects that kubectl reads in it', () => {
    const texts = sampleOf(kubectlDocuments, 500);
    const files = texts.flatMap((text): ReadFile[] => {
      const values = readByWeir(text);
      return values ? [{ text, values }] : [];
    });
    process.stdout.write(`Weir reads ${files.length} of ${texts.length} files\n`);
    expect(files.length).toBeGreaterThan(texts.length / 10);
    const folder = scratch();
    for (let at = 0; at < files.length; at += BATCH)
      expect(listDifferences(files.slice(at, at + BATCH), join(folder, String(at)))).toEqual([]);
  });
});
