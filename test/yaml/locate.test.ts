import { describe, expect, it } from 'vitest';
import type { Origin } from '../../src/model/manifest.js';
import { splitDocuments } from '../../src/yaml/documents.js';
import { escapePointer, locate, splitPointer } from '../../src/yaml/locate.js';

function originOf(text: string, document = 0, pointer = ''): Origin {
  const range = splitDocuments(text)[document] ?? { start: 0, end: 0 };
  return { file: { path: 'a.yaml', text }, ...range, pointer };
}

/** The text at a pointer, as `<line>: <text>`. */
function textAt(text: string, pointer: string, part?: 'key', origin = originOf(text)): string {
  const [extent = { offset: 0, length: 0 }] = locate([{ origin, pointer, ...(part ? { part } : {}) }]);
  const line = text.slice(0, extent.offset).split('\n').length;
  return `${line}: ${text.slice(extent.offset, extent.offset + extent.length)}`;
}

const MANIFEST = `# comment
apiVersion: k8s.ovn.org/v1
metadata:
  name: 'default'
  annotations: {k8s.ovn.org/a: "x y", b~c: z}
spec:
  egress:
    - type: Deny
      port: 0
      to: {cidrSelector: 10.0.0.0/8}
    - &rule
      type: >
        Allow
        it
      nothing:
    - *rule
    -
    - 7
`;

describe('locate', () => {
  it('plain and quoted values, quotes included', () => {
    expect(textAt(MANIFEST, '/apiVersion')).toBe('2: k8s.ovn.org/v1');
    expect(textAt(MANIFEST, '/metadata/name')).toBe("4: 'default'");
    expect(textAt(MANIFEST, '/metadata/annotations/k8s.ovn.org~1a')).toBe('5: "x y"');
    expect(textAt(MANIFEST, '/metadata/annotations/b~0c')).toBe('5: z');
  });

  it('a value of one character is not mistaken for a collection', () => {
    expect(textAt(MANIFEST, '/spec/egress/0/port')).toBe('9: 0');
    expect(textAt(MANIFEST, '/spec/egress/4')).toBe('18: 7');
  });

  it('flow style', () => {
    expect(textAt(MANIFEST, '/spec/egress/0/to/cidrSelector')).toBe('10: 10.0.0.0/8');
    expect(textAt('{"a": {"b": [1, "two"]}}', '/a/b/1')).toBe('1: "two"');
  });

  it('keys', () => {
    expect(textAt(MANIFEST, '/metadata/name', 'key')).toBe('4: name');
    expect(textAt('{"a": 1}', '/a', 'key')).toBe('1: "a"');
  });

  it('collections by their key, list items by their first character', () => {
    expect(textAt(MANIFEST, '/spec/egress')).toBe('7: egress');
    expect(textAt(MANIFEST, '/spec/egress/0/to')).toBe('10: to');
    expect(textAt(MANIFEST, '/spec/egress/0')).toBe('8: t');
    expect(textAt(MANIFEST, '')).toBe('2: a');
  });

  it('values without text by their key, or else by what holds them', () => {
    expect(textAt(MANIFEST, '/spec/egress/1/nothing')).toBe('15: nothing');
    expect(textAt('a:\n  -\n', '/a/0')).toBe('1: a');
  });

  it('an alias, also for what is behind it', () => {
    expect(textAt(MANIFEST, '/spec/egress/2')).toBe('16: *rule');
    expect(textAt(MANIFEST, '/spec/egress/2/type')).toBe('16: *rule');
  });

  it('a field that is not there by the innermost value that is', () => {
    expect(textAt(MANIFEST, '/spec/egress/0/to/dnsName/x')).toBe('10: to');
    expect(textAt(MANIFEST, '/spec/egress/99')).toBe('7: egress');
    expect(textAt(MANIFEST, '/metadata/namespace', 'key')).toBe('3: metadata');
    expect(textAt(MANIFEST, '/apiVersion/deeper')).toBe('2: k8s.ovn.org/v1');
  });

  it('a merged field by the mapping that merges it', () => {
    expect(textAt('a: &a {x: 1}\nb:\n  <<: *a\n', '/b/x')).toBe('2: b');
  });

  it('items of a List relative to the item', () => {
    const text = 'kind: List\nitems:\n- kind: A\n- kind: B\n  metadata: {name: x}\n';
    expect(textAt(text, '/metadata/name', undefined, originOf(text, 0, '/items/1'))).toBe('5: x');
    expect(textAt(text, '', undefined, originOf(text, 0, '/items/1'))).toBe('4: k');
  });

  it('places in later documents, with offsets in the file', () => {
    const text = 'a: 1\n---\na: 2\n...\na: 3\n';
    expect(textAt(text, '/a', undefined, originOf(text, 1))).toBe('3: 2');
    expect(textAt(text, '/a', undefined, originOf(text, 2))).toBe('5: 3');
  });

  it('many places of many documents, in the order of the question', () => {
    const text = 'a: 1\n---\na: 22\nb: 3\n';
    const [first, second] = [originOf(text, 0), originOf(text, 1)];
    const places = [
      { origin: second, pointer: '/b' },
      { origin: first, pointer: '/a' },
      { origin: second, pointer: '/a' },
    ];
    expect(locate(places)).toEqual([
      { offset: 18, length: 1, isExact: true },
      { offset: 3, length: 1, isExact: true },
      { offset: 12, length: 2, isExact: true },
    ]);
  });

  it('a document that cannot be parsed by its start', () => {
    expect(locate([{ origin: originOf('a: ['), pointer: '/a' }])).toEqual([{ offset: 0, length: 1, isExact: false }]);
    expect(locate([{ origin: originOf(''), pointer: '/a' }])).toEqual([{ offset: 0, length: 1, isExact: false }]);
  });

  it('keys named like properties of objects', () => {
    expect(textAt('constructor: {toString: 5}', '/constructor/toString')).toBe('1: 5');
    expect(textAt('a: 1', '/constructor')).toBe('1: a');
  });
});

describe('JSON pointers', () => {
  it('escape and split back', () => {
    expect(escapePointer('a/b~c~1')).toBe('a~1b~0c~01');
    expect(splitPointer(`/x/${escapePointer('a/b~c~1')}`)).toEqual(['x', 'a/b~c~1']);
    expect(splitPointer('')).toEqual([]);
    expect(splitPointer('/')).toEqual(['']);
  });
});
