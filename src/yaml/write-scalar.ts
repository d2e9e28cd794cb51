import { readPlain } from './scalar.js';

/** A plain scalar that is complete and not a marker in any collection. */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9._/:+-]*[A-Za-z0-9._/+-])?$/;

/** Formats a scalar as a replacement of another scalar or key. A string gets the style of the replaced text. */
export function writeScalar(value: string | number | boolean, instead: string): string {
  if (typeof value !== 'string') return String(value);
  if (instead.startsWith("'")) return `'${value.replaceAll("'", "''")}'`;
  const isPlain = !instead.startsWith('"') && PLAIN.test(value) && readPlain(value).value === value;
  return isPlain ? value : JSON.stringify(value);
}
