import type { Artefact } from '../../model/artefact.js';
import type { ZoneRows } from '../../model/northbound.js';
import { renderRows } from '../../ovsdb/rows.js';
import { renderTransaction } from '../../ovsdb/transaction.js';
import { resourceText } from '../provenance.js';

/** The files of a zone: its desired rows, and the same as one transaction. None for a zone that has nothing to say. */
export function renderZone(zone: ZoneRows): Artefact[] {
  if (zone.rows.size === 0 && zone.attachments.length === 0) return [];
  const counts = Object.fromEntries(
    [...zone.rows].map(([table, rows]): [string, number] => [table, rows.length]).sort(),
  );
  const sources = sourcesOf(zone);
  const folder = `zones/${zone.zone}`;
  return [
    { path: `${folder}/ovn-nb.json`, text: renderRows(zone), sources, counts },
    { path: `${folder}/ovn-nb.txn.json`, text: renderTransaction(zone), sources, counts },
  ];
}

function sourcesOf({ rows }: ZoneRows): string[] {
  const sources = new Set<string>();
  let last: object | undefined;
  for (const table of rows.values()) {
    for (const { cause } of table) {
      // The rows of one resource follow each other: most need no text.
      if (!cause || cause.origin === last) continue;
      last = cause.origin;
      sources.add(resourceText(cause));
    }
  }
  return [...sources].sort();
}
