import fc from 'fast-check';
import { symbols } from '../../src/northbound/match/symbols.js';

const field = fc.constantFrom(...symbols.keys());
const bits = fc.tuple(fc.nat(20), fc.nat(20)).map(([low, high]) => `[${low}..${high}]`);
const octet = fc.nat(260).map(String);
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.')),
  fc.array(fc.constantFrom('', '0', '1', 'ffff', 'a:', '1.2.3.4'), { maxLength: 9 }).map((groups) => groups.join(':')),
);
const number = fc.oneof(
  fc.nat(300).map(String),
  fc.bigInt({ min: 0n, max: 1n << 66n }).map(String),
  fc.bigInt({ min: 0n, max: 1n << 34n }).map((value) => `0x${value.toString(16)}`),
);
const constant = fc.oneof(
  number,
  address,
  fc.tuple(address, fc.nat(130)).map(([value, length]) => `${value}/${length}`),
  fc.tuple(address, address).map(([value, mask]) => `${value}/${mask}`),
  fc.tuple(number, number).map(([value, mask]) => `${value}/${mask}`),
  fc.constantFrom('"x"', '@pg', '$as4', '$as6', '$empty', '$none', '00:00:00:00:00:01', 'ff:ff:ff:ff:ff:ff'),
);
const constants = fc.oneof(
  { weight: 3, arbitrary: constant },
  fc.array(constant, { minLength: 1, maxLength: 3 }).map((list) => `{${list.join(', ')}}`),
);
const subfield = fc.oneof({ weight: 4, arbitrary: field }, fc.tuple(field, bits).map(([name, cut]) => name + cut)); // prettier-ignore
const operator = fc.constantFrom('==', '==', '!=', '<', '<=', '>', '>=');
const comparison = fc.oneof(
  subfield,
  fc.tuple(subfield, operator, constants).map((parts) => parts.join(' ')),
  fc.tuple(constants, operator, subfield).map((parts) => parts.join(' ')),
  fc.tuple(number, operator, subfield, operator, number).map((parts) => parts.join(' ')),
  fc.constantFrom('0', '1', 'is_chassis_resident("x")', 'ip4.src == 10.0.0.0/8', 'tcp.dst == 80', 'inport == @pg'),
);

const { expression } = fc.letrec<{ expression: string; operand: string }>((tie) => ({
  operand: fc.oneof(
    { depthSize: 'small' },
    comparison,
    tie('expression').map((inner) => `(${inner})`),
    tie('expression').map((inner) => `!(${inner})`),
  ),
  expression: fc.oneof(
    { depthSize: 'small' },
    tie('operand'),
    fc.tuple(tie('operand'), fc.constantFrom('&&', '||'), tie('operand')).map((parts) => parts.join(' ')),
  ),
}));

/** A match with one character taken out, doubled, or replaced. */
const damaged = fc
  .tuple(expression, fc.nat(), fc.constantFrom('', '(', ')', '"', '/', '*', '.', ':', '{', '$', '0', 'x', ' ', '='))
  .map(([text, at, character]) => {
    const offset = at % (text.length + 1);
    return text.slice(0, offset) + character + text.slice(offset + (character === '' ? 1 : 0));
  });

/** Words of the language in any order. */
const jumble = fc
  .array(fc.oneof(subfield, operator, constants, fc.constantFrom('(', ')', '!', '&&', '||', '{', '}', '/* c */')), {
    maxLength: 6,
  })
  .map((parts) => parts.join(' '));

/**
 * Matches, valid and not. None compares an address set by order: OVN parses some of these, but then aborts, so that the
 * checker refuses them.
 */
export const matches: fc.Arbitrary<string> = fc
  .oneof({ weight: 4, arbitrary: expression }, { weight: 2, arbitrary: damaged }, jumble)
  .filter((match) => !(match.includes('$') && /[<>]/.test(match)));
