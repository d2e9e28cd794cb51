import { readPlain } from './scalar.js';

/** A plain scalar that ends nowhere, and is no marker, in whatever collection it stands. */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9._/:+-]*[A-Za-z0-9._/+-])?$/;

/** Writes a string in the place of a scalar, or of a key, in the style of what stands there. */
export function writeScalar(value: string, instead: string): string {
  if (instead.startsWith("'")) return `'${value.replaceAll("'", "''")}'`;
  const isPlain = !instead.startsWith('"') && PLAIN.test(value) && readPlain(value).value === value;
  return isPlain ? value : JSON.stringify(value);
}
