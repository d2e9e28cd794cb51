import { join } from 'node:path';
import type { Failure } from '../model/change.js';
import type { ZoneRows } from '../model/northbound.js';
import { parseZone } from '../ovsdb/parse-zone.js';
import { type RenderedFolder, readArtefact, readRenderedFolder } from './rendered-folder.js';

/** The desired rows of a zone and the hexadecimal SHA-256 of the file that they are in. */
export interface RenderedZone {
  readonly result: 'zone';
  readonly rows: ZoneRows;
  readonly digest: string;
}

/**
 * Reads `zones/<zone>/ovn-nb.json` of a rendered folder. That the index lists no such file is a failure: a misspelt zone
 * must never mean that everything of its database is to be removed.
 */
export function readRenderedZone(folder: string, zone: string): RenderedZone | Failure {
  const rendered = readRenderedFolder(folder);
  if ('result' in rendered) return rendered;
  const path = `zones/${zone}/ovn-nb.json`;
  const artefact = readArtefact(rendered, path);
  if (!artefact) return failure(`${folder} has no rows of zone '${zone}'; ${describeZones(rendered)}`);
  if ('result' in artefact) return artefact;
  const parsed = parseZone(zone, artefact.text);
  if (parsed.result === 'invalid') return failure(`${join(folder, path)}: ${parsed.problem}`);
  return { result: 'zone', rows: parsed.rows, digest: artefact.sha256 };
}

function describeZones({ artefacts }: RenderedFolder): string {
  const zones = [...artefacts.keys()].flatMap((path) => /^zones\/([^/]+)\/ovn-nb\.json$/.exec(path)?.[1] ?? []);
  return zones.length > 0 ? `it has ${zones.sort().join(', ')}` : 'it has no zones';
}

function failure(problem: string): Failure {
  return { result: 'failed', problems: [problem], transient: false };
}
