import { isObject } from '../../std/json.js';

/** A <base-type> (RFC 7047 §3.2), limited to the properties that restrict values. */
export interface OvsdbBaseType {
  readonly type: 'string' | 'integer' | 'real' | 'boolean' | 'uuid';
  /** The only allowed values. If unset, the type is not an enumeration. */
  readonly values?: readonly (string | number | boolean)[];
  /**
   * If unset, the type is not a reference. A strong reference must resolve and keeps its row. A weak one does neither.
   */
  readonly reference?: { readonly table: string; readonly strength: 'strong' | 'weak' };
}

/** A <column-schema> (RFC 7047 §3.2). If `value` is set, the column is a map. */
export interface DatabaseColumn {
  readonly key: OvsdbBaseType;
  readonly value?: OvsdbBaseType;
  readonly min: number;
  /** Infinity for `unlimited`. */
  readonly max: number;
  readonly isMutable: boolean;
}

/** A <table-schema> (RFC 7047 §3.2). */
export interface DatabaseTable {
  /** True for a root table. Rows of other tables are deleted when no strong reference leads to them. */
  readonly isRoot: boolean;
  readonly columns: ReadonlyMap<string, DatabaseColumn>;
}

/** The <database-schema> (RFC 7047 §3.2) of a live server. */
export interface DatabaseSchema {
  readonly name: string;
  /** `major.minor.patch`. */
  readonly version: string;
  readonly tables: ReadonlyMap<string, DatabaseTable>;
}

/** Parses the result of `get_schema` (RFC 7047 §4.1.2). Returns undefined if it is not a <database-schema>. */
export function readDatabaseSchema(json: unknown): DatabaseSchema | undefined {
  if (!isObject(json) || typeof json.name !== 'string' || typeof json.version !== 'string') return undefined;
  const tables = readEach(json.tables, readTable);
  return tables && { name: json.name, version: json.version, tables };
}

function readTable(json: unknown): DatabaseTable | undefined {
  if (!isObject(json)) return undefined;
  const columns = readEach(json.columns, readColumn);
  return columns && { isRoot: json.isRoot === true, columns };
}

function readColumn(json: unknown): DatabaseColumn | undefined {
  if (!isObject(json)) return undefined;
  const isMutable = json.mutable !== false;
  const type: unknown = json.type;
  const key = readBaseType(isObject(type) ? type.key : type);
  if (key === undefined) return undefined;
  if (!isObject(type)) return { key, min: 1, max: 1, isMutable };
  const { min = 1, max = 1 } = type;
  if (typeof min !== 'number' || (typeof max !== 'number' && max !== 'unlimited')) return undefined;
  const range = { min, max: max === 'unlimited' ? Infinity : max, isMutable };
  if (type.value === undefined) return { key, ...range };
  const value = readBaseType(type.value);
  return value && { key, value, ...range };
}

function readBaseType(json: unknown): OvsdbBaseType | undefined {
  if (!isObject(json)) return isAtomicType(json) ? { type: json } : undefined;
  const { type, refTable, refType } = json;
  if (!isAtomicType(type)) return undefined;
  const values = readEnumeration(json.enum);
  if (values === undefined) return undefined;
  return {
    type,
    ...(values.length === 0 ? {} : { values }),
    ...(typeof refTable === 'string'
      ? { reference: { table: refTable, strength: refType === 'weak' ? 'weak' : 'strong' } }
      : {}),
  };
}

/**
 * Returns the values of an enumeration, a set of scalars, or none if there is no enumeration. Returns undefined for any
 * other value.
 */
function readEnumeration(json: unknown): readonly (string | number | boolean)[] | undefined {
  if (json === undefined) return [];
  const [tag, content] = Array.isArray(json) ? (json as readonly unknown[]) : ['set', [json]];
  if (tag !== 'set' || !Array.isArray(content)) return undefined;
  const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  return content.every(isScalar) ? (content as (string | number | boolean)[]) : undefined;
}

function isAtomicType(json: unknown): json is OvsdbBaseType['type'] {
  return json === 'string' || json === 'integer' || json === 'real' || json === 'boolean' || json === 'uuid';
}

/** Parses each member of an object. Returns undefined if it is not an object, or if a member is invalid. */
function readEach<T>(json: unknown, read: (member: unknown) => T | undefined): ReadonlyMap<string, T> | undefined {
  if (!isObject(json)) return undefined;
  const members = new Map<string, T>();
  for (const [name, member] of Object.entries(json)) {
    const value = read(member);
    if (value === undefined) return undefined;
    members.set(name, value);
  }
  return members;
}
