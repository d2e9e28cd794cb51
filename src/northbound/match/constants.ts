import type { Scanner } from './scanner.js';
import * as T from './tokens.js';
import type { Symbol } from './symbols.js';

/** Properties of the constants on one side of a comparison. */
export interface Constants {
  isString: boolean;
  count: number;
  bits: number;
  isMasked: boolean;
  isSet: boolean;
  hasEven: boolean;
  hasOdd: boolean;
  /** A single `0` or `1`, which is a complete match. */
  isTruth: boolean;
}

/** Returns the properties of an empty list of constants. */
export function emptyConstants(): Constants {
  return {
    isString: false,
    count: 0,
    bits: 0,
    isMasked: false,
    isSet: false,
    hasEven: false,
    hasOdd: false,
    isTruth: false,
  };
}

/** Resets the properties. */
export function clear(constants: Constants): void {
  constants.isString = constants.isMasked = constants.isSet = constants.isTruth = false;
  constants.hasEven = constants.hasOdd = false;
  constants.bits = constants.count = 0;
}

/** Adds the number at the scanner. */
export function addNumber(constants: Constants, { number, isMasked }: Scanner): void {
  if (constants.count === 0) constants.isMasked = isMasked;
  constants.isTruth = constants.count === 0 && !isMasked && number.format === 'decimal' && number.bits < 2;
  constants.count++;
  if (number.bits > constants.bits) constants.bits = number.bits;
  if (number.lowBit === 0) constants.hasEven = true;
  else constants.hasOdd = true;
}

/** Adds an address set. `bits`: width of its widest address, 0 for an empty set, undefined for an unknown one. */
export function addAddressSet(constants: Constants, bits: number | undefined): void {
  constants.isTruth = false;
  // OVN parses '<' with an address set, but a masked address in it can crash ovn-controller, so it counts as a set.
  constants.isSet = true;
  if (bits !== 0) constants.count++;
  if (bits !== undefined && bits > constants.bits) constants.bits = bits;
}

/**
 * Returns the type error of `field <operator> constants`, or undefined. `operator` is a token from EQ to GT. `negated`
 * is true after an odd number of `!`.
 */
export function incompatibility(
  { name, bits, level, isPredicate }: Symbol,
  operator: number,
  constants: Constants,
  negated: boolean,
): string | undefined {
  if (constants.isString !== (bits === 0)) {
    return bits === 0 ? `'${name}' is compared with names in quotes, not numbers` : `'${name}' is not a name`;
  }
  if (constants.bits > bits) return `'${name}' has ${bits} bits, the constant ${constants.bits}`;
  if (operator > T.NE) {
    if (constants.isSet || constants.count === 0) return "a set can only be compared with '==' and '!='";
    if (level !== 'ordinal') return `'${name}' has no order: compare it with '==' or '!='`;
    if (constants.isMasked) return "a masked constant can only be compared with '==' and '!='";
  }
  if (level !== 'nominal') return undefined;
  const inverted = (operator === T.NE) !== negated;
  if (isPredicate) {
    return (inverted ? constants.hasOdd : constants.hasEven) ? `'${name}' cannot be negated` : undefined;
  }
  return inverted ? `'${name}' can only be tested for being equal` : undefined;
}
