import type { NumberShape } from './number.js';

/**
 * Masks a value in place: it takes as many bits as its mask, and bits outside of the mask are dropped. Returns whether the
 * two go together.
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

/** `0/0x1234`: the only value whose mask may have another format. */
function isZeroWithMask(number: NumberShape, mask: NumberShape): boolean {
  return number.format === 'decimal' && number.bits === 0 && mask.format === 'hexadecimal';
}
