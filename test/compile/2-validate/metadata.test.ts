import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/kinds/contract/kind.js';
import type { Manifest } from '../../../src/model/manifest.js';
import { validateObjects, verdicts } from './manifest.js';
import { messages } from '../../../src/schema/messages.js';
import type { JsonObject } from '../../../src/std/json.js';

const boat: Kind = {
  apiVersion: 'example.org/v1',
  kind: 'Boat',
  namespaced: true,
  messages: {},
  definition: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } },
    },
  },
};
const ship: Kind = { ...boat, kind: 'Ship', namespaced: false };
const boatOf = (metadata: JsonObject): JsonObject => ({
  apiVersion: 'example.org/v1',
  kind: 'Boat',
  metadata: { name: 'heron', namespace: 'pier', ...metadata },
});

describe('metadata', () => {
  const ofBoat = (metadata: JsonObject): string[] => verdicts(boat, boatOf(metadata));

  it('must have a name that is an RFC 1123 subdomain of at most 253 characters', () => {
    expect(ofBoat({ name: 'x.y-z.0' })).toEqual([]);
    expect(ofBoat({ name: `${'a.'.repeat(126)}a` })).toEqual([]);
    for (const name of ['Heron', 'heron-', '.heron', 'a..b', 'he ron', `${'a.'.repeat(126)}ab`]) {
      expect(ofBoat({ name })).toEqual(['error manifest/bad-name /metadata/name']);
    }
  });

  it('must be there at all', () => {
    const object: JsonObject = { apiVersion: 'example.org/v1', kind: 'Boat' };
    expect(verdicts(boat, object)).toEqual(['error manifest/missing-namespace /metadata']);
    expect(verdicts(boat, { ...object, metadata: [] })).toContain('error schema/wrong-type /metadata');
  });

  it('must be there, and a source gives it to what it renders', () => {
    const adviceFor = (path: string): unknown => messages.missingNamespace('Boat', path).help;
    expect(adviceFor('boat.yaml')).toMatch(/ its files .*`sources: \[\{ files: GLOB, namespace: NAME \}\]`/);
    expect(adviceFor('<kustomize fleet/a>')).toMatch(/`sources: \[\{ kustomize: fleet\/a, namespace: NAME \}\]`/);
    expect(adviceFor('<helm boat>')).toMatch(/`sources: \[\{ helm: boat, namespace: NAME \}\]`/);
  });

  it('must have the only name that the kind allows', () => {
    expect(verdicts({ ...boat, definition: { ...boat.definition, onlyName: 'flagship' } }, boatOf({}))).toEqual([
      'error manifest/wrong-name /metadata/name',
    ]);
  });

  it('must have a namespace, which is an RFC 1123 label of at most 63 characters', () => {
    expect(ofBoat({ namespace: '' })).toEqual(['error manifest/missing-namespace /metadata']);
    expect(ofBoat({ namespace: 'a'.repeat(63) })).toEqual([]);
    for (const namespace of ['a.b', 'Pier', 'a'.repeat(64)]) {
      expect(ofBoat({ namespace })).toEqual(['error manifest/bad-namespace /metadata/namespace']);
    }
  });

  it('of a cluster-wide kind has no namespace: one that is there is ignored with a warning', () => {
    const { sound, reports } = validateObjects(ship, { ...boatOf({}), kind: 'Ship' });
    expect(reports).toMatchObject([{ code: 'manifest/needless-namespace', severity: 'warning' }]);
    expect(sound.map(({ namespace }: Manifest) => namespace)).toEqual(['']);
  });

  it('has labels with qualified names and values of at most 63 characters', () => {
    expect(ofBoat({ labels: { 'example.org/Kind_of.boat': '', a: `a.${'b'.repeat(61)}` } })).toEqual([]);
    for (const key of ['', '/a', 'Example.org/a', 'a/b/c', '-a', 'a b', 'b'.repeat(64), '__proto__']) {
      const labels = Object.fromEntries([[key, 'x']]);
      expect(ofBoat({ labels })).toHaveLength(1);
      expect(ofBoat({ labels })[0]).toMatch('error manifest/bad-label-key');
    }
    for (const value of ['a b', '-a', 'é', 'b'.repeat(64)]) {
      expect(ofBoat({ labels: { a: value } })).toEqual(['error manifest/bad-label-value /metadata/labels/a']);
    }
    expect(ofBoat({ labels: { a: 1 } })).toEqual(['error schema/wrong-type /metadata/labels/a']);
  });

  it('has annotations with any text, keys of labels in any case, and 256 KiB in all', () => {
    expect(ofBoat({ annotations: { 'Example.org/a': '{"b": "c d"}' } })).toEqual([]);
    expect(ofBoat({ annotations: { 'a/b/c': '' } })).toEqual([
      'error manifest/bad-annotation-key /metadata/annotations/a~1b~1c',
    ]);
    expect(ofBoat({ annotations: { a: 'é'.repeat(128 * 1024) } })).toEqual([
      'error manifest/annotations-too-long /metadata/annotations',
    ]);
    expect(ofBoat({ annotations: { a: 'b'.repeat(256 * 1024 - 1) } })).toEqual([]);
  });

  it('has only fields that every object may have, of their types', () => {
    expect(
      ofBoat({
        uid: '7',
        resourceVersion: '12',
        generation: 3,
        creationTimestamp: '2026-01-31T10:00:00Z',
        deletionTimestamp: null,
        finalizers: ['example.org/keep'],
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'larch', uid: '8', controller: true }],
        managedFields: [{ manager: 'kubectl', operation: 'Apply', fieldsV1: { 'f:spec': { any: [null] } } }],
      }),
    ).toEqual([]);
    expect(ofBoat({ label: {} })).toEqual(['error schema/unknown-field /metadata/label']);
    expect(ofBoat({ creationTimestamp: 'today' })).toEqual(['error schema/bad-format /metadata/creationTimestamp']);
    expect(ofBoat({ finalizers: ['a b'] })).toEqual(['error manifest/bad-finalizer /metadata/finalizers/0']);
    expect(ofBoat({ generateName: 'Heron-' })).toEqual(['error manifest/bad-name /metadata/generateName']);
    expect(ofBoat({ ownerReferences: [{ apiVersion: 'v1', kind: '', name: 'larch' }] })).toEqual([
      'error schema/missing-field /metadata/ownerReferences/0',
      'error schema/too-few /metadata/ownerReferences/0/kind',
    ]);
  });

  it.each(['2026-01-31T10:00:00.5+02:00', '2024-02-29T23:59:59Z'])('has times like %s', (creationTimestamp) => {
    expect(ofBoat({ creationTimestamp })).toEqual([]);
  });

  it.each([
    '2026-01-31 10:00:00Z',
    '2026-01-31t10:00:00z',
    '2026-01-31T10:00:60Z',
    '2026-01-31T10:00:00',
    '2026-02-29T10:00:00Z',
    '2100-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-00-01T10:00:00Z',
    '2026-01-31T24:00:00Z',
  ])('has no time like %s', (creationTimestamp) => {
    expect(ofBoat({ creationTimestamp })).toEqual(['error schema/bad-format /metadata/creationTimestamp']);
  });

  it('has owners with a version, no Event, and one controller at most', () => {
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'larch', uid: '8' };
    expect(ofBoat({ ownerReferences: [{ ...owner, controller: true }, owner, { ...owner, kind: 'Event' }] })).toEqual(
      [],
    );
    for (const apiVersion of ['apps/', '/', 'a/b/c']) {
      expect(ofBoat({ ownerReferences: [owner, { ...owner, apiVersion }] })).toEqual([
        'error manifest/owner-without-version /metadata/ownerReferences/1/apiVersion',
      ]);
    }
    expect(ofBoat({ ownerReferences: [{ ...owner, apiVersion: 'v1', kind: 'Event' }] })).toEqual([
      'error manifest/event-as-owner /metadata/ownerReferences/0/kind',
    ]);
    const controller = { ...owner, controller: true };
    expect(ofBoat({ ownerReferences: [controller, { ...owner, controller: false }, controller] })).toEqual([
      'error manifest/second-controller /metadata/ownerReferences/2/controller',
    ]);
  });

  it('has not both finalizers of the garbage collector', () => {
    expect(ofBoat({ finalizers: ['orphan'] })).toEqual([]);
    expect(ofBoat({ finalizers: ['foregroundDeletion', 'orphan'] })).toEqual([
      'error manifest/opposed-finalizers /metadata/finalizers/1',
    ]);
  });
});
