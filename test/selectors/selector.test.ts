import { describe, expect, it } from 'vitest';
import { type LabelSelector, compileSelector, isSelectorProblem } from '../../src/selectors/selector.js';
import type { Labels } from '../../src/model/cluster.js';

function matches(selector: LabelSelector, labels: Labels): boolean {
  const compiled = compileSelector(selector);
  if (isSelectorProblem(compiled)) throw new Error(compiled.text);
  return compiled.matches(labels);
}

const requirement = (operator: string, values?: string[], key = 'app'): LabelSelector => ({
  matchExpressions: [{ key, operator, ...(values ? { values } : {}) }],
});

describe('compileSelector', () => {
  it('an empty selector matches everything, and says so', () => {
    for (const selector of [
      {},
      { matchLabels: {} },
      { matchExpressions: [] },
      { matchLabels: {}, matchExpressions: [] },
    ]) {
      expect(compileSelector(selector)).toMatchObject({ isEmpty: true });
      expect(matches(selector, {})).toBe(true);
      expect(matches(selector, { app: 'web' })).toBe(true);
    }
  });

  it('matchLabels: the value must be equal', () => {
    const selector = { matchLabels: { app: 'web' } };
    expect(matches(selector, { app: 'web', tier: 'front' })).toBe(true);
    expect(matches(selector, { app: 'Web' })).toBe(false);
    expect(matches(selector, {})).toBe(false);
    expect(compileSelector(selector)).toMatchObject({ isEmpty: false });
  });

  it('an empty value is a value', () => {
    expect(matches({ matchLabels: { app: '' } }, { app: '' })).toBe(true);
    expect(matches({ matchLabels: { app: '' } }, {})).toBe(false);
    expect(matches(requirement('In', ['']), { app: '' })).toBe(true);
    expect(matches(requirement('In', ['']), {})).toBe(false);
    expect(matches(requirement('NotIn', ['']), {})).toBe(true);
  });

  it.each<[string, string[] | undefined, Labels, boolean]>([
    ['In', ['web', 'db'], { app: 'db' }, true],
    ['In', ['web', 'db'], { app: 'cache' }, false],
    ['In', ['web'], {}, false],
    ['NotIn', ['web', 'db'], { app: 'db' }, false],
    ['NotIn', ['web', 'db'], { app: 'cache' }, true],
    ['NotIn', ['web'], {}, true],
    ['Exists', undefined, { app: 'any' }, true],
    ['Exists', [], { app: '' }, true],
    ['Exists', undefined, { other: 'any' }, false],
    ['DoesNotExist', undefined, { app: 'any' }, false],
    ['DoesNotExist', [], {}, true],
  ])('%s %j on %j is %s', (operator, values, labels, expected) => {
    expect(matches(requirement(operator, values), labels)).toBe(expected);
  });

  it('all requirements must hold', () => {
    const selector: LabelSelector = {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['front', 'back'] },
        { key: 'tier', operator: 'NotIn', values: ['back'] },
      ],
    };
    expect(matches(selector, { app: 'web', tier: 'front' })).toBe(true);
    expect(matches(selector, { app: 'web', tier: 'back' })).toBe(false);
    expect(matches(selector, { app: 'db', tier: 'front' })).toBe(false);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s is a label key like any other', (key) => {
    expect(matches(requirement('Exists', undefined, key), {})).toBe(false);
    expect(matches(requirement('DoesNotExist', undefined, key), {})).toBe(true);
    expect(matches(requirement('NotIn', ['x'], key), {})).toBe(true);
    expect(matches({ matchLabels: { [key]: 'x' } }, {})).toBe(false);
    expect(matches({ matchLabels: { [key]: 'x' } }, { [key]: 'x' })).toBe(true);
  });
});

