import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Diagnostic, compile } from '../../src/index.js';
import { readFolder } from '../../src/sources/collect.js';
import { readLargeFile } from '../../src/sources/large-file.js';
import { DEFAULT_LIMITS } from '../../src/sources/source.js';
import { checkProperty, sampleOf } from '../rig/random.js';
import { scratch } from './scratch.js';

const NO_LIMIT = Infinity;

/** What is left of a text that comes in slices of a size. */
function reduce(text: string | Buffer, sliceBytes: number, limit = NO_LIMIT): string | undefined {
  const bytes = Buffer.from(text);
  let at = 0;
  const readNext = (into: Buffer): number => {
    const count = bytes.copy(into, 0, at, at + into.length);
    at += count;
    return count;
  };
  return readLargeFile(readNext, limit, sliceBytes)?.toString();
}

/** Texts that look like something else. */
const words = fc.constantFrom(
  'web',
  'a: b',
  '- item',
  '}',
  ']',
  '{',
  'items:',
  '"items": [',
  'on',
  '0777',
  '<b>&amp;</b>',
  'one\ntwo\n',
  'one\n\n  two: 3\n- four',
  '---\nkind: Pod',
  'é😀',
  '',
);
const pod = fc
  .record({ id: fc.nat(999), word: words, other: words, image: words, env: fc.boolean(), first: fc.boolean() })
  .map(({ id, word, other, image, env, first }) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': word, 'example.com/note': other },
      labels: { app: 'web' },
      managedFields: [{ apiVersion: 'v1', fieldsV1: { 'f:metadata': { 'f:labels': {} } }, manager: 'kubectl' }],
      name: `web-${id}`,
      namespace: 'shop',
    },
    spec: {
      containers: [
        ...(first ? [{ args: [word, other], image, ports: [{ containerPort: 8080, name: 'http' }] }] : []),
        { env: env ? [{ name: 'A', value: word }] : [], image: other, name: 'web', volumeMounts: [] },
      ],
      ...(env ? { nodeName: 'worker' } : {}),
      tolerations: [{ key: word, operator: 'Exists' }],
      volumes: [{ configMap: { items: [{ key: other, path: 'x' }] }, name: 'v' }],
    },
    status: {
      containerStatuses: [{ image: word, lastState: {} }],
      phase: 'Running',
      podIP: `10.128.${id >> 8}.${id & 255}`,
      podIPs: [{ ip: first ? 'no address' : `10.128.${id >> 8}.${id & 255}` }],
    },
  }));
const configMap = words.map((word) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c' },
  data: { text: word, pod: 'apiVersion: v1\nkind: Pod\nspec:\n  volumes: []\n' },
}));
const items = fc.array(fc.oneof({ arbitrary: pod, weight: 4 }, { arbitrary: configMap, weight: 1 }), { maxLength: 5 });

const asJson = (objects: readonly object[]): string =>
  `${JSON.stringify({ apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } }, null, 4)}\n`;
const asYaml = (objects: readonly object[]): string =>
  stringify(
    { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } },
    { indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false },
  );
const lists = fc
  .tuple(fc.array(items, { minLength: 1, maxLength: 2 }), fc.boolean(), fc.boolean())
  .map(([parts, isJson, isCrlf]) => {
    const text = isJson ? parts.map(asJson).join('') : parts.map(asYaml).join('---\n');
    return isCrlf ? text.replaceAll('\n', '\r\n') : text;
  });

/** Texts with something wrong in them. */
const mutants = fc
  .tuple(
    lists,
    fc.array(
      fc.record({
        place: fc.double({ min: 0, max: 1, noNaN: true }),
        removed: fc.constantFrom(0, 1, 3, 40),
        put: fc.constantFrom(
          '',
          '\n',
          '  ',
          '}',
          '{',
          '"',
          '- ',
          '&a ',
          '*a',
          '"name": 1,',
          '---\n',
          '\t',
          '# c\n',
          ': ',
        ),
      }),
      { maxLength: 2 },
    ),
  )
  .map(([text, mutations]) =>
    mutations.reduce((before, { place, removed, put }) => {
      const at = Math.floor(place * before.length);
      return before.slice(0, at) + put + before.slice(at + removed);
    }, text),
  );

const FILES = [
  {
    path: 'cluster.yaml',
    text: 'apiVersion: v1\nkind: Node\nmetadata: {name: worker}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n',
    role: 'inventory',
  },
  {
    path: 'egress.yaml',
    text: 'apiVersion: k8s.ovn.org/v1\nkind: EgressQoS\nmetadata: {name: default, namespace: shop}\nspec: {egress: [{dscp: 46, podSelector: {matchLabels: {app: web}}}]}\n',
  },
] as const;

/** What a compilation with an inventory finds and makes. */
function outcome(text: string): { diagnostics: readonly Diagnostic[]; artefacts: unknown } {
  const { diagnostics, artefacts } = compile({ files: [...FILES, { path: 'pods.yaml', text, role: 'inventory' }] });
  const shown = artefacts.filter(({ path }) => path !== 'index.json');
  return { diagnostics, artefacts: shown.map(({ path, content }) => [path, Buffer.from(content).toString()]) };
}

const isSyntax = ({ code }: Diagnostic): boolean => code === 'yaml/syntax';

describe('a large file', () => {
  it('leaves the same whatever slices it is read in', () => {
    checkProperty(
      fc.property(mutants, fc.integer({ min: 1, max: 400 }), (text, sliceBytes) => {
        expect(reduce(text, sliceBytes)).toBe(reduce(text, 2 ** 20));
      }),
      { numRuns: 300 },
    );
  });

  it('tells the same as the file as it is: findings with their places, and what is made of it', () => {
    checkProperty(
      fc.property(mutants, (text) => {
        const left = reduce(text, 1000) ?? '';
        expect(left.split('\n')).toHaveLength(text.split('\n').length);
        const [found, whole] = [outcome(left), outcome(text)];
        // Where a quote or a bracket is not closed, the parser sees it where the next one is.
        if (whole.diagnostics.some(isSyntax)) expect(found.diagnostics.some(isSyntax)).toBe(true);
        else expect(found).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves nothing of what nobody reads of pods', () => {
    const pods = sampleOf(pod, 1);
    for (const text of [asJson(pods), asYaml(pods)]) {
      const left = reduce(text, 100) ?? '';
      expect(left).toContain('podIPs');
      expect(left).not.toMatch(/managedFields|last-applied|volumes|tolerations|image|containerStatuses/);
    }
  });

  it('is read where what is left of it is within the limit, and refused otherwise', () => {
    const root = scratch();
    const text = asJson(sampleOf(pod, 20));
    writeFileSync(join(root, 'pods.json'), text);
    const read = (fileBytes: number) =>
      readFolder(root, { include: ['pods.json'], exclude: [], limits: { ...DEFAULT_LIMITS, fileBytes } });
    const left = reduce(text, 2 ** 20) ?? '';
    const bytes = Buffer.byteLength(left);
    expect(bytes).toBeLessThan(Buffer.byteLength(text) / 2);
    expect(read(bytes).files).toEqual([{ path: 'pods.json', text: left }]);
    expect(read(bytes - 1).reports.map(({ code }) => code)).toEqual(['source/file-too-large']);
  });
});
