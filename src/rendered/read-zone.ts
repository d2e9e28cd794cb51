import { createHash } from 'node:crypto';
import { type Failure, fail } from '../model/change.js';
import type { NorthboundRows, ZoneRows } from '../model/northbound.js';
import { joinZone } from '../northbound/join-rows.js';
import { type OutputPart, parsePart } from '../northbound/parse-part.js';
import { SHARED_PARTS, ownPartsOf, zonePath } from '../northbound/part-paths.js';
import { refuseUnknownName } from './known-names.js';
import {
  type OutputSource,
  type RenderedFolder,
  describeFile,
  readArtefact,
  readRenderedFolder,
} from './read-folder.js';

/** The desired rows of a zone, and a hexadecimal SHA-256 of their files. */
export interface RenderedZone {
  readonly result: 'zone';
  readonly rows: ZoneRows;
  /** Name of the release that the rows are compiled for. If unset, the default release. */
  readonly release?: string;
  readonly digest: string;
}

/**
 * Reads the rows of a zone from an output: the file of the zone, and the parts that it lists. A zone of the
 * cluster without such a file has no rows. A zone that the index does not list is a failure.
 */
export function readRenderedZone(source: OutputSource, zone: string): RenderedZone | Failure {
  const rendered = readRenderedFolder(source);
  if ('result' in rendered) return rendered;
  const refusal = refuseUnknownName(rendered, 'zone', zone);
  if (refusal) return refusal;
  const digest = createHash('sha256');
  const parts: NorthboundRows[] = [];
  const switches: string[] = [];
  const read = (path: string): OutputPart | Failure | undefined => {
    const artefact = readArtefact(rendered, path);
    if (!artefact || 'result' in artefact) return artefact;
    const parsed = parsePart(artefact.text);
    if (parsed.result === 'invalid') return fail(`${describeFile(source, path)}: ${parsed.problem}`);
    digest.update(`${path} ${artefact.sha256}\n`);
    parts.push(parsed.part);
    switches.push(...parsed.part.switches);
    return parsed.part;
  };
  const file = read(zonePath(zone));
  if (file && 'result' in file) return file;
  if (file && file.zone !== zone) return fail(`${describeFile(source, zonePath(zone))} is of another zone`);
  for (const name of file?.parts ?? []) {
    if (name !== SHARED_PARTS && name !== ownPartsOf(zone)) {
      return fail(`${describeFile(source, zonePath(zone))} names parts that are not of its zone`);
    }
    for (const path of pathsIn(rendered, name)) {
      const part = read(path);
      if (part && 'result' in part) return part;
    }
  }
  const release = file?.release === undefined ? {} : { release: file.release };
  return { result: 'zone', rows: joinZone(parts, { zone, switches }), ...release, digest: digest.digest('hex') };
}

/** Returns the files in a folder of the output, in byte order. */
function pathsIn({ artefacts }: RenderedFolder, folder: string): string[] {
  return [...artefacts.keys()].filter((path) => path.startsWith(folder)).sort();
}
