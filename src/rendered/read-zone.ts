import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Failure, fail } from '../model/change.js';
import type { ZoneRows } from '../model/northbound.js';
import { parseZone } from '../northbound/parse-zone.js';
import { refuseUnknownName } from './known-names.js';
import { readArtefact, readRenderedFolder } from './read-folder.js';

/** Stands for the file of a zone that has nothing to say. */
const NO_ROWS = { text: '{}', sha256: createHash('sha256').update('{}').digest('hex') };

/** The desired rows of a zone and the hexadecimal SHA-256 of the file that they are in. */
export interface RenderedZone {
  readonly result: 'zone';
  readonly rows: ZoneRows;
  readonly digest: string;
}

/**
 * Reads `zones/<zone>/ovn-nb.json` of a rendered folder. A zone of the cluster without such a file has no rows; a
 * zone that the index does not name is a failure.
 */
export function readRenderedZone(folder: string, zone: string): RenderedZone | Failure {
  const rendered = readRenderedFolder(folder);
  if ('result' in rendered) return rendered;
  const refusal = refuseUnknownName(rendered, 'zone', zone);
  if (refusal) return refusal;
  const path = `zones/${zone}/ovn-nb.json`;
  const artefact = readArtefact(rendered, path) ?? NO_ROWS;
  if ('result' in artefact) return artefact;
  const parsed = parseZone(zone, artefact.text);
  if (parsed.result === 'invalid') return fail(`${join(folder, path)}: ${parsed.problem}`);
  return { result: 'zone', rows: parsed.rows, digest: artefact.sha256 };
}
