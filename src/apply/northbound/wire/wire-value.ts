import type { ColumnValue } from '../../../model/northbound.js';
import { type Atom, type OvsdbValue, elementsOf, entriesOf } from '../../../clients/ovsdb/notation.js';
import { type ColumnSchema, isScalar } from '../../../northbound/schema/table.js';

type Elements = readonly (string | number | boolean)[];
type Entries = Readonly<Record<string, string | number>>;

/**
 * Converts a column's value to the notation of RFC 7047 §5.1. Undefined is the default of the column (RFC 7047 §5.2.1).
 * Not for references.
 */
export function toWire(column: ColumnSchema, value: ColumnValue | undefined): OvsdbValue {
  if (column.value !== undefined) return ['map', Object.entries((value ?? {}) as Entries)];
  if (isScalar(column)) return (value as string | number | boolean | undefined) ?? defaultAtom(column);
  const elements = listOf(value);
  const [only] = elements;
  // A set of one element is written as the element, which is cheaper for the server to parse.
  return elements.length === 1 && only !== undefined ? only : ['set', elements];
}

/** Returns true if a live value equals the desired one. Undefined is the default of the column. Not for references. */
export function equalsWire(column: ColumnSchema, desired: ColumnValue | undefined, live: OvsdbValue): boolean {
  if (column.value !== undefined) return equalsMap((desired ?? {}) as Entries, entriesOf(live));
  if (isScalar(column)) return live === (desired ?? defaultAtom(column));
  return equalsSet(listOf(desired), elementsOf(live));
}

function defaultAtom({ key }: ColumnSchema): string | number | boolean {
  if (key.type === 'boolean') return false;
  return key.type === 'integer' ? 0 : '';
}

function listOf(value: ColumnValue | undefined): Elements {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as Elements) : [value as string | number | boolean];
}

function equalsSet(desired: Elements, live: readonly Atom[]): boolean {
  if (desired.length !== live.length) return false;
  // Both sides are usually sorted.
  if (desired.every((element, index) => element === live[index])) return true;
  const there = new Set(live);
  return desired.every((element) => there.has(element));
}

function equalsMap(desired: Entries, live: readonly (readonly [Atom, Atom])[]): boolean {
  if (Object.keys(desired).length !== live.length) return false;
  return live.every(([name, value]) => Object.hasOwn(desired, String(name)) && desired[String(name)] === value);
}

/** Formats the elements that only one side of a set or map has, or the values. Not for references. */
export function describeDifference(
  column: ColumnSchema,
  desired: ColumnValue | undefined,
  live: OvsdbValue,
): { readonly live: string; readonly desired: string } {
  const wanted = textsOf(toWire(column, desired));
  const there = textsOf(live);
  if (isScalar(column)) return { live: there.join(), desired: wanted.join() };
  return { live: listText(without(there, wanted)), desired: listText(without(wanted, there)) };
}

function textsOf(value: OvsdbValue): readonly string[] {
  const entries = entriesOf(value);
  if (entries.length > 0) return entries.map(([name, content]) => `${String(name)}=${String(content)}`);
  return elementsOf(value).map(String);
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return texts.filter((text) => !known.has(text));
}

const MAX_SHOWN = 10;

/** Formats a list. Only the start of a long list is shown. */
export function listText(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_SHOWN).join(', ');
  return texts.length > MAX_SHOWN ? `${shown} and ${texts.length - MAX_SHOWN} more` : shown;
}
