/**
 * A name of an interface, less its length in bytes: Linux takes names of 1 to 15 bytes without blanks, `/` and `:`
 * (net/core/dev.c, dev_valid_name).
 */
export const INTERFACE_NAME = /^(?!\.{1,2}$)[^\s/:\0]{1,15}$/;

/** Returns true if Linux accepts the name for an interface. */
export function isInterfaceName(name: string): boolean {
  return INTERFACE_NAME.test(name) && Buffer.byteLength(name) <= 15;
}
