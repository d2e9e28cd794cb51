import { describe, expect, it } from 'vitest';
import { validate } from '../../src/2-validate/index.js';
import type { Kind } from '../../src/kinds/kind.js';
import type { Json, JsonObject, Manifest } from '../../src/model/manifest.js';
import { manifestOf, validateObjects, verdicts } from './manifest.js';

const boat: Kind = {
  apiVersion: 'example.org/v1',
  kind: 'Boat',
  namespaced: true,
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      apiVersion: { type: 'string', description: '' },
      kind: { type: 'string', description: '' },
      metadata: { type: 'object' },
      spec: {
        type: 'object',
        description: 'A boat.',
        additionalProperties: false,
        properties: {
          sails: { type: 'array', description: 'Its sails.', items: { type: 'string', description: 'A sail.' } },
          crew: { type: 'integer', format: 'int32', description: 'Its crew.' },
          hull: { type: 'string', nullable: true, description: 'Its hull.' },
          flags: { type: 'object', description: 'Its flags.', additionalProperties: { type: 'string' } },
          ports: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
          masts: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
            items: { type: 'object', properties: { name: { type: 'string' } } },
          },
        },
      },
    },
  },
};
const ship: Kind = { ...boat, kind: 'Ship', namespaced: false };

const boatOf = (spec: Json, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'example.org/v1',
  kind: 'Boat',
  metadata: { name: 'heron', namespace: 'pier', ...metadata },
  spec,
});
const messageOf = (spec: Json): string =>
  validateObjects(boat, boatOf(spec))
    .reports.map(({ message }) => message)
    .join();
const helpOf = (spec: Json): string =>
  validateObjects(boat, boatOf(spec))
    .reports.map(({ help }) => help)
    .join();

describe('validate', () => {
  it('passes over objects of other kinds and other versions', () => {
    const others = [
      manifestOf({ ...boatOf({}), kind: 'Raft' }),
      manifestOf({ ...boatOf({}), apiVersion: 'example.org/v2' }),
    ];
    expect(validate(others, [boat], fail)).toEqual([]);
  });

  it('returns a sound manifest as it came in, without a copy', () => {
    const manifest = manifestOf(boatOf({ sails: ['jib'], hull: null }));
    expect(validate([manifest], [boat], fail)[0]).toBe(manifest);
  });

  it('prunes nulls of fields and maps in a copy and leaves the input alone', () => {
    const object = boatOf({ crew: null, flags: { red: null, blue: 'up' } });
    const { sound } = validateObjects(boat, object);
    expect(sound[0]?.object.spec).toEqual({ flags: { blue: 'up' } });
    expect(object.spec).toEqual({ crew: null, flags: { red: null, blue: 'up' } });
  });

  it('keeps nulls in lists and in unknown fields, as errors', () => {
    expect(verdicts(boat, boatOf({ sails: [null], crow: null }))).toEqual([
      'error schema/unknown-field /spec/crow',
      'error schema/wrong-type /spec/sails/0',
    ]);
  });

  it('finds repeated entries of sets and maps', () => {
    const spec = { ports: ['a', 'b', 'a'], masts: [{ name: 'fore' }, { name: 'main' }, { name: 'main', high: true }] };
    expect(verdicts(boat, boatOf(spec))).toEqual([
      'error schema/duplicate-entry /spec/ports/2',
      'error schema/duplicate-entry /spec/masts/2',
    ]);
  });

  it('runs the rules of the kind only on objects that the schema takes', () => {
    const seen: string[] = [];
    const checked: Kind = { ...boat, check: ({ name }) => seen.push(name) };
    validateObjects(checked, boatOf({ crew: 'all' }), boatOf({}, { name: 'egret' }));
    expect(seen).toEqual(['egret']);
  });

  it('leaves out an object that the rules of its kind refuse', () => {
    const refuse: Kind['check'] = ({ origin }, report) => {
      report({ code: 'boat/leaks', severity: 'error', message: 'it leaks', help: '', target: { origin, pointer: '' } });
    };
    expect(validateObjects({ ...boat, check: refuse }, boatOf({})).sound).toEqual([]);
  });

  it('refuses the second of two objects of one name and points to the first', () => {
    const { sound, reports } = validateObjects(
      boat,
      boatOf({}),
      boatOf({ crew: 2 }),
      boatOf({}, { namespace: 'quay' }),
    );
    expect(sound.map(({ namespace }) => namespace)).toEqual(['pier', 'quay']);
    expect(reports).toMatchObject([
      { code: 'manifest/duplicate', resource: { name: 'heron' }, related: [{ target: { pointer: '/metadata/name' } }] },
    ]);
  });

  it('reports twenty findings of an object and then the number and worst severity of the others', () => {
    const sails = Array.from({ length: 1000 }, () => 3);
    const { reports } = validateObjects(boat, boatOf({ sails }));
    expect(reports).toHaveLength(21);
    expect(reports.at(-1)).toMatchObject({ severity: 'error', message: '… and 980 more in this object' });
  });

  it('refuses an object whose only error was held back', () => {
    const grumble: Kind['check'] = ({ origin }, report) => {
      for (let i = 0; i <= 20; i++) {
        const severity = i < 20 ? 'warning' : 'error';
        report({ code: 'boat/old', severity, message: '', help: '', target: { origin, pointer: '' } });
      }
    };
    const { sound, reports } = validateObjects({ ...boat, check: grumble }, boatOf({}));
    expect(sound).toEqual([]);
    expect(reports.at(-1)?.severity).toBe('error');
  });

  it('survives keys of object prototypes, deep nesting and huge strings', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as Json;
    const hostile = JSON.parse('{"__proto__": {"crew": 1}, "constructor": 2, "hasOwnProperty": 3}') as JsonObject;
    hostile.masts = [{ name: deep }, { name: deep }];
    hostile.hull = deep;
    hostile['x'.repeat(1_000_000)] = '9'.repeat(1_000_000);
    expect(verdicts(boat, boatOf(hostile)).map((verdict) => verdict.slice(0, 40))).toEqual(
      [
        'error schema/unknown-field /spec/__proto__',
        'error schema/unknown-field /spec/constructor',
        'error schema/unknown-field /spec/hasOwnProperty',
        `error schema/unknown-field /spec/${'x'.repeat(100)}`,
        'error schema/wrong-type /spec/hull',
        'error schema/wrong-type /spec/masts/0/name',
        'error schema/wrong-type /spec/masts/1/name',
      ].map((verdict) => verdict.slice(0, 40)),
    );
  });
});

