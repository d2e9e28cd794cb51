import { expect } from 'vitest';

/**
 * Asserts that two values are identical, as `expect(actual, describe()).toBe(wanted)`. For loops over many values: `expect` and the
 * description of a value that is right take more time than most of what is asserted.
 */
export function expectSame<Value>(actual: Value, wanted: Value, describe: () => string): void {
  if (!Object.is(actual, wanted)) expect(actual, describe()).toBe(wanted);
}
