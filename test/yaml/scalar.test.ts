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
    ['.inf', '.inf'],
    ['-.Inf', '-.Inf'],
    ['.nan', '.nan'],
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

  it.each(['true', 'null', '~', '', '17', '-17', '1.5', '0x1F', 'text', '2001-12-14', '10.0.0.0/8', '08', '.inf'])(
    'not %j',
    (text) => {
      expect(readPlain(text).ambiguous).toBe(false);
    },
  );

  it('with their value and offset, also as keys', () => {
    expect(compose('on: 0777\nx: "on"\n').ambiguous).toEqual([
      { text: 'on', value: true, offset: 0 },
      { text: '0777', value: 511, offset: 4 },
    ]);
  });
});

describe('tags', () => {
  it('`!!str` and `!` keep the text', () => {
    expect(compose('[!!str 5, ! 5, !<tag:yaml.org,2002:str> on, !!str ]').values).toEqual([['5', '5', 'on', '']]);
    expect(compose('!!str 0777').ambiguous).toEqual([]);
  });

  it('tags of numbers and words read quoted text, too', () => {
    expect(compose('[!!int "5", !!float "1.5", !!bool \'on\', !!null ""]').values).toEqual([[5, 1.5, true, null]]);
  });

  it('a timestamp stays text', () => {
    expect(compose('!!timestamp 2001-12-14').values).toEqual(['2001-12-14']);
  });

  it('`!!binary` is decoded', () => {
    expect(compose('!!binary aGk=').values).toEqual(['hi']);
  });

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
