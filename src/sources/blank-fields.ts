import { isDeepStrictEqual } from 'node:util';
import { RETAINED, type RetainedFields } from '../kinds/shared/retained.js';
import { inventoryKinds } from '../kinds/inventory.js';
import { keyOfKind } from '../model/kubernetes-object.js';
import { type Json, type JsonObject, asObject, asString } from '../std/json.js';
import { compose } from '../yaml/compose.js';

/**
 * The part of a value that is kept: all, nothing, or these fields of an object (in a list: of each item). `*` stands
 * for any other field.
 */
type Kept = boolean | { readonly [field: string]: Kept };

/** Metadata without the records of kubectl and the API server about writers, which can be most of an object. */
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

/** Start of a line: spaces, dashes of list items, and a key. */
const LINE_START = /^( *)((?:- +)*)(?:"((?:[^"\\]|\\.)*)"|([^\s"'#&*!{[][^\s:]*)):(?:\s|$)/;

/**
 * Blanks the lines of fields that Weir does not read, in the text of one inventory object or one item of a YAML list.
 *
 * Returns the text unchanged if it is invalid, is not an object of the inventory, or is not laid out as by kubectl. The
 * number of lines stays the same, so that findings keep their location.
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
 * Returns the object, or the only item of a list. Returns undefined if there is anything to report about it, or if the
 * text has several documents.
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

/** An open mapping: the column of its keys, and the part of it that is kept. */
interface Open {
  readonly column: number;
  readonly kept: Kept;
}

function blankLines(text: string, kept: Kept): string {
  const lines = text.split('\n');
  const open: Open[] = [{ column: -1, kept }];
  /** Column of the key whose value is dropped. Infinity if none is. */
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
        // The dash starts an item, which stays.
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
 * Returns true if a line belongs to the value of the key at a column. Such a line is deeper, or an item or closing
 * bracket at that column.
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