describe('a selector that is none, in the words of apimachinery', () => {
  function problem(selector: LabelSelector): { text: string; pointer: string } {
    const compiled = compileSelector(selector);
    if (!isSelectorProblem(compiled)) throw new Error('it compiled');
    return compiled;
  }

  it.each(['in', 'Equals', '=', 'Gt', '', 'constructor'])('operator %j', (operator) => {
    expect(problem(requirement(operator, ['x']))).toEqual({
      text: `${JSON.stringify(operator)} is not a valid label selector operator`,
      pointer: '/matchExpressions/0',
    });
  });

  it('In and NotIn without values', () => {
    const text = "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty";
    expect(problem(requirement('In')).text).toBe(text);
    expect(problem(requirement('NotIn', [])).text).toBe(text);
  });

  it('Exists and DoesNotExist with values', () => {
    expect(problem(requirement('Exists', ['a', 'b'])).text).toBe(
      'values: Invalid value: ["a","b"]: values set must be empty for exists and does not exist',
    );
    expect(problem(requirement('DoesNotExist', ['a'])).text).toContain('["a"]');
  });

  it('a value that is no label value, at its index and key', () => {
    expect(problem(requirement('In', ['ok', 'not ok'])).text).toBe(
      `values[1][app]: Invalid value: "not ok": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    );
  });

  it('a key that is no qualified name', () => {
    expect(problem(requirement('Exists', undefined, '-app')).text).toBe(
      `key: Invalid value: "-app": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    );
    expect(problem(requirement('Exists', undefined, '')).text).toMatch(
      /^key: Invalid value: "": name part must be non-empty; name part must consist of /,
    );
    expect(problem(requirement('Exists', undefined, '/app')).text).toBe(
      'key: Invalid value: "/app": prefix part must be non-empty',
    );
    expect(problem(requirement('Exists', undefined, 'A_b/app')).text).toContain(
      'prefix part a lowercase RFC 1123 subdomain must consist of',
    );
    expect(problem(requirement('Exists', undefined, 'a/b/c')).text).toContain(
      "a qualified name must consist of alphanumeric characters, '-', '_' or '.'",
    );
  });

  it('several problems of one requirement are joined', () => {
    const { text } = problem(requirement('Exists', ['x y'], ' '));
    expect(text).toMatch(/^\[key: Invalid value: " ": .*, values: Invalid value: .*, values\[0\]\[ \]: .*\]$/);
  });

  it('labels come first, by key; then expressions, in order', () => {
    expect(problem({ matchLabels: { b: '!', a: '?' }, matchExpressions: [{ key: 'c', operator: 'x' }] })).toMatchObject(
      {
        text: expect.stringMatching(/^values\[0\]\[a\]: /) as string,
        pointer: '/matchLabels',
      },
    );
    expect(
      problem({
        matchExpressions: [
          { key: 'c', operator: 'Exists' },
          { key: 'c', operator: 'x' },
          { key: 'c', operator: 'y' },
        ],
      }),
    ).toMatchObject({ text: '"x" is not a valid label selector operator', pointer: '/matchExpressions/1' });
  });

  it('lengths: 63 for names and values, 253 for prefixes', () => {
    const name = 'n'.repeat(63);
    expect(isSelectorProblem(compileSelector({ matchLabels: { [`${'p'.repeat(253)}/${name}`]: name } }))).toBe(false);
    expect(problem({ matchLabels: { [`${name}n`]: 'x' } }).text).toContain('name part must be no more than 63 ');
    expect(problem({ matchLabels: { x: `${name}n` } }).text).toContain('must be no more than 63 ');
    expect(problem({ matchLabels: { [`${'p'.repeat(254)}/x`]: '' } }).text).toContain(
      'prefix part must be no more than 253 ',
    );
  });

  it('keys and values of any length are answered', () => {
    for (const part of ['a', 'a.', '-', 'a-', 'a/', '.']) {
      const long = `${part.repeat(400_000)}!`;
      expect(isSelectorProblem(compileSelector({ matchLabels: { [long]: '' } }))).toBe(true);
      expect(isSelectorProblem(compileSelector({ matchLabels: { x: long } }))).toBe(true);
      expect(isSelectorProblem(compileSelector({ matchLabels: { [`${long}/x`]: '' } }))).toBe(true);
    }
  });
});
