import { ALPHANUMERIC, bitsOf, classOf, codeAt, DIGIT, HEX, hexValue } from './characters.js';

export type NumberFormat = 'decimal' | 'hexadecimal' | 'IPv4' | 'IPv6' | 'Ethernet';

/** Properties of a number for the type rules: its notation, number of bits, and lowest bit. */
export interface NumberShape {
  format: NumberFormat;
  bits: number;
  lowBit: number;
  /** Lowest 32 bits of a decimal number. */
  small: number;
  /** Problem of the number, to be appended to its text in a message. '' if it is valid. */
  problem: string;
}

/**
 * Reads the number or address at `start` into `shape` and returns its end. It includes colons up to its first dot, and
 * dots that are not the `..` of a range.
 */
export function readNumber(text: string, start: number, shape: NumberShape): number {
  let colon = false;
  let dot = false;
  let letter = false;
  let end = start;
  for (; ; end++) {
    const code = codeAt(text, end);
    const kinds = classOf(code);
    if ((kinds & DIGIT) !== 0) continue;
    if (code === 46 && codeAt(text, end + 1) !== 46) dot = true;
    else if (code === 58 && !dot) colon = true;
    else if ((kinds & ALPHANUMERIC) !== 0) letter = true;
    else break;
  }
  shape.problem =
    colon || dot || letter
      ? (readAddress(text, start, end, colon, shape) ?? '')
      : (readDecimal(text, start, end, shape) ?? '');
  return end;
}

function readAddress(text: string, start: number, end: number, colon: boolean, shape: NumberShape): string | undefined {
  // OVN tries an Ethernet address first and accepts any hexadecimal digits between five colons.
  if (colon && end - start === 17 && readEthernet(text, start, end, shape)) return undefined;
  if (codeAt(text, start) === 48 && (codeAt(text, start + 1) | 32) === 120) {
    return readHexadecimal(text, start + 2, end, shape);
  }
  const known = colon ? readIPv6(text, start, end, shape) : readIPv4(text, start, end, shape) >= 0;
  return known ? undefined : 'is not a number or an address';
}

function readDecimal(text: string, start: number, end: number, shape: NumberShape): string | undefined {
  const length = end - start;
  if (length === 0) return 'is not a number';
  if (length > 1 && codeAt(text, start) === 48) return 'has a leading zero';
  shape.format = 'decimal';
  shape.lowBit = codeAt(text, end - 1) & 1;
  if (length < 10) {
    let value = 0;
    for (let at = start; at < end; at++) value = value * 10 + codeAt(text, at) - 48;
    shape.small = value;
    shape.bits = bitsOf(value);
    return undefined;
  }
  const value = length > 20 ? 1n << 64n : BigInt(text.slice(start, end));
  if (value >> 64n !== 0n) return 'takes more than 64 bits';
  shape.small = Number(value & 0xffffffffn);
  shape.bits = value.toString(2).length;
  return undefined;
}

function readHexadecimal(text: string, start: number, end: number, shape: NumberShape): string | undefined {
  if (start === end) return 'has no hexadecimal digits';
  let first = end;
  for (let at = start; at < end; at++) {
    const code = codeAt(text, at);
    if ((classOf(code) & HEX) === 0) return 'is not a hexadecimal number';
    if (first === end && code !== 48) first = at;
  }
  if (end - first > 32) return 'takes more than 128 bits';
  shape.format = 'hexadecimal';
  shape.bits = first === end ? 0 : 4 * (end - first - 1) + bitsOf(hexValue(codeAt(text, first)));
  shape.lowBit = hexValue(codeAt(text, end - 1)) & 1;
  return undefined;
}

function readEthernet(text: string, start: number, end: number, shape: NumberShape): boolean {
  let octets = 0;
  let value = 0;
  let bits = 0;
  let digits = 0;
  for (let at = start; at <= end; at++) {
    const code = codeAt(text, at);
    if (at === end || code === 58) {
      if (digits === 0 || ++octets > 6) return false;
      bits = bits > 0 ? bits + 8 : bitsOf(value);
      if (at < end) value = digits = 0;
    } else if ((classOf(code) & HEX) !== 0) {
      value = ((value << 4) | hexValue(code)) & 255;
      digits++;
    } else {
      return false;
    }
  }
  shape.format = 'Ethernet';
  shape.bits = bits;
  shape.lowBit = value & 1;
  return octets === 6;
}

/**
 * Reads an IPv4 address by the rules of inet_pton(3): four octets without leading zeros. Returns the address as a
 * number, or -1.
 */
function readIPv4(text: string, start: number, end: number, shape: NumberShape): number {
  let value = 0;
  let octet = 0;
  let digits = 0;
  let dots = 0;
  for (let at = start; at < end; at++) {
    const code = codeAt(text, at);
    if (code === 46) {
      if (digits === 0 || ++dots > 3) return -1;
      value = value * 256 + octet;
      octet = digits = 0;
    } else {
      if (code < 48 || code > 57 || (digits > 0 && octet === 0)) return -1;
      octet = octet * 10 + code - 48;
      if (++digits > 3 || octet > 255) return -1;
    }
  }
  if (digits === 0 || dots !== 3) return -1;
  value = value * 256 + octet;
  shape.format = 'IPv4';
  shape.bits = bitsOf(value);
  shape.lowBit = value & 1;
  return value;
}

/**
 * Reads an IPv6 address by the rules of inet_pton(3). It has groups of up to four digits, and at most one `::` for at
 * least one group. The last two groups can be an IPv4 address. Returns false if it is invalid.
 */
function readIPv6(text: string, start: number, end: number, shape: NumberShape): boolean {
  let groups = 0;
  let leading = 0;
  let compressed = -1;
  let at = start;
  if (codeAt(text, at) === 58 && codeAt(text, ++at) !== 58) return false;
  let value = 0;
  // `leading` is the number of groups up to and including the first nonzero one, or 0.
  let leadingValue = 0;
  while (at < end) {
    if (codeAt(text, at) === 58) {
      if (compressed >= 0) return false;
      compressed = groups;
      at++;
      continue;
    }
    const first = at;
    value = 0;
    while (at < end && (classOf(codeAt(text, at)) & HEX) !== 0) value = (value << 4) | hexValue(codeAt(text, at++));
    const isIPv4 = codeAt(text, at) === 46 && at < end;
    if (isIPv4) {
      value = readIPv4(text, first, end, shape);
      at = end;
      groups++;
    } else if (at === first || at - first > 4) {
      return false;
    }
    if (value < 0) return false;
    groups++;
    if (leading === 0 && value !== 0) {
      leading = groups;
      leadingValue = value;
    }
    if (at < end && (codeAt(text, at) !== 58 || ++at === end)) return false;
  }
  if (compressed < 0 ? groups !== 8 : groups > 7) return false;
  shape.format = 'IPv6';
  shape.lowBit = compressed === groups ? 0 : value & 1;
  const following = leading <= compressed ? 8 - leading : groups - leading;
  shape.bits = leading === 0 ? 0 : 16 * following + bitsOf(leadingValue);
  return true;
}
