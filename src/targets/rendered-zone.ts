import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Failure } from '../model/change.js';
import type { ZoneRows } from '../model/northbound.js';
import { parseZone } from '../ovsdb/parse-zone.js';
import { type RenderedFolder, readArtefact, readRenderedFolder } from './rendered-folder.js';

/** Stands for the file of a zone that has nothing to say. */
const NO_ROWS = { text: '{}', sha256: createHash('sha256').update('{}').digest('hex') };

/** The desired rows of a zone and the hexadecimal SHA-256 of the file that they are in. */
export interface RenderedZone {
  readonly result: 'zone';
  readonly rows: ZoneRows;
  readonly digest: string;
}

/**
 * Reads `zones/<zone>/ovn-nb.json` of a rendered folder. A zone of the cluster without such a file shall have no rows; a
 * zone that the index does not name is a failure: a misspelt name must never mean that everything of its database is to
 * be removed.
 */
export function readRenderedZone(folder: string, zone: string): RenderedZone | Failure {
  const rendered = readRenderedFolder(folder);
  if ('result' in rendered) return rendered;
  if (!rendered.zones.has(zone)) return failure(`${folder} knows no zone '${zone}'; ${describeZones(rendered)}`);
  const path = `zones/${zone}/ovn-nb.json`;
  const artefact = readArtefact(rendered, path) ?? NO_ROWS;
  if ('result' in artefact) return artefact;
  const parsed = parseZone(zone, artefact.text);
  if (parsed.result === 'invalid') return failure(`${join(folder, path)}: ${parsed.problem}`);
  return { result: 'zone', rows: parsed.rows, digest: artefact.sha256 };
}

function describeZones({ zones }: RenderedFolder): string {
  return zones.size > 0 ? `it has ${[...zones].join(', ')}` : 'it has no zones';
}

function failure(problem: string): Failure {
  return { result: 'failed', problems: [problem], transient: false };
}
