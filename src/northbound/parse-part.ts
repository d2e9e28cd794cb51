import type { RowAttachment, Columns, ColumnValue, NorthboundRows, Row } from '../model/northbound.js';
import { type JsonObject, isListOf, isObject, isText } from '../std/json.js';

/** Content of a part of the output, or of the file of a zone. */
export interface OutputPart extends NorthboundRows {
  /** If unset, the part is not the file of a zone. `parts` are the folders of the parts that belong to the zone. */
  readonly zone?: string;
  /** Release that the rows of a zone are compiled for. If unset, the default release. */
  readonly release?: string;
  readonly parts: readonly string[];
  readonly switches: readonly string[];
}

/** A part, or the problem of an invalid text. */
export type ParsedPart =
  { readonly result: 'part'; readonly part: OutputPart } | { readonly result: 'invalid'; readonly problem: string };

/** Thrown at the first invalid element. Caught in this file. */
class ShapeError extends Error {}

/**
 * Parses a part of the output: the sections `rows`, `attachments`, `absent` and `switches`, and the references of a
 * zone's file to its parts. All of them are optional. Checks only the structure. The server's schema defines the
 * columns.
 */
export function parsePart(text: string): ParsedPart {
  try {
    const sections = objectIn(JSON.parse(text), 'the file');
    const { zone, release, parts = [], switches = [] } = sections;
    if (zone !== undefined && typeof zone !== 'string') throw new ShapeError("'zone' is no name");
    if (release !== undefined && typeof release !== 'string') throw new ShapeError("'release' is no name");
    if (!isListOf(isText, parts)) throw new ShapeError("'parts' is no list of folders");
    if (!isListOf(isText, switches)) throw new ShapeError("'switches' is no list of names");
    const part = {
      rows: tablesIn(sections.rows ?? {}, 'rows'),
      attachments: attachmentsIn(sections.attachments ?? {}),
      absent: tablesIn(sections.absent ?? {}, 'absent'),
      parts,
      switches,
      ...(zone === undefined ? {} : { zone }),
      ...(release === undefined ? {} : { release }),
    };
    return { result: 'part', part };
  } catch (error) {
    if (error instanceof SyntaxError) return { result: 'invalid', problem: `it is not JSON: ${error.message}` };
    if (error instanceof ShapeError) return { result: 'invalid', problem: error.message };
    throw error;
  }
}

function tablesIn(section: unknown, name: string): Map<string, Row[]> {
  const tables = new Map<string, Row[]>();
  for (const [table, rows] of Object.entries(objectIn(section, name))) {
    const list: Row[] = [];
    const byKey = objectIn(rows, `${name} of ${table}`);
    for (const key in byKey) list.push({ key, columns: columnsIn(byKey[key], table, key) });
    tables.set(table, list);
  }
  return tables;
}

function attachmentsIn(section: unknown): RowAttachment[] {
  const tables = tablesIn(section, 'attachments');
  return [...tables].flatMap(([table, rows]) =>
    rows.flatMap(({ key, columns }) =>
      Object.entries(columns).map(([column, value]): RowAttachment => {
        const references: unknown[] = Array.isArray(value) ? value : [value];
        if (!references.every((reference) => typeof reference === 'string')) {
          throw new ShapeError(`${table} '${key}' is attached to what are no keys in ${column}`);
        }
        return { table, key, column, references };
      }),
    ),
  );
}

function columnsIn(value: unknown, table: string, key: string): Columns {
  const columns = objectIn(value, `${table} '${key}'`);
  for (const name in columns) {
    if (!isColumnValue(columns[name])) throw new ShapeError(`${name} of ${table} '${key}' is no value of a column`);
  }
  return columns as Columns;
}

function isColumnValue(value: unknown): value is ColumnValue {
  if (isAtom(value) || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return value.every(isAtom);
  return isObject(value) && Object.values(value).every(isAtom);
}

function isAtom(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function objectIn(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new ShapeError(`${what.startsWith('the') ? what : `'${what}'`} is not an object`);
}
