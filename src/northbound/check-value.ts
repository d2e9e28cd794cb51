import type { ColumnValue } from '../model/northbound.js';
import type { ColumnBaseType, ColumnSchema } from './schema/table.js';

/** Finds a NUL or a surrogate, as a fast pre-check for unpaired surrogates. */
const SUSPICIOUS = /[\0\ud800-\udfff]/;
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Returns the reason why a column cannot contain a value (RFC 7047 §3.2, §5.1), or undefined if it can. A reference is
 * checked as a string only.
 */
export function valueProblem(column: ColumnSchema, value: ColumnValue): string | undefined {
  if (Array.isArray(value)) return setProblem(column, value as readonly (string | number)[]);
  if (typeof value === 'object') return mapProblem(column, value as Readonly<Record<string, string | number>>);
  return column.value === undefined ? atomProblem(column.key, value) : 'the column is a map';
}

function setProblem(
  { key, value, min, max }: ColumnSchema,
  elements: readonly (string | number)[],
): string | undefined {
  if (value !== undefined) return 'the column is a map';
  if (elements.length < min) return 'the column needs a value';
  if (elements.length > max) return `the column holds one value, not ${elements.length}`;
  for (const element of elements) {
    const problem = atomProblem(key, element);
    if (problem !== undefined) return problem;
  }
  if (elements.length > 1 && new Set(elements).size < elements.length) return 'a value is there twice';
  return undefined;
}

function mapProblem(column: ColumnSchema, entries: Readonly<Record<string, string | number>>): string | undefined {
  if (column.value === undefined) return 'the column is not a map';
  for (const name in entries) {
    const problem = atomProblem(column.key, name) ?? atomProblem(column.value, entries[name] ?? '');
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function atomProblem(type: ColumnBaseType, atom: string | number | boolean): string | undefined {
  if (type.type === 'string' || type.type === 'uuid') return stringProblem(type, atom);
  if (type.type === 'boolean') return typeof atom === 'boolean' ? undefined : `${show(atom)} is not a boolean`;
  if (typeof atom !== 'number' || !Number.isSafeInteger(atom)) return `${show(atom)} is not an integer`;
  const { minInteger = -Infinity, maxInteger = Infinity } = type;
  if (atom >= minInteger && atom <= maxInteger) return undefined;
  return `${atom} is not in the range ${minInteger} to ${maxInteger}`;
}

function stringProblem(type: ColumnBaseType, atom: string | number | boolean): string | undefined {
  if (typeof atom !== 'string') return `${show(atom)} is not a string`;
  if (type.values !== undefined) {
    if (type.values.some(({ value }) => value === atom)) return undefined;
    return `${show(atom)} is not one of ${type.values.map(({ value }) => value).join(', ')}`;
  }
  if (SUSPICIOUS.test(atom) && UNSTORABLE.test(atom)) {
    return `${show(atom)} contains a character that OVSDB cannot store`;
  }
  if (type.maxLength !== undefined && atom.length > type.maxLength && lengthOf(atom) > type.maxLength) {
    return `${show(atom)} is longer than ${type.maxLength} characters`;
  }
  return undefined;
}

/** Returns the number of Unicode characters of a text. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function show(atom: string | number | boolean): string {
  const text = typeof atom === 'string' ? atom : String(atom);
  return `'${text.length > 60 ? `${text.slice(0, 57)}…` : text}'`;
}
