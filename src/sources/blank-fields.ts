import { isDeepStrictEqual } from 'node:util';
import { RETAINED, type RetainedFields } from '../kinds/retained.js';
import { inventoryKinds } from '../kinds/inventory.js';
import { keyOfKind } from '../model/kubernetes-object.js';
import { type Json, type JsonObject, asObject, asString } from '../std/json.js';
import { compose } from '../yaml/compose.js';

/** Which part of a value is kept: all, nothing, or of an object (of each item, where it is a list) these fields; `*` is any other. */
type Kept = boolean | { readonly [field: string]: Kept };

/** What kubectl and the API server note of who has written an object; it may be most of it. */
const METADATA: Kept = {
  '*': true,
  managedFields: false,
  annotations: { '*': true, 'kubectl.kubernetes.io/last-applied-configuration': false },
};

const KEPT: ReadonlyMap<string, Kept> = new Map(
  inventoryKinds.flatMap(({ apiVersion, kind }) => {
    const retained = RETAINED.get(kind);
    if (retained === undefined || retained === true) return [];
    const kept = { ...retained, apiVersion: true, kind: true, metadata: METADATA } satisfies Record<
      string,
      RetainedFields | Kept
    >;
    return [[keyOfKind({ apiVersion, kind }), kept] as const];
  }),
);

/** The start of a line: spaces, dashes of items, and a key. */
const LINE_START = /^( *)((?:- +)*)(?:"((?:[^"\\]|\\.)*)"|([^\s"'#&*!{[][^\s:]*)):(?:\s|$)/;

/**
 * Returns the text of one object of the inventory, or of one item of a list in YAML, in which the lines are empty that
 * only tell of fields that nobody reads. Anything that is not sound, not an object of the inventory, or not laid out as
 * kubectl does, comes back as it is: what is wrong with it is found where it stands.
 */
export function blankFields(text: string): string {
  const whole = readObject(text);
  const kept =
    whole && KEPT.get(keyOfKind({ apiVersion: asString(whole.apiVersion) ?? '', kind: asString(whole.kind) ?? '' }));
  if (!whole || kept === undefined) return text;
  const blanked = blankLines(text, kept);
  const left = readObject(blanked);
  return left && isDeepStrictEqual(retain(left, kept), retain(whole, kept)) ? blanked : text;
}

/**
 * Returns an object, or the only item of a list, about which there is nothing to find, and which no anchor ties to
 * other objects.
 */
function readObject(text: string): JsonObject | undefined {
  const { values, ambiguous, replaced, problem } = compose(text);
  const [value, ...more] = values;
  if (problem || ambiguous.length > 0 || replaced.length > 0 || more.length > 0) return undefined;
  return asObject(Array.isArray(value) && value.length === 1 ? value[0] : value);
}

function retain(value: Json, kept: Kept): Json {
  if (kept === true) return value;
  if (Array.isArray(value)) return value.map((item) => retain(item, kept));
  const object = asObject(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).flatMap(([field, inner]) => {
      const left = keptOf(kept, field);
      return left === false ? [] : [[field, retain(inner, left)]];
    }),
  );
}

function keptOf(kept: Kept, field: string): Kept {
  if (typeof kept === 'boolean') return kept;
  return (Object.hasOwn(kept, field) ? kept[field] : kept['*']) ?? false;
}

/** A mapping that is open: the column of its keys, and what is kept of it. */
interface Open {
  readonly column: number;
  readonly kept: Kept;
}

function blankLines(text: string, kept: Kept): string {
  const lines = text.split('\n');
  const open: Open[] = [{ column: -1, kept }];
  /** The column of the key whose value is left out; Infinity: none is. */
  let leftOut = Infinity;
  let last = -1;
  for (const [index, line] of lines.entries()) {
    const column = columnOf(line);
    if (column === line.length) continue;
    if (isInside(line, column, leftOut)) {
      lines[index] = '';
      continue;
    }
    leftOut = Infinity;
    const [, , dashes = '', quoted, plain] = LINE_START.exec(line) ?? [];
    const key = quoted ?? plain;
    const keyColumn = column + dashes.length;
    while ((open.at(-1)?.column ?? -1) >= keyColumn) open.pop();
    const around = open.at(-1)?.kept ?? true;
    if (key !== undefined && around !== true) {
      const own = keptOf(around, key);
      if (own === false) {
        leftOut = keyColumn;
        // The dash is that of an item, which stays.
        if (dashes === '') lines[index] = '';
        else last = index;
        continue;
      }
      open.push({ column: keyColumn, kept: own });
    }
    if (isClosing(line, column) && last >= 0) lines[last] = (lines[last] ?? '').replace(/,(?=\r?$)/, '');
    last = index;
  }
  return lines.join('\n');
}

/**
 * Returns true if a line belongs to the value of a key at a column: it is deeper, closes it, or is an item at the same
 * column.
 */
function isInside(line: string, column: number, keyColumn: number): boolean {
  if (column !== keyColumn) return column > keyColumn && keyColumn !== Infinity;
  return isClosing(line, column) || line.startsWith('- ', column);
}

function isClosing(line: string, column: number): boolean {
  return line[column] === '}' || line[column] === ']';
}

function columnOf(line: string): number {
  let column = 0;
  while (line[column] === ' ') column++;
  return column;
}
