import type { ColumnBaseType, ColumnSchema, EnumValue, TableSchema } from './table.js';

/** Oldest schema that Weir targets (OVN 23.03). Its elements need no `since`. */
const FIRST = '7.0.0';

/**
 * Parses the notation of the schema files in this folder. An unindented line starts a table:
 *
 *     Name [root] [rows(<max>)] [unique(<column>,…)] [since <version>]
 *
 * Each indented line is a column of it:
 *
 *     name <type>[:<type>][?*+] [ephemeral] [since <version>]
 *
 * The suffix is `?` for an optional value, `*` for any number of values, and `+` for at least one. Without a suffix there
 * is exactly one value. A second type makes the column a map.
 *
 * A type is `string`, `string(<max length>)`, `integer`, `integer(<min>..<max>)` with either end open, `boolean`,
 * `enum(<value>[@<since>],…)`, `strong(<Table>)` or `weak(<Table>)`. A second line for the same column replaces the
 * first from its version on.
 */
export function readSchema(notation: string): TableSchema[] {
  const tables: TableSchema[] = [];
  let columns = new Map<string, ColumnSchema>();
  for (const line of notation.split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === '') continue;
    if (line.startsWith(' ')) {
      const column = readColumn(words, columns);
      columns.set(column.name, column);
    } else {
      columns = new Map();
      tables.push(readTable(words, columns));
    }
  }
  return tables;
}

function readTable(words: readonly string[], columns: ReadonlyMap<string, ColumnSchema>): TableSchema {
  const [name = '', ...properties] = words;
  const indexes = properties.map((word) => argumentOf(word, 'unique')).filter((list) => list !== undefined);
  const rows = properties.map((word) => argumentOf(word, 'rows')).find((count) => count !== undefined);
  return {
    name,
    since: sinceOf(words),
    isRoot: properties.includes('root'),
    maxRows: rows === undefined ? Infinity : Number(rows),
    indexes: indexes.map((list) => list.split(',')),
    columns,
  };
}

function readColumn(words: readonly string[], columns: ReadonlyMap<string, ColumnSchema>): ColumnSchema {
  const [name = '', type = ''] = words;
  const cardinality = /[?*+]$/.exec(type)?.[0] ?? '';
  const [key = '', value] = type.slice(0, type.length - cardinality.length).split(':');
  const earlier = columns.get(name);
  return {
    name,
    since: sinceOf(words),
    key: readType(key),
    ...(value === undefined ? {} : { value: readType(value) }),
    min: cardinality === '?' || cardinality === '*' ? 0 : 1,
    max: cardinality === '*' || cardinality === '+' ? Infinity : 1,
    ephemeral: words.includes('ephemeral'),
    ...(earlier === undefined ? {} : { earlier }),
  };
}

function readType(text: string): ColumnBaseType {
  const [type = '', argument] = text.replace(/\)$/, '').split('(');
  if (type === 'strong' || type === 'weak') {
    return { type: 'uuid', reference: { table: argument ?? '', strength: type } };
  }
  if (type === 'enum') return { type: 'string', values: (argument ?? '').split(',').map(readEnumValue) };
  if (type === 'integer') return readInteger(argument);
  if (type === 'boolean') return { type };
  return argument === undefined ? { type: 'string' } : { type: 'string', maxLength: Number(argument) };
}

function readEnumValue(text: string): EnumValue {
  const [value = '', since = FIRST] = text.split('@');
  return { value, since };
}

function readInteger(range: string | undefined): ColumnBaseType {
  const [min = '', max = ''] = range?.split('..') ?? [];
  return {
    type: 'integer',
    ...(min === '' ? {} : { minInteger: Number(min) }),
    ...(max === '' ? {} : { maxInteger: Number(max) }),
  };
}

function argumentOf(word: string, name: string): string | undefined {
  return word.startsWith(`${name}(`) ? word.slice(name.length + 1, -1) : undefined;
}

function sinceOf(words: readonly string[]): string {
  const at = words.indexOf('since');
  return at < 0 ? FIRST : (words[at + 1] ?? FIRST);
}
