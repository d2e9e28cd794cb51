import type { Json } from '../../../std/json.js';
import { memoize } from '../../../std/memoize.js';

/** Strings that every YAML reader reads as strings without quotes. */
const PLAIN = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9 ./_-]*[A-Za-z0-9]$/i;
/** Lines of printable characters that a literal block preserves. The first line determines the indentation. */
const LINES = /^[!-~][ -~\t]*\n[ -~\t\n]*$/;

/** Returns a text of `count` blanks. */
const blanks = memoize((count: number) => ' '.repeat(count));

/**
 * Writes a value as YAML in block style: one entry per line, so that a changed value is one changed line. Fields keep
 * their order. `indent` is the number of blanks before every line after the first.
 */
export function writeYaml(value: Json, indent: number): string {
  if (typeof value !== 'object' || value === null) return writeScalar(value);
  const margin = blanks(indent);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : `\n${margin}`}- ${writeYaml(item, indent + 2)}`;
    return text === '' ? '[]' : text;
  }
  for (const key of Object.keys(value)) {
    text += `${text === '' ? '' : `\n${margin}`}${writeScalar(key)}:${writeField(value[key] ?? null, indent)}`;
  }
  return text === '' ? '{}' : text;
}

function writeField(value: Json, indent: number): string {
  if (typeof value === 'string' && LINES.test(value) && !value.endsWith('\n\n')) return writeLiteral(value, indent + 2);
  const isNested = typeof value === 'object' && value !== null && hasEntries(value);
  return isNested ? `\n${blanks(indent + 2)}${writeYaml(value, indent + 2)}` : ` ${writeYaml(value, indent)}`;
}

function hasEntries(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

/** Returns a text of several lines as a literal block, so that it is read and compared like a file. */
function writeLiteral(text: string, indent: number): string {
  const ends = text.endsWith('\n');
  const lines = (ends ? text.slice(0, -1) : text).split('\n');
  const margin = ' '.repeat(indent);
  return [ends ? ' |' : ' |-', ...lines.map((line) => (line === '' ? '' : `${margin}${line}`))].join('\n');
}

/** Returns a scalar, in quotes if needed. JSON's quotes are YAML's double quotes. */
function writeScalar(value: string | number | boolean | null): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
}
