import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose } from '../../src/yaml/compose.js';
import { parseDocuments, splitDocuments } from '../../src/yaml/documents.js';
import { checkProperty } from '../rig/random.js';

/** The text of each document. */
function split(text: string): string[] {
  return splitDocuments(text).map(({ start, end }) => text.slice(start, end));
}

/** What each document of a text holds, or where it is refused. */
function read(text: string): unknown[] {
  return parseDocuments(text).map(({ start, end, events }) => {
    const { values, problem } = compose(text.slice(start, end), events);
    return problem ? { fact: problem.fact, at: start + problem.offset } : values[0];
  });
}

describe('JSON objects in a row', () => {
  it.each(['\n', '', '  ', '\r\n', '\n\n\t', '\n  \n'])('are one document each, with %j between them', (between) => {
    expect(read(['{"a": 1}', '{"b": {"c": [{}]}}', '{}'].join(between))).toEqual([{ a: 1 }, { b: { c: [{}] } }, {}]);
  });

  it('begin where their first brace is', () => {
    expect(split(' {"a": 1}\n\n\t{"b": 2} \n')).toEqual([' {"a": 1}\n\n\t', '{"b": 2} \n']);
  });

  it('may have braces, quotes and escapes in their strings', () => {
    const values = [{ 'a}{': '"} {"' }, { b: '\\' }, { c: '\\"}\n{' }, { d: "'#" }];
    expect(read(values.map((value) => JSON.stringify(value)).join('\n'))).toEqual(values);
  });

  it('are read up to a marker, which kubectl takes behind one object alone', () => {
    expect(read('{"a": 1}\n---\n{"b": 2}\n')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(read('{"a": 1}\n{"b": 2}\n---\n{"c": 3}')).toEqual([{ a: 1 }, { b: 2 }, { fact: 'bad-marker', at: 18 }]);
    expect(read('{"a": 1}\n...\n')).toEqual([{ fact: 'not-json', at: 0 }]);
  });

  it('have a mark on the first document behind one object and a marker, where kubectl stops', () => {
    const marked = (text: string): (true | undefined)[] => splitDocuments(text).map(({ isBehindJson }) => isBehindJson);
    expect(marked('{"a": 1}\n---\n{"b": 2}\n---\n{"c": 3}\n')).toEqual([undefined, true, undefined]);
    expect(marked('---\n{"a": 1}\n---\n{"b": 2}\n')).not.toContain(true);
  });

  it('are one at most behind a marker: kubectl reads YAML there, of which it takes one document', () => {
    expect(read('---\n{"a": 1}\n{"b": 2}\n')).toEqual([{ fact: 'syntax', at: 13 }]);
  });

  it('that are any are read back', () => {
    // JSON.parse takes the key __proto__ at any depth; here it is reserved, as the test below says.
    const isReserved = (value: unknown): boolean => /"__proto__": ?/.test(JSON.stringify(value));
    const object = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), { noNullPrototype: true })
      .filter((value) => !isReserved(value));
    const format = fc.constantFrom(undefined, 2, '\t');
    checkProperty(
      fc.property(fc.array(object, { minLength: 1, maxLength: 5 }), format, (objects, indent) => {
        const text = objects.map((one) => JSON.stringify(one, null, indent)).join('\n');
        expect(read(text)).toEqual(JSON.parse(`[${objects.map((one) => JSON.stringify(one)).join()}]`));
      }),
    );
  });

  it('that have a key __proto__ are refused at that key, however deep it is, and leave those before them readable', () => {
    expect(read('{"a": 1}\n{"__proto__": {}}')).toEqual([{ a: 1 }, { fact: 'reserved-key', at: 10 }]);
    expect(read('{"a": 1}\n{"b": [{"__proto__": 1}]}')).toEqual([{ a: 1 }, { fact: 'reserved-key', at: 17 }]);
    expect(read('{"a": "__proto__"}\n{"b": 1}')).toEqual([{ a: '__proto__' }, { b: 1 }]);
  });

  it('that are broken are refused at their place, and leave those before them readable', () => {
    const refusal = (at: number) => ({ fact: 'syntax', at });
    expect(read('{"a": 1}\n{"b" 2}')).toEqual([{ a: 1 }, refusal(14)]);
    expect(read('{"a": 1}\n{"b": ')).toEqual([{ a: 1 }, refusal(15)]);
    expect(read('{"a": 1}\n{"b": "')).toEqual([{ a: 1 }, refusal(16)]);
    expect(read('{"a": 1}\n{"b": 2}\n}\n{"c": 3}')).toEqual([{ a: 1 }, refusal(18)]);
    expect(read('{"a": 1},\n{"b": 2}')).toEqual([refusal(8)]);
    expect(read('{"a": 1}\n["b"]')).toEqual([refusal(9)]);
  });

  it('that are YAML and no JSON are an error at their brace: kubectl rejects them, or reads the first alone', () => {
    expect(read('{a: 1}')).toEqual([{ fact: 'not-json', at: 0 }]);
    expect(read('{"a": 1}\n {"b": "\\x41"}')).toEqual([{ a: 1 }, { fact: 'not-json', at: 10 }]);
    expect(read('{"a": 1} # c')).toEqual([{ fact: 'not-json', at: 0 }]);
    expect(read('{"a": "\\ud800"}')).toEqual([{ fact: 'control-character', at: 7 }]);
  });

  it('are distinguished from YAML, where quotes and comments hold other braces', () => {
    expect(read("---\n{a: '} {', b: 1}")).toEqual([{ a: '} {', b: 1 }]);
    expect(read('---\n{ # it is } {\n  a: 1}')).toEqual([{ a: 1 }]);
    expect(read('---\n{a: 1}\n# {\n')).toEqual([{ a: 1 }]);
    expect(read('a: {"b": 1}\nc: {"d": 1}\n')).toEqual([{ a: { b: 1 }, c: { d: 1 } }]);
  });
});
