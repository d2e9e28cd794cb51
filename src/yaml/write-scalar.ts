import { readPlain } from './scalar.js';

/** A plain scalar that ends nowhere, and is no marker, in whatever collection it stands. */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9._/:+-]*[A-Za-z0-9._/+-])?$/;

/** Writes a scalar in the place of another one, or of a key: a string in the style of what stands there. */
export function writeScalar(value: string | number | boolean, instead: string): string {
  if (typeof value !== 'string') return String(value);
  if (instead.startsWith("'")) return `'${value.replaceAll("'", "''")}'`;
  const isPlain = !instead.startsWith('"') && PLAIN.test(value) && readPlain(value).value === value;
  return isPlain ? value : JSON.stringify(value);
}
