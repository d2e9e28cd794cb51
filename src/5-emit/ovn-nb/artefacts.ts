import type { Artefact } from '../../model/artefact.js';
import type { ZoneRows } from '../../model/northbound.js';
import { type RowTexts, renderZone } from '../../ovsdb/render.js';
import { resourceText } from '../provenance.js';

/** The files of a zone: its desired rows, and the same as one transaction. None for a zone that has nothing to say. */
export function emitZoneFiles(zone: ZoneRows, texts?: RowTexts): Artefact[] {
  if (zone.rows.size === 0 && zone.attachments.length === 0) return [];
  const counts = Object.fromEntries(
    [...zone.rows].map(([table, rows]): [string, number] => [table, rows.length]).sort(),
  );
  const sources = sourcesOf(zone);
  const files = renderZone(zone, texts);
  const folder = `zones/${zone.zone}`;
  return [
    { path: `${folder}/ovn-nb.json`, content: files.rows, sources, counts },
    { path: `${folder}/ovn-nb.txn.json`, content: files.transaction, sources, counts },
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
