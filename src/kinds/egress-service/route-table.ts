/** Safe word of `ip`: a number, or a name as in `rt_tables`. */
const TABLE = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$/;
const NUMBER = /^\d+$/;
const LARGEST_NUMBER = 2 ** 32 - 1;

/** Returns true if a text can name a routing table: a number from 1 to 4294967295 without leading zeros, or a word. */
export function isRouteTable(text: string): boolean {
  if (!NUMBER.test(text)) return TABLE.test(text);
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_NUMBER;
}
