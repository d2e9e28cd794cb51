import { parseAddress } from '../../net/address.js';
import { type Scanner, advance, isAt, scan } from './scanner.js';
import * as T from './tokens.js';
import { symbols } from './symbols.js';

/** A number that a field is compared with, in the bits of `mask`. */
export interface NumberConstant {
  readonly value: bigint;
  /** If unset, all bits are compared. */
  readonly mask?: bigint;
}

export type Constant =
  | ({ readonly type: 'number' } & NumberConstant)
  | { readonly type: 'text' | 'address-set' | 'port-group'; readonly name: string };

/** A relation as seen from the field: `field <relation> constants`. */
export type Relation = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Expression =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly type: 'not'; readonly part: Expression }
  | { readonly type: 'truth'; readonly value: boolean }
  /** `is_chassis_resident`. */
  | { readonly type: 'resident'; readonly port: string }
  | MatchComparison;

/** A field, or bits of it, and constants, one of which must fit. */
export interface MatchComparison {
  readonly type: 'comparison';
  readonly field: string;
  readonly bits?: { readonly low: number; readonly high: number };
  readonly relation: Relation;
  readonly constants: readonly Constant[];
}

/** Parses a match that `checkMatch` accepts. Returns undefined for any other text. */
export function parseMatch(text: string): Expression | undefined {
  const reader: Reader = { scanner: scan(text), isBroken: false };
  advance(reader.scanner);
  const expression = readExpression(reader);
  return isAt(reader.scanner, T.END) && !reader.isBroken ? expression : undefined;
}

interface Reader {
  readonly scanner: Scanner;
  /** True if anything invalid was read. */
  isBroken: boolean;
}

function readExpression(reader: Reader): Expression {
  const first = readOperand(reader);
  const operator = reader.scanner.token;
  if (operator !== T.AND && operator !== T.OR) return first;
  const parts = [first];
  while (isAt(reader.scanner, operator)) {
    advance(reader.scanner);
    parts.push(readOperand(reader));
  }
  return { type: operator === T.AND ? 'and' : 'or', parts };
}

function readOperand(reader: Reader): Expression {
  if (isAt(reader.scanner, T.NOT)) {
    advance(reader.scanner);
    return { type: 'not', part: readOperand(reader) };
  }
  if (isAt(reader.scanner, T.OPEN)) {
    advance(reader.scanner);
    const inner = readExpression(reader);
    expectToken(reader, T.CLOSE);
    return inner;
  }
  return isAt(reader.scanner, T.IDENTIFIER) ? readFieldFirst(reader) : readConstantFirst(reader);
}

function readFieldFirst(reader: Reader): Expression {
  const name = textOf(reader.scanner);
  if (name === 'is_chassis_resident') return readResident(reader);
  const field = readField(reader);
  const relation = relationAt(reader.scanner);
  if (relation) {
    advance(reader.scanner);
    return { type: 'comparison', ...field, relation, constants: readConstants(reader) };
  }
  return { type: 'comparison', ...field, relation: '!=', constants: [{ type: 'number', value: 0n }] };
}

function readResident(reader: Reader): Expression {
  advance(reader.scanner);
  expectToken(reader, T.OPEN);
  const port = unquote(textOf(reader.scanner));
  expectToken(reader, T.STRING);
  expectToken(reader, T.CLOSE);
  return { type: 'resident', port };
}

/** Reads `0`, `1`, `constants == field` or `1 < field < 9`. */
function readConstantFirst(reader: Reader): Expression {
  const left = readConstants(reader);
  const relation = relationAt(reader.scanner);
  if (!relation) {
    const [only] = left;
    reader.isBroken ||= only?.type !== 'number';
    return { type: 'truth', value: only?.type === 'number' && only.value !== 0n };
  }
  advance(reader.scanner);
  const field = readField(reader);
  const first: Expression = { type: 'comparison', ...field, relation: MIRRORED[relation], constants: left };
  const second = relationAt(reader.scanner);
  if (!second) return first;
  advance(reader.scanner);
  return {
    type: 'and',
    parts: [first, { type: 'comparison', ...field, relation: second, constants: readConstants(reader) }],
  };
}

