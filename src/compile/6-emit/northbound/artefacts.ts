import type { Artefact } from '../../../model/artefact.js';
import type { ZoneRows } from '../../../model/northbound.js';
import type { RowChecker } from '../../../northbound/check.js';
import { createZoneWriter } from '../../../northbound/render.js';
import type { RowProblem } from '../../../northbound/row-problem.js';
import type { RowRenderer } from '../../../northbound/row-text.js';
import type { WrittenRows } from '../../../northbound/written-rows.js';
import { resourceText } from '../provenance.js';

/** Files of a zone, and what is wrong with its rows. */
export interface EmittedZone {
  readonly artefacts: readonly Artefact[];
  readonly problems: readonly RowProblem[];
}

/**
 * Checks the rows of a zone and writes its files: its desired rows, and the same as one transaction. No files for a zone
 * that has nothing to say.
 */
export function emitZoneFiles(
  zone: ZoneRows,
  checkRows: RowChecker,
  renderRow: RowRenderer,
  written?: WrittenRows,
): EmittedZone {
  if (zone.rows.size === 0 && zone.attachments.length === 0) return { artefacts: [], problems: [] };
  const counts = Object.fromEntries(
    [...zone.rows].map(([table, rows]): [string, number] => [table, rows.length]).sort(),
  );
  const sources = sourcesOf(zone);
  const writer = createZoneWriter(zone, renderRow, written);
  const problems = checkRows(zone, writer.writeRow);
  const files = writer.finish();
  const folder = `zones/${zone.zone}`;
  const artefacts = [
    { path: `${folder}/ovn-nb.json`, content: files.rows, sources, counts },
    { path: `${folder}/ovn-nb.txn.json`, content: files.transaction, sources, counts },
  ];
  return { artefacts, problems };
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
