import { describe, expect, it } from 'vitest';
import { compose } from '../../src/yaml/compose.js';
import { YAML_LIMITS } from '../../src/yaml/parse.js';
import { messages } from '../../src/yaml/messages.js';
import { messages as problemMessages } from '../../src/yaml/problem-messages.js';

/** The fact and the text at which a document is refused. */
function refusal(text: string): string {
  const { problem, values } = compose(text);
  expect(values).toEqual([]);
  return problem ? `${problem.fact} ${text.slice(problem.offset, problem.offset + problem.length)}`.trim() : 'fine';
}

describe('anchors and aliases', () => {
  it('an alias stands for scalars, lists and mappings', () => {
    expect(compose('a: &s 1\nb: &l [1]\nc: &m {x: 1}\nd: [*s, *l, *m]\n').values).toEqual([
      { a: 1, b: [1], c: { x: 1 }, d: [1, [1], { x: 1 }] },
    ]);
  });

  it('the last anchor of a name counts', () => {
    expect(compose('- &a 1\n- *a\n- &a 2\n- *a\n').values).toEqual([[1, 1, 2, 2]]);
  });

  it('an anchor on nothing is null', () => {
    expect(compose('- &a\n- *a\n').values).toEqual([[null, null]]);
  });

  it('an unknown alias is refused with its place', () => {
    expect(refusal('a: *b')).toBe('unknown-alias *b');
  });

  it('an alias inside what it names is unknown: there are no cycles', () => {
    expect(refusal('a: &a [*a]')).toBe('unknown-alias *a');
    expect(refusal('a: &a {<<: *a}')).toBe('unknown-alias *a');
  });

  it('anchors end with their document', () => {
    expect(compose('&a 1\n--- \n*a\n').problem?.fact).toBe('unknown-alias');
  });
});

describe('merge keys', () => {
  it('keys below `<<` win over merged ones, and these over keys above it, as kubectl merges', () => {
    expect(compose('{<<: {a: 1, b: 1}, a: 2}')).toMatchObject({ values: [{ a: 2, b: 1 }], replaced: [] });
    expect(compose('{a: 2, <<: {a: 1, b: 1}}')).toMatchObject({
      values: [{ a: 1, b: 1 }],
      replaced: [{ key: 'a', offset: 7 }],
    });
    expect(compose('{a: 1, <<: {a: 1}}').replaced).toEqual([]);
    expect(compose('{<<: {a: 1}, <<: {a: 2}}')).toMatchObject({ values: [{ a: 2 }], replaced: [] });
  });

  it('a key that was merged can be written once', () => {
    expect(refusal('{<<: {a: 1}, a: 2, a: 3}')).toBe('duplicate-key a');
    expect(refusal('{a: 1, <<: {a: 2}, a: 3}')).toBe('duplicate-key a');
  });

  it('of several mappings the earlier wins', () => {
    expect(compose('{<<: [{a: 1}, {a: 2, b: 2}]}').values).toEqual([{ a: 1, b: 2 }]);
  });

  it('merges aliases, also of mappings that merge themselves', () => {
    expect(compose('- &a {x: 1, w: 1}\n- &b {<<: *a, w: 2}\n- {<<: *b, z: 3}\n').values).toEqual([
      [
        { x: 1, w: 1 },
        { x: 1, w: 2 },
        { x: 1, w: 2, z: 3 },
      ],
    ]);
  });

  it('a quoted `<<` is a key like others', () => {
    expect(compose('{"<<": 1}').values).toEqual([{ '<<': 1 }]);
  });

  it('only mappings can be merged', () => {
    expect(refusal('a: {<<: 5}')).toBe('bad-merge <<');
    expect(refusal('a: {<<: [[]]}')).toBe('bad-merge <<');
    expect(refusal('a: {<<: }')).toBe('bad-merge <<');
  });
});