describe('messages', () => {
  it('name the nearest known field, or all of them', () => {
    expect(messageOf({ sail: [] })).toBe("unknown field 'sail'");
    expect(helpOf({ sail: [] })).toBe("did you mean 'sails'?");
    expect(helpOf({ rudder: 1 })).toBe('known fields: sails, crew, hull, flags, ports, masts');
  });

  it('show the type and the value that was found', () => {
    expect(messageOf({ sails: [3] })).toBe("'sails[0]' must be a string, is the number 3");
    expect(messageOf({ crew: {} })).toBe("'crew' must be an integer, is an object");
    expect(messageOf({ flags: [] })).toBe("'flags' must be an object, is a list");
  });

  it('tell a value that only lacks its quotes, or has them needlessly', () => {
    expect(helpOf({ sails: [true] })).toBe('put it in quotes: "true"');
    expect(helpOf({ crew: '12' })).toBe('write it without quotes: 12');
  });

  it('cut long values after 80 characters and escape what cannot be printed', () => {
    expect(messageOf({ crew: 'a'.repeat(500) })).toBe(`'crew' must be an integer, is the string '${'a'.repeat(80)}…'`);
    expect(messageOf({ crew: 'a\u001b[31m\n\u202e\ud800' })).toBe(
      "'crew' must be an integer, is the string 'a\\u{1b}[31m\\u{a}\\u{202e}\\u{d800}'",
    );
  });

  it('point to an unknown field with an escaped pointer', () => {
    expect(verdicts(boat, boatOf({ 'a/b~c': 1 }))).toEqual(['error schema/unknown-field /spec/a~1b~0c']);
  });
});

describe('metadata', () => {
  const ofBoat = (metadata: JsonObject): string[] => verdicts(boat, boatOf({}, metadata));

  it('must have a name, which is an RFC 1123 subdomain of at most 253 characters', () => {
    expect(ofBoat({ name: null })).toEqual(['error manifest/missing-name /metadata']);
    expect(ofBoat({ name: 'x.y-z.0' })).toEqual([]);
    expect(ofBoat({ name: `${'a.'.repeat(126)}a` })).toEqual([]);
    for (const name of ['Heron', 'heron-', '.heron', 'a..b', 'he ron', `${'a.'.repeat(126)}ab`]) {
      expect(ofBoat({ name })).toEqual(['error manifest/bad-name /metadata/name']);
    }
  });

  it('must be there at all', () => {
    const object: JsonObject = { apiVersion: 'example.org/v1', kind: 'Boat' };
    expect(verdicts(boat, object)).toEqual([
      'error manifest/missing-name /metadata',
      'error manifest/missing-namespace /metadata',
    ]);
    expect(verdicts(boat, { ...object, metadata: [] })).toContain('error schema/wrong-type /metadata');
  });

  it('must have the only name that the kind allows', () => {
    expect(verdicts({ ...boat, onlyName: 'flagship' }, boatOf({}))).toEqual([
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

function fail(): never {
  throw new Error('nothing should be reported');
}
