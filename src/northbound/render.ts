import type { Attachment, Row, ZoneRows } from '../model/northbound.js';
import { type ByteWriter, type Chunks, createByteWriter } from '../std/byte-writer.js';
import { flat, quote } from '../std/json-text.js';
import { createNames } from './row-names.js';
import { type NameReference, type RowRenderer, columnTextsOf } from './row-text.js';
import type { WrittenRows } from './written-rows.js';

/** The two files of a zone, in UTF-8. */
export interface ZoneFiles {
  /** `ovn-nb.json`: the sections `rows`, `attachments` and `absent`, the last two only where they hold something. */
  readonly rows: Chunks;
  /** `ovn-nb.txn.json`: the params of one RFC 7047 §4.1.3 `transact`, one operation a line. */
  readonly transaction: Chunks;
}

type Tables = ReadonlyMap<string, readonly Row[]>;

/** Writes the files of a zone row by row. */
export interface ZoneWriter {
  /** Writes the next row; tables come in byte order. `original` is what other zones hold. */
  readonly writeRow: (table: string, row: Row, original: Row, index: number) => void;
  readonly finish: () => ZoneFiles;
}

/**
 * Starts the files of a zone; its rows are written by the renderer of the run. In the transaction
 *
 * - a row is an `insert` whose `uuid-name` is its table and its place there; NB_Global, of which every database has
 *   exactly one row, is an `update` of that row;
 * - an attachment is a `mutate` of the base row with that name;
 * - a reference to a row outside of the zone's rows is the atom `["base-row", "<table>", "<name>"]`: RFC 7047 has no way
 *   to say it, so it must be replaced by the row's UUID before the transaction is sent;
 * - `absent` rows are missing: to delete a row of a table that is not root is to take its UUID out of the row that refers
 *   to it, and only a look at the live database gives that UUID.
 */
export function createZoneWriter(zone: ZoneRows, renderRow: RowRenderer, written?: WrittenRows): ZoneWriter {
  const rows = createByteWriter();
  const transaction = createByteWriter();
  const names = createNames(zone.rows, written?.names);
  const nameReference = names.of;
  const section = createSection('rows');
  const operationHead = createOperationHeads();
  rows.write('{\n');
  transaction.write('["OVN_Northbound"');
  return {
    writeRow: (table, row, original, index) => {
      // The first row of a table stands behind the table's name.
      const isShareable = written !== undefined && index > 0;
      const known = isShareable ? written.find(original, index, names) : undefined;
      if (known) {
        rows.append(known.pretty);
        transaction.append(known.compact);
        return;
      }
      const text = renderRow(table, row, nameReference);
      const operation = `${operationHead(table, index)}${text.compact}}`;
      const member = section.member(table, row.key, text.pretty);
      if (isShareable) {
        const [pretty, compact] = [rows.writePiece(member), transaction.writePiece(operation)];
        written.add(original, { index, pretty, compact, names: names.behind(table, row) });
      } else {
        rows.write(member);
        transaction.write(operation);
      }
    },
    finish: () => {
      rows.write(section.finish());
      const render = (table: string, row: Row): string => renderRow(table, row, nameReference).pretty;
      writeSection('attachments', gather(zone.attachments), rows, render);
      writeSection('absent', zone.absent, rows, render);
      for (const attachment of zone.attachments) transaction.write(`,\n${renderAttachment(attachment, nameReference)}`);
      rows.write('\n}\n');
      transaction.write('\n]\n');
      return { rows: rows.finish(), transaction: transaction.finish() };
    },
  };
}

/** What stands before the columns of a row's operation, behind the operation before. */
function createOperationHeads(): (table: string, index: number) => string {
  let current: string | undefined;
  let head = '';
  return (table, index) => {
    if (table === 'NB_Global') return ',\n{"op":"update","table":"NB_Global","where":[],"row":';
    if (table !== current) {
      current = table;
      head = flat(`,\n{"op":"insert","table":"${table}","uuid-name":"${table.toLowerCase()}`);
    }
    return `${head}${index}","row":`;
  };
}

interface Section {
  /** A row with what stands between it and the one before. */
  readonly member: (table: string, key: string, text: string) => string;
  readonly finish: () => string;
}

/** A section of `ovn-nb.json`: tables, and in them rows by key. */
function createSection(name: string): Section {
  let current: string | undefined;
  return {
    member: (table, key, text) => {
      const row = `${quote(key)}: ${text}`;
      if (table === current) return `,\n      ${row}`;
      const before = current === undefined ? `  "${name}": {` : '\n    },';
      current = table;
      return `${before}\n    ${quote(table)}: {\n      ${row}`;
    },
    finish: () => (current === undefined ? `  "${name}": {}` : '\n    }\n  }'),
  };
}

/** Writes a section that is left out when it is empty. */
function writeSection(
  name: string,
  tables: Tables,
  writer: ByteWriter,
  render: (table: string, row: Row) => string,
): void {
  const filled = [...tables].filter(([, rows]) => rows.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (filled.length === 0) return;
  const section = createSection(name);
  writer.write(',\n');
  for (const [table, rows] of filled) {
    for (const row of rows) writer.write(section.member(table, row.key, render(table, row)));
  }
  writer.write(section.finish());
}

/** Attachments as if they were rows: the references of one column of one base row are one list. */
function gather(attachments: readonly Attachment[]): Tables {
  const tables = new Map<string, Map<string, Map<string, Set<string>>>>();
  for (const { table, key, column, references } of attachments) {
    const rows = tables.get(table) ?? new Map<string, Map<string, Set<string>>>();
    const columns = rows.get(key) ?? new Map<string, Set<string>>();
    const list = columns.get(column) ?? new Set();
    for (const reference of references) list.add(reference);
    tables.set(table, rows.set(key, columns.set(column, list)));
  }
  return new Map(
    [...tables].map(([table, rows]) => [table, [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(asRow)]),
  );
}

function asRow([key, columns]: [string, ReadonlyMap<string, ReadonlySet<string>>]): Row {
  return { key, columns: Object.fromEntries([...columns].map(([column, list]) => [column, [...list].sort()])) };
}

function renderAttachment({ table, key, column, references }: Attachment, nameReference: NameReference): string {
  const target = columnTextsOf(table).find(({ name }) => name === column)?.target ?? '';
  const elements = references.map((reference) => nameReference(target, reference)).join(',');
  const where = table === 'NB_Global' ? '[]' : `[["name","==",${quote(key)}]]`;
  return `{"op":"mutate","table":"${table}","where":${where},"mutations":[["${column}","insert",["set",[${elements}]]]]}`;
}