describe('keys', () => {
  it('are text: numbers and words become strings', () => {
    expect(compose('{1: a, 0x10: b, on: c, 1.5: d, "": e}').values).toEqual([
      { '1': 'a', '16': 'b', true: 'c', '1.5': 'd', '': 'e' },
    ]);
  });

  it('that are there twice are refused at the second', () => {
    expect(refusal('a: 1\nb: 2\n"a": 3\n')).toBe('duplicate-key "a"');
    expect(refusal('{on: 1, yes: 2}')).toBe('duplicate-key yes');
  });

  it('named like properties of objects are keys like others', () => {
    expect(compose('{constructor: 1, toString: 2, hasOwnProperty: 3}').values).toEqual([
      { constructor: 1, toString: 2, hasOwnProperty: 3 },
    ]);
  });

  it('never reach a prototype', () => {
    expect(refusal('{"__proto__": {polluted: 1}}')).toBe('reserved-key "__proto__"');
    expect(refusal('<<: {__proto__: {polluted: 1}}')).toBe('reserved-key __proto__');
    expect(refusal('a: 1\n? __proto__\n: 2')).toBe('reserved-key __proto__');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('cannot be collections, aliases or null', () => {
    expect(refusal('? [1]\n: 2')).toBe('complex-key [');
    expect(refusal('a: 1\n? {b: 1}\n: 2')).toBe('complex-key {');
    expect(refusal('a: &x 1\n*x : 2')).toBe('complex-key *x');
    expect(refusal('null: 1')).toBe('complex-key null');
    expect(refusal('a:\n  : 1')).toBe('complex-key :');
  });
});

describe('syntax', () => {
  it('a tab cannot indent, but may stand in JSON and before a value', () => {
    expect(refusal('a:\n\tb: 1\n')).toContain('syntax');
    expect(compose('{\n\t"a": [\n\t\t1\n\t]\n}\n').values).toEqual([{ a: [1] }]);
    expect(compose('a:\tb\n').values).toEqual([{ a: 'b' }]);
  });

  it('JSON is read with its escapes, and keys of any length', () => {
    const value = { a: '\u0001"\\/\u2028😀', b: [-1.5e-7, true, null, {}], ['k'.repeat(5000)]: '' };
    expect(compose(JSON.stringify(value)).values).toEqual([value]);
    expect(compose(JSON.stringify(value, null, '\t')).values).toEqual([value]);
    expect(compose('{"a": "\\ud83d\\ude00 \\/"}').values).toEqual([{ a: '😀 /' }]);
  });

  it('offsets point at the broken place', () => {
    expect(compose('a: 1\nb: ]\n').problem).toMatchObject({ fact: 'syntax', offset: 8 });
    expect(compose('a: "x').problem?.offset).toBeLessThanOrEqual(5);
  });

  it('a null byte is refused', () => {
    expect(compose('a: \u0000').problem?.fact).toBe('syntax');
  });
});

describe('limits on what hostile text may cost', () => {
  it('nesting', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(compose(nested(YAML_LIMITS.depth)).problem).toBeUndefined();
    expect(compose(nested(YAML_LIMITS.depth + 1)).problem?.fact).toBe('too-deep');
    expect(compose('- '.repeat(YAML_LIMITS.depth + 1) + 'x').problem?.fact).toBe('too-deep');
    expect(compose('{a: '.repeat(100_000)).problem?.fact).toBe('too-deep');
  });

  it('aliases that multiply', () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const inside = level === 0 ? '1' : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array.from({ length: 10 }, () => inside).join(', ')}]\n`;
    });
    expect(compose(levels.join('')).problem?.fact).toBe('too-many-aliases');
  });

  it('merges that multiply', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `k${index}: 1`).join(', ');
    const merges = Array.from({ length: 1000 }, () => '- {<<: *a}\n').join('');
    expect(compose(`- &a {${keys}}\n${merges}`).problem?.fact).toBe('too-many-aliases');
  });

  it('few aliases of a very long scalar', () => {
    const text = `- &a ${'x'.repeat(1_000_000)}\n${'- *a\n'.repeat(100)}`;
    expect(compose(text).problem?.fact).toBe('too-many-aliases');
  });

  it('aliases of ordinary use are far below them', () => {
    const { values, problem } = compose(`- &a {app: web, tier: front}\n${'- *a\n'.repeat(10_000)}`);
    expect(problem).toBeUndefined();
    expect((values[0] as unknown[]).length).toBe(10_001);
  });

  it('scalars of ten megabytes, in any style', () => {
    const long = 'x'.repeat(10_000_000);
    for (const text of [`a: ${long}`, `a: "${long}"`, `a: |\n ${long}`, `${long}: 1`]) {
      expect(compose(text).problem).toMatchObject({ fact: 'scalar-too-long' });
    }
  });
});

describe('messages', () => {
  it('carry the detail as it is', () => {
    expect(problemMessages['duplicate-key']('$&').message).toBe("duplicate key '$&'");
    expect(problemMessages.syntax('100%').message).toBe('invalid YAML: 100%');
  });

  it('say what an ambiguous scalar means', () => {
    expect(messages.ambiguousScalar('on', 'true')).toMatchObject({
      code: 'yaml/ambiguous-scalar',
      severity: 'warning',
      help: 'use true, or "on" in quotes for a string',
    });
  });
});
