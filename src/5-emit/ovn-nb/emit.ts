import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Intent } from '../../model/intent.js';
import type { Attachment, ColumnValue, Row, ZoneRows } from '../../model/northbound.js';
import { emitFilters } from './filter.js';
import { attachMarks, emitMarkSets, emitMarks } from './mark.js';
import { hasNodeSwitch } from './names.js';
import { emitNamespacePortGroups } from './port-group.js';
import { emitTopology } from './topology/index.js';

type Tables = Map<string, Row[]>;

/** Prepares the rows that all zones share and returns a function that makes the rows of one zone. */
export function createZoneEmitter(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
): (zone: string) => ZoneRows {
  const { features, topology } = configuration;
  const filters = emitFilters(
    intents.filter((intent) => intent.effect === 'filter'),
    configuration,
  );
  const marks = emitMarks(
    intents.filter((intent) => intent.effect === 'mark'),
    cluster,
    configuration,
  );
  const qos = marks.map((mark) => mark.qos).sort(byKey);
  const qosKeys = qos.map(({ key }) => key);
  return (zone) => {
    const nodes = cluster.zones.get(zone) ?? [];
    const tables: Tables = new Map();
    if (topology === 'managed') addAll(tables, emitTopology(zone, cluster, configuration));
    add(tables, 'ACL', filters.acls);
    const switched = topology === 'managed' ? nodes.filter((node) => hasNodeSwitch(node, configuration)) : nodes;
    // Marks hang on switches: without one there is nothing that they could belong to.
    if (switched.length > 0) add(tables, 'QoS', qos);
    const markSets = switched.length > 0 ? emitMarkSets(marks, zone) : [];
    add(tables, 'Address_Set', [...filters.addressSets, ...markSets]);
    if (features.has('egressFirewall')) {
      add(tables, 'Port_Group', emitNamespacePortGroups(nodes, cluster, filters.aclKeys));
    }
    const attachments = attachMarks(qosKeys, switched);
    if (topology !== 'managed') return { zone, rows: tables, attachments, absent: new Map() };
    return { zone, rows: attachInPlace(tables, attachments), attachments: [], absent: new Map() };
  };
}

function addAll(tables: Tables, more: ReadonlyMap<string, readonly Row[]>): void {
  for (const [table, rows] of more) add(tables, table, rows);
}

/** Adds rows to a table and keeps the order of keys; most tables get all their rows from one place, already in order. */
function add(tables: Tables, table: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const known = tables.get(table) ?? [];
  const merged = [...known, ...rows];
  tables.set(table, isSorted(merged) ? merged : merged.sort(byKey));
}

function isSorted(rows: readonly Row[]): boolean {
  return rows.every((row, index) => index === 0 || (rows[index - 1]?.key ?? '') <= row.key);
}

/** In a managed topology the base rows are ours, so what is attached to them becomes part of them. */
function attachInPlace(tables: Tables, attachments: readonly Attachment[]): Tables {
  const wanted = new Map(attachments.map((attachment) => [`${attachment.table} ${attachment.key}`, attachment]));
  for (const table of new Set(attachments.map((attachment) => attachment.table))) {
    const rows = tables.get(table) ?? [];
    tables.set(
      table,
      rows.map((row) => withReferences(row, wanted.get(`${table} ${row.key}`))),
    );
  }
  return tables;
}

function withReferences(row: Row, attachment: Attachment | undefined): Row {
  if (!attachment) return row;
  const { column, references } = attachment;
  const held: ColumnValue = row.columns[column] ?? [];
  const all = [...(Array.isArray(held) ? (held as readonly string[]) : []), ...references].sort();
  return { ...row, columns: { ...row.columns, [column]: all } };
}

function byKey(a: Row, b: Row): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
