import { expect } from 'vitest';
import { joinZone } from '../../src/northbound/join-rows.js';
import { type OutputPart, parsePart } from '../../src/northbound/parse-part.js';
import { renderTransaction } from '../../src/northbound/transaction.js';
import { renderZone } from '../../src/northbound/zone-text.js';
import { joinParts } from '../rig/joined-zone.js';

type Tables = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** A row as both files are compared: the atoms of a column as a sorted list, pairs of a map as texts. */
interface PlainRow {
  readonly table: string;
  readonly key: string;
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

type Value = readonly [string, unknown];

interface Operation {
  readonly op: string;
  readonly table: string;
  readonly 'uuid-name'?: string;
  readonly where?: readonly (readonly [string, string, string])[];
  readonly row?: Readonly<Record<string, Value | string | number | boolean>>;
  readonly mutations?: readonly (readonly [string, string, Value])[];
}

/**
 * Expects of each zone that what Weir joins of its parts is what another reader does, and that its transaction is the
 * params of one RFC 7047 transaction that makes these rows, in their order, then the attachments, and does nothing else.
 */
export function expectTransactions(artefacts: ReadonlyMap<string, string>): void {
  const files = [...artefacts].filter(([path]) => /^northbound\/zones\/[^/]+$/.test(path));
  for (const [path, text] of files) {
    const { zone, parts: folders } = JSON.parse(text) as { zone: string; parts: readonly string[] };
    const joined = joinParts(artefacts, zone);
    const { rows, attachments = {} } = joined;
    const texts = [...artefacts].filter(([each]) => each === path || folders.some((folder) => each.startsWith(folder)));
    const parts = texts.map(([, each]) => readPart(each));
    const whole = joinZone(parts, { zone, switches: parts.flatMap(({ switches }) => switches) });
    expect(JSON.parse([...renderZone(whole)].join('')), path).toEqual(joined);
    const transaction = [...renderTransaction(whole)].join('');
    const written = artefacts.get(path.replace('/zones/', '/transactions/'));
    if (written !== undefined) expect(written, path).toBe(transaction);
    const [database, ...operations] = JSON.parse(transaction) as [string, ...Operation[]];
    expect(database, path).toBe('OVN_Northbound');
    expect(transaction.trimEnd().split('\n'), `${path}: one operation a line`).toHaveLength(operations.length + 2);
    const keys = listKeys(rows);
    const first = operations.findIndex(({ op }) => op === 'mutate');
    const count = first < 0 ? operations.length : first;
    expect(operations.slice(0, count).map(readRow(keys)), path).toEqual(listRows(rows));
    expect(joinColumns(operations.slice(count).flatMap(readMutation(keys))), path).toEqual(joinColumns(listRows(attachments)));
  }
}

function readPart(text: string): OutputPart {
  const parsed = parsePart(text);
  if (parsed.result === 'invalid') throw new Error(parsed.problem);
  return parsed.part;
}

/** The key of each row by the name that its insert gives it: its table and its place there. */
function listKeys(rows: Tables): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([table, own]) =>
      Object.keys(own).map((key, index): [string, string] => [`${table.toLowerCase()}${index}`, key]),
    ),
  );
}

function listRows(tables: Tables): PlainRow[] {
  return Object.entries(tables).flatMap(([table, own]) =>
    Object.entries(own).map(([key, columns]) => ({
      table,
      key,
      columns: Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, atomsOf(value)])),
    })),
  );
}

/** The value of a column of a row. */
function atomsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(item)).sort();
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
  return Object.entries(value).map(([key, item]) => `${key}=${JSON.stringify(item)}`).sort(); // prettier-ignore
}

/** The value of a column as RFC 7047 §5.1 writes it, references as the keys of the rows. */
function readValue(value: unknown, keys: ReadonlyMap<string, string>): string[] {
  if (!Array.isArray(value)) return [JSON.stringify(value)];
  const [tag, content, name] = value as [string, unknown, string?];
  if (tag === 'set') return (content as unknown[]).flatMap((item) => readValue(item, keys)).sort();
  if (tag === 'map') return (content as [string, unknown][]).map(([key, item]) => `${key}=${JSON.stringify(item)}`).sort();
  if (tag === 'named-uuid') return [JSON.stringify(keys.get(content as string) ?? `no row ${String(content)}`)];
  // A row outside of the file, by its table and name.
  return tag === 'base-row' ? [JSON.stringify(name)] : [JSON.stringify(value)];
}

function readRow(keys: ReadonlyMap<string, string>) {
  return ({ op, table, row = {}, where, 'uuid-name': name = '' }: Operation): PlainRow => {
    // Every database has just one row of NB_Global already.
    if (table === 'NB_Global') expect({ op, where }).toEqual({ op: 'update', where: [] });
    else expect({ op, where }).toEqual({ op: 'insert', where: undefined });
    return {
      table,
      key: keys.get(table === 'NB_Global' ? 'nb_global0' : name) ?? `no row ${name}`,
      columns: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readValue(value, keys)])),
    };
  };
}

function readMutation(keys: ReadonlyMap<string, string>) {
  return ({ op, table, where = [], mutations = [] }: Operation): PlainRow[] => {
    expect(op).toBe('mutate');
    if (table !== 'NB_Global') expect(where.map(([column, test]) => `${column} ${test}`)).toEqual(['name ==']);
    return mutations.map(([column, mutator, value]) => {
      expect(mutator).toBe('insert');
      return { table, key: where[0]?.[2] ?? table, columns: { [column]: readValue(value, keys) } };
    });
  };
}

/** What is added to each column, wherever it is said. */
function joinColumns(rows: readonly PlainRow[]): Record<string, readonly string[]> {
  const added: Record<string, readonly string[]> = {};
  for (const { table, key, columns } of rows) {
    for (const [column, atoms] of Object.entries(columns)) {
      const place = `${table} ${key} ${column}`;
      added[place] = [...(added[place] ?? []), ...atoms].sort();
    }
  }
  return added;
}
