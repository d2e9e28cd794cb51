import { describe, expect, it } from 'vitest';
import { compose } from '../../src/yaml/compose.js';
import { mayBeTyped, readPlain } from '../../src/yaml/scalar.js';

/** The value of a plain scalar as the composer reads it, shortcut included. */
function valueOf(text: string): unknown {
  return compose(`- ${text}`).values[0];
}

describe('plain scalars mean what kubectl takes them for', () => {
  it.each([
    ['null', null],
    ['~', null],
    ['NULL', null],
    ['nUll', 'nUll'],
    ['true', true],
    ['TRUE', true],
    ['tRue', 'tRue'],
    ['yes', true],
    ['Yes', true],
    ['on', true],
    ['ON', true],
    ['y', true],
    ['Y', true],
    ['no', false],
    ['off', false],
    ['Off', false],
    ['n', false],
    ['N', false],
    ['none', 'none'],
    ['0', 0],
    ['-0', -0],
    ['17', 17],
    ['+17', 17],
    ['-17', -17],
    ['0777', 511],
    ['-0777', -511],
    ['08', 8],
    ['0o17', 15],
    ['0O17', 15],
    ['0o18', '0o18'],
    ['0x1F', 31],
    ['-0x1f', -31],
    ['0b11', 3],
    ['0b12', '0b12'],
    ['1_000', 1000],
    ['0x_ff', 255],
    ['_1', '_1'],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['._5', '._5'],
    ['-.5', -0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['1E-3', 0.001],
    ['1.5e3', 1500],
    ['1e', '1e'],
    ['1e400', '1e400'],
    ['1.2.3', '1.2.3'],
    ['1.2.3.4/8', '1.2.3.4/8'],
    ['1:20', '1:20'],
    ['12:30:45', '12:30:45'],
    ['2001-12-14', '2001-12-14'],
    ['2001-12-14T21:59:43Z', '2001-12-14T21:59:43Z'],
    ['.iNF', '.iNF'],
    ['-.nan', '-.nan'],
    ['._inf', '._inf'],
    ['+', '+'],
    ['-1-', '-1-'],
    ['fd00::1', 'fd00::1'],
    ['18446744073709551615', 2 ** 64],
    ['123456789012345678901234567890', 1.2345678901234568e29],
    ['0xffffffffffffffffffff', '0xffffffffffffffffffff'],
    ['9'.repeat(400), '9'.repeat(400)],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual([value]);
  });

  it('an empty value is null', () => {
    expect(compose('a:\nb: ').values).toEqual([{ a: null, b: null }]);
  });

  it('quotes and block styles make text of anything', () => {
    expect(compose('- "0777"\n- \'on\'\n- |-\n  1e3\n- >-\n  ~\n- ""').values).toEqual([
      ['0777', 'on', '1e3', '~', ''],
    ]);
  });

  it('the shortcut never hides a typed scalar', () => {
    for (const text of ['', '~', 'y', 'FALSE', 'off', '+1', '-1', '.5', '0', '9', 'Null']) {
      expect(mayBeTyped(text)).toBe(true);
    }
    expect(mayBeTyped('trueish')).toBe(false);
    expect(mayBeTyped('abc')).toBe(false);
  });
});

describe('scalars that other readers take for something else are flagged', () => {
  it.each(['on', 'Off', 'yes', 'n', '0777', '0b11', '1_000', '1e3', '1E-3', '0o17', '+0o17', '-0x1f'])('%s', (text) => {
    expect(readPlain(text).ambiguous).toBe(true);
  });

  it.each([
    'true',
    'null',
    '~',
    '',
    '17',
    '-17',
    '1.5',
    '0x1F',
    'text',
    '2001-12-14',
    '10.0.0.0/8',
    '08',
    '.inf',
    '.nan',
  ])('not %j', (text) => {
    expect(readPlain(text).ambiguous).toBe(false);
  });

  it('with their value and offset, also as keys', () => {
    expect(compose('on: 0777\nx: "on"\n').ambiguous).toEqual([
      { text: 'on', value: true, offset: 0 },
      { text: '0777', value: 511, offset: 4 },
    ]);
  });
});

describe('numbers that JSON does not have', () => {
  const infinities = ['.inf', '.Inf', '.INF'].flatMap((word) => ['', '+', '-'].map((sign) => `${sign}${word}`));
  const words = [...infinities, '.nan', '.NaN', '.NAN'];

  const nameOf = (word: string) => word.toLowerCase().replace('+', '');

  it.each(words)('are refused at the value: %s', (word) => {
    expect(refusalOf(`a:\n  - ${word}`)).toEqual({ fact: 'not-finite', detail: nameOf(word), at: word });
    expect(refusalOf(`a: &b !!float "${word}"`)).toEqual({ fact: 'not-finite', detail: nameOf(word), at: `"${word}"` });
  });

  it.each(words)('are text where a tag or quotes say so: %s', (word) => {
    expect(compose(`[!!str ${word}, "${word}", ! ${word}]`).values).toEqual([[word, word, word]]);
  });

  it('are fine as keys, whose text kubectl spells in one way', () => {
    expect(compose('{+.INF: 1, -.Inf: 2, .NAN: 3, -.nan: 4}').values).toEqual([
      { '.inf': 1, '-.inf': 2, '.nan': 3, '-.nan': 4 },
    ]);
  });
});

/** Why a text is refused, and the part of it that is shown. */
function refusalOf(text: string): unknown {
  const { problem, values } = compose(text);
  if (!problem) return values;
  const { fact, detail, offset, length } = problem;
  return { fact, detail, at: text.slice(offset, offset + length) };
}

describe('tags', () => {
  it('`!!str` and `!` keep the text', () => {
    expect(compose('[!!str 5, ! 5, !<tag:yaml.org,2002:str> on, !!str ]').values).toEqual([['5', '5', 'on', '']]);
    expect(compose('!!str 0777').ambiguous).toEqual([]);
  });

  it('tags of numbers and words read quoted text, too', () => {
    expect(compose('[!!int "5", !!float "1.5", !!bool \'on\', !!null ""]').values).toEqual([[5, 1.5, true, null]]);
  });

  it.each([
    ['int', 'foo'],
    ['int', '"foo"'],
    ['int', '1.0'],
    ['int', '1e3'],
    ['int', 'true'],
    ['int', 'null'],
    ['int', '""'],
    ['int', '.inf'],
    ['int', '" 5"'],
    ['int', '99999999999999999999'],
    ['int', '-9223372036854777856'],
    ['float', 'x'],
    ['float', '~'],
    ['float', 'on'],
    ['float', '1e400'],
    ['bool', 'x'],
    ['bool', '1'],
    ['bool', '""'],
    ['null', 'x'],
    ['null', '0'],
    ['timestamp', 'x'],
    ['timestamp', '5'],
    ['timestamp', '2001-13-01'],
    ['timestamp', '2001-12-14T25:00:00Z'],
    ['timestamp', '"2001-12-14 "'],
  ])('`!!%s` is refused before %s', (tag, value) => {
    const refusal = { fact: 'wrong-tag', detail: `!!${tag}`, at: value };
    expect(refusalOf(`a: !!${tag} ${value}`)).toEqual(refusal);
    expect(refusalOf(`a: !<tag:yaml.org,2002:${tag}> ${value}`)).toEqual(refusal);
    expect(refusalOf(`? !!${tag} ${value}\n: 1`)).toEqual(refusal);
  });

  it.each(['int', 'float', 'bool', 'timestamp'])('`!!%s` is refused before nothing, at the tag', (tag) => {
    expect(refusalOf(`a: !!${tag}\nb: 1`)).toEqual({ fact: 'wrong-tag', detail: `!!${tag}`, at: `!!${tag}` });
  });

  it('every integer is a float, too', () => {
    expect(compose('[!!float 1, !!float 0x10, !!float 0777, !!float 1_000, !!int 0o17, !!int -0b11]').values).toEqual([
      [1, 16, 511, 1000, 15, -3],
    ]);
    expect(compose('[!!int 18446744073709551615, !!int -9223372036854775808]').values).toEqual([[2 ** 64, -(2 ** 63)]]);
  });

  it.each(['2001-12-14', '2001-1-2T3:4:5Z', '2001-12-14t21:59:43.10-05:00', '"2001-12-14 21:59:43.1"'])(
    'a timestamp stays text: %s',
    (text) => {
      expect(compose(`!!timestamp ${text}`).values).toEqual([text.replaceAll('"', '')]);
    },
  );

  it('`!!binary` is decoded', () => {
    expect(
      compose('[!!binary aGk=, !!binary "aGk=\\n", !!binary "aG\\r\\nk=", !!binary aGl=, !!binary "", !!binary ]')
        .values,
    ).toEqual([['hi', 'hi', 'hi', 'hi', '', '']]);
    expect(compose('a: !!binary |\n  aG\n  k=\n').values).toEqual([{ a: 'hi' }]);
  });

  it.each(['aGk', 'a', '5', '"%%%"', '"a Gk="', '"aGk=\\t"', 'a_-=', 'aGk=aGk=', 'aGk==', 'aG=k', '"===="', 'abcd='])(
    '`!!binary` is refused before %s, which is no base64',
    (text) => {
      expect(refusalOf(`a: !!binary ${text}`)).toEqual({ fact: 'bad-base64', detail: '', at: text });
    },
  );

  it('collections may carry their own tags only', () => {
    expect(compose('a: !!map {b: !!seq [1]}').values).toEqual([{ a: { b: [1] } }]);
    expect(compose('a: !!seq {}').problem).toMatchObject({ fact: 'unknown-tag', offset: 3, length: 5 });
    expect(compose('a: !!set {b}').problem).toMatchObject({ fact: 'unknown-tag', offset: 3, length: 5 });
  });

  it('an unknown tag is refused at the tag', () => {
    expect(compose('a: !vault x').problem).toEqual({ fact: 'unknown-tag', detail: '!vault', offset: 3, length: 6 });
    expect(compose('a: !vault').problem).toMatchObject({ fact: 'unknown-tag', offset: 3, length: 6 });
  });
});
