import type { NumberShape } from './number.js';

/**
 * Applies a mask to a value in place. The value gets the width of the mask, and bits outside the mask are dropped.
 * Returns false if their formats do not match.
 */
export function applyMask(number: NumberShape, mask: NumberShape): boolean {
  const width = number.format === 'IPv4' ? 32 : number.format === 'IPv6' ? 128 : 0;
  if (number.format === mask.format || isZeroWithMask(number, mask)) {
    number.format = mask.format;
    number.bits = mask.bits;
    number.lowBit &= mask.lowBit;
    return true;
  }
  if (mask.format !== 'decimal' || mask.small > width || width === 0) return false;
  number.bits = mask.small === 0 ? 0 : width;
  number.lowBit &= mask.small === width ? 1 : 0;
  return true;
}

/** Returns true for `0/0x1234`: zero is the only value with a mask of another format. */
function isZeroWithMask(number: NumberShape, mask: NumberShape): boolean {
  return number.format === 'decimal' && number.bits === 0 && mask.format === 'hexadecimal';
}
