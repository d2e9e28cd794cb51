import { diffZone } from '../../../../src/apply/northbound/diff/index.js';
import type { ZoneRows } from '../../../../src/model/northbound.js';
import type { OvsdbOperation, OvsdbRow, OvsdbValue } from '../../../../src/clients/ovsdb/index.js';
import { keysIn } from '../../../../src/apply/northbound/diff/desired.js';
import { governedSchema } from '../../../../src/apply/northbound/wire/governed-columns.js';
import type { LiveDatabase } from '../../../../src/apply/northbound/wire/database.js';
import { joinZone } from '../../../../src/northbound/join-rows.js';
import { parsePart } from '../../../../src/northbound/parse-part.js';
import { schemaAt } from '../../../../src/northbound/schema/northbound.js';
import { toWire } from '../../../../src/apply/northbound/wire/wire-value.js';
import type { ZoneFile } from '../northbound.js';

export const VERSION = '7.12.0';

/** A zone as it is read from its file. */
export function zoneOf(file: ZoneFile): ZoneRows {
  const parsed = parsePart(JSON.stringify(file));
  if (parsed.result === 'invalid') throw new Error(parsed.problem);
  return joinZone([parsed.part], { zone: 'global', switches: [] });
}

/** A database that holds the rows of a zone, each with a UUID that is made of its table and key. */
export function databaseOf(zone: ZoneRows, schemaVersion = VERSION): LiveDatabase {
  const available = new Map([...schemaAt(schemaVersion)].map(([name, { columns }]) => [name, new Set(columns.keys())]));
  const rows = new Map<string, readonly OvsdbRow[]>();
  for (const [table, columns] of governedSchema(schemaVersion, available)) {
    const wire = (zone.rows.get(table) ?? []).map(({ key, columns: content }): OvsdbRow => {
      const row: Record<string, OvsdbValue> = { _uuid: ['uuid', `${table} ${key}`], _version: ['uuid', 'first'] };
      for (const column of columns) {
        const target = column.key.reference?.table ?? '';
        const targets = keysIn(content[column.name]).map((reference) => ['uuid', `${target} ${reference}`] as const);
        const [only] = targets;
        if (target === '') row[column.name] = toWire(column, content[column.name]);
        else row[column.name] = column.max === 1 && only ? only : ['set', targets];
      }
      return row;
    });
    rows.set(table, wire);
  }
  return { schemaVersion, available, rows };
}

/** The operations that bring a database with the rows of one zone to those of another, a list a transaction. */
export function operationsBetween(before: ZoneFile, after: ZoneFile, limit = 1e6): (readonly OvsdbOperation[])[] {
  const { transactions, problems } = diffZone(zoneOf(after), databaseOf(zoneOf(before)));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const series = transactions({ operations: limit, bytes: 1e9 });
  const all: (readonly OvsdbOperation[])[] = [];
  for (let prepared = series.next(); prepared; prepared = series.next()) {
    const operations = [...prepared.operations];
    all.push(operations);
    const results = operations.map((_, index) => ({ uuid: `new ${all.length} ${index}` }));
    for (const { uuid } of prepared.committed(results)) series.see(uuid, 'later');
  }
  return all;
}