const MIRRORED: Readonly<Record<Relation, Relation>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function readField(reader: Reader): Pick<MatchComparison, 'field' | 'bits'> {
  const field = textOf(reader.scanner);
  reader.isBroken ||= !symbols.has(field);
  expectToken(reader, T.IDENTIFIER);
  if (!isAt(reader.scanner, T.OPEN_BITS)) return { field };
  advance(reader.scanner);
  const low = readBit(reader);
  let high = low;
  if (isAt(reader.scanner, T.ELLIPSIS)) {
    advance(reader.scanner);
    high = readBit(reader);
  }
  expectToken(reader, T.CLOSE_BITS);
  return { field, bits: { low, high } };
}

function readBit(reader: Reader): number {
  const bit = Number(textOf(reader.scanner));
  expectToken(reader, T.NUMBER);
  return bit;
}

/** Reads one constant, or several in braces, with or without commas. */
function readConstants(reader: Reader): readonly Constant[] {
  if (!isAt(reader.scanner, T.OPEN_SET)) return [readConstant(reader)];
  advance(reader.scanner);
  const constants: Constant[] = [];
  while (!isAt(reader.scanner, T.CLOSE_SET) && !reader.isBroken) {
    constants.push(readConstant(reader));
    if (isAt(reader.scanner, T.COMMA)) advance(reader.scanner);
  }
  advance(reader.scanner);
  return constants;
}

function readConstant(reader: Reader): Constant {
  const text = textOf(reader.scanner);
  const { token } = reader.scanner;
  advance(reader.scanner);
  switch (token) {
    case T.NUMBER:
      return { type: 'number', ...parseNumber(text) };
    case T.STRING:
      return { type: 'text', name: unquote(text) };
    case T.ADDRESS_SET:
      return { type: 'address-set', name: text.slice(1) };
    case T.PORT_GROUP:
      return { type: 'port-group', name: text.slice(1) };
    default:
      reader.isBroken = true;
      return { type: 'number', value: 0n };
  }
}

/**
 * Returns a number, an address or a network in the notation of a match or address set. Returns zero for any other text.
 */
export function parseNumber(text: string): NumberConstant {
  const slash = text.indexOf('/');
  if (slash < 0) return { value: valueOf(text) };
  const [base, mask] = [text.slice(0, slash), text.slice(slash + 1)];
  const width = base.includes(':') ? 128 : 32;
  const isLength = /^\d+$/.test(mask);
  const bits = isLength ? ((1n << BigInt(mask)) - 1n) << BigInt(width - Number(mask)) : valueOf(mask);
  return { value: valueOf(base) & bits, mask: bits };
}

function valueOf(text: string): bigint {
  if (/^\d+$/.test(text) || /^0x[0-9a-f]+$/i.test(text)) return BigInt(text);
  if (/^[0-9a-f]{1,2}(:[0-9a-f]{1,2}){5}$/i.test(text)) {
    return text.split(':').reduce((value, octet) => (value << 8n) | BigInt(parseInt(octet, 16)), 0n);
  }
  const address = parseAddress(text);
  if (!address) return 0n;
  // An IPv4-mapped address is an IPv6 address here.
  return text.includes(':') && address.family === 'IPv4' ? (0xffffn << 32n) | address.value : address.value;
}

function relationAt(scanner: Scanner): Relation | undefined {
  switch (scanner.token) {
    case T.EQ:
      return '==';
    case T.NE:
      return '!=';
    case T.LT:
      return textOf(scanner) === '<=' ? '<=' : '<';
    case T.GT:
      return textOf(scanner) === '>=' ? '>=' : '>';
    default:
      return undefined;
  }
}

function textOf({ text, start, end }: Scanner): string {
  return text.slice(start, end);
}

function unquote(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

function expectToken(reader: Reader, token: number): void {
  reader.isBroken ||= !isAt(reader.scanner, token);
  advance(reader.scanner);
}
