import { describe, expect, it } from 'vitest';
import { validate } from '../../../src/compile/2-validate/index.js';
import type { Kind } from '../../../src/kinds/contract/kind.js';
import { manifestOf, validateObjects, verdicts } from './manifest.js';
import type { Json, JsonObject } from '../../../src/std/json.js';

const boat: Kind = {
  apiVersion: 'example.org/v1',
  kind: 'Boat',
  namespaced: true,
  messages: {},
  definition: {
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
  },
};

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
      report({
        code: 'boat/leaks',
        severity: 'error',
        message: 'it leaks',
        help: '',
        location: { origin, pointer: '' },
      });
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
      {
        code: 'manifest/duplicate',
        resource: { name: 'heron' },
        related: [{ location: { pointer: '/metadata/name' } }],
      },
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
        report({ code: 'boat/old', severity, message: '', help: '', location: { origin, pointer: '' } });
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
    expect(messageOf({ sails: [3] })).toBe("expected a string at 'sails[0]', found the number 3");
    expect(messageOf({ crew: {} })).toBe("expected an integer at 'crew', found an object");
    expect(messageOf({ flags: [] })).toBe("expected an object at 'flags', found a list");
  });

  it('tell a value that only lacks its quotes, or has them needlessly', () => {
    expect(helpOf({ sails: [true] })).toBe('put it in quotes: "true"');
    expect(helpOf({ crew: '12' })).toBe('write it without quotes: 12');
  });

  it('cut long values after 80 characters and escape what cannot be printed', () => {
    expect(messageOf({ crew: 'a'.repeat(500) })).toBe(
      `expected an integer at 'crew', found the string '${'a'.repeat(80)}…'`,
    );
    expect(messageOf({ crew: 'a\u001b[31m\n\u202e\ud800' })).toBe(
      "expected an integer at 'crew', found the string 'a\\u{1b}[31m\\u{a}\\u{202e}\\u{d800}'",
    );
  });

  it('point to an unknown field with an escaped pointer', () => {
    expect(verdicts(boat, boatOf({ 'a/b~c': 1 }))).toEqual(['error schema/unknown-field /spec/a~1b~0c']);
  });
});

function fail(): never {
  throw new Error('nothing should be reported');
}
