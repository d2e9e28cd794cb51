import type { Databases } from '../rig/databases.js';
import type { Json } from '../rig/json-rpc.js';

/** A column value with its references replaced by the content of the rows that they refer to. */
type Content = Json;

/** The rows of each table by value: no UUIDs, no keys, no columns at their default; sorted. */
export type DatabaseContent = ReadonlyMap<string, readonly string[]>;

/** Table → column → the table that the column refers to. */
type References = ReadonlyMap<string, ReadonlyMap<string, string>>;

type Row = Readonly<Record<string, Json>>;

/** The content of a Northbound database. */
export async function contentOfDatabase(databases: Databases): Promise<DatabaseContent> {
  const references = readReferences(await databases.schema());
  const tables = new Map<string, Map<string, Row>>();
  for (const table of references.keys()) {
    const rows = await databases.rows(table);
    tables.set(table, new Map(rows.map((row) => [identityOf(row), plainRow(row)])));
  }
  return contentOf(tables, references);
}

/** The content that the compiled rows of a zone ask for; references in it are keys of rows. */
export async function contentOfRows(text: string, databases: Databases): Promise<DatabaseContent> {
  const { rows, attachments = {} } = JSON.parse(text) as {
    rows: Record<string, Record<string, Row>>;
    attachments?: Record<string, Record<string, Record<string, string[]>>>;
  };
  const tables = new Map(Object.entries(rows).map(([table, byKey]) => [table, new Map(Object.entries(byKey))]));
  for (const [table, byKey] of Object.entries(attachments)) {
    for (const [key, columns] of Object.entries(byKey)) {
      const row = { ...tables.get(table)?.get(key) };
      for (const [column, keys] of Object.entries(columns)) row[column] = [...listOf(row[column]), ...keys];
      tables.get(table)?.set(key, row);
    }
  }
  return contentOf(tables, readReferences(await databases.schema()));
}

function contentOf(tables: ReadonlyMap<string, ReadonlyMap<string, Row>>, references: References): DatabaseContent {
  const contentOfRow = (table: string, row: Row): Content =>
    Object.fromEntries(
      Object.entries(row)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([column, value]): [string, Content] => [
          column,
          contentOfColumn(references.get(table)?.get(column), value),
        ])
        .filter(([, value]) => !isDefault(value)),
    );
  const contentOfColumn = (referred: string | undefined, value: Json | undefined): Content => {
    const follow = (item: Json): Content => {
      if (referred === undefined) return item;
      const row = typeof item === 'string' ? tables.get(referred)?.get(item) : undefined;
      return row === undefined ? `no such row in ${referred}: ${JSON.stringify(item)}` : contentOfRow(referred, row);
    };
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    }
    const items = listOf(value).map(follow);
    const sorted = items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    return sorted.length === 1 ? (sorted[0] ?? null) : sorted;
  };
  return new Map(
    [...tables]
      .map(([table, rows]): [string, string[]] => [
        table,
        [...rows.values()].map((row) => JSON.stringify(contentOfRow(table, row))).toSorted(),
      ])
      .filter(([, rows]) => rows.length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function isDefault(value: Json | undefined): boolean {
  if (value !== null && typeof value === 'object') return Object.keys(value).length === 0;
  return value === undefined || value === '' || value === 0 || value === false;
}

function listOf(value: Json | undefined): Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function identityOf(row: Row): string {
  return (row._uuid as [string, string])[1];
}

/** The row in plain JSON instead of the tagged values of RFC 7047 §5.1; without what the server adds. */
function plainRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => column !== '_uuid' && column !== '_version')
      .map(([column, value]) => [column, plainValue(value)]),
  );
}

function plainValue(value: Json): Json {
  if (!Array.isArray(value)) return value;
  const [tag, content] = value as [string, Json];
  if (tag === 'uuid') return content;
  if (tag === 'set') return (content as Json[]).map(plainValue);
  return Object.fromEntries((content as [string, Json][]).map(([key, item]) => [key, item]));
}

function readReferences(schema: Json): References {
  const { tables } = schema as unknown as {
    tables: Record<string, { columns: Record<string, { type: string | { key: string | { refTable?: string } } }> }>;
  };
  return new Map(
    Object.entries(tables).map(([table, { columns }]) => [
      table,
      new Map(
        Object.entries(columns).flatMap(([column, { type }]): [string, string][] => {
          const referred = typeof type === 'string' || typeof type.key === 'string' ? undefined : type.key.refTable;
          return referred === undefined ? [] : [[column, referred]];
        }),
      ),
    ]),
  );
}
