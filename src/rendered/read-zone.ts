import { createHash } from 'node:crypto';
import { type Failure, fail } from '../model/change.js';
import type { ZoneRows } from '../model/northbound.js';
import { type OutputPart, parsePart } from '../northbound/parse-part.js';
import { SHARED_PARTS, ownPartsOf, zonePath } from '../northbound/part-paths.js';
import { createZoneJoin, reuseRows } from './join-zone.js';
import { refuseUnknownName } from './known-names.js';
import {
  type KnownLists,
  type OutputSource,
  type RenderedFolder,
  describeFile,
  readArtefact,
  readIndex,
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

/** A part of the output, and the digest that its index lists. */
interface KnownPart {
  readonly sha256: string;
  readonly part: OutputPart;
}

/** Reads the rows of a zone from an output, see `createZoneReader`. */
export function readRenderedZone(source: OutputSource, zone: string): RenderedZone | Failure {
  return createZoneReader(source, zone)();
}

/**
 * Creates a function that reads the rows of a zone from an output: the file of the zone, and the parts that it lists. A
 * zone of the cluster without such a file has no rows. A zone that the index does not list is a failure.
 *
 * While the index is unchanged, the function returns the same object. After a change, it reads only the changed files,
 * and equal rows are the same objects, as are tables without changed rows.
 */
export function createZoneReader(source: OutputSource, zone: string): () => RenderedZone | Failure {
  let last: { readonly index: Buffer; readonly rendered: RenderedZone } | undefined;
  let known: ReadonlyMap<string, KnownPart> = new Map();
  const join = createZoneJoin(zone);
  const lists: KnownLists = new Map();
  return () => {
    const index = readIndex(source);
    if ('result' in index) return index;
    if (last?.index.equals(index) === true) return last.rendered;
    const parts = new Map<string, KnownPart>();
    const folder = readRenderedFolder(source, lists);
    if ('result' in folder) return folder;
    const rendered = readZone(folder, zone, known, parts, join);
    if (rendered.result === 'failed') return rendered;
    known = parts;
    last = { index, rendered };
    return rendered;
  };
}

/** Reads the rows of a zone. Takes unchanged parts from `known`, and adds all parts to `parts`. */
function readZone(
  rendered: RenderedFolder,
  zone: string,
  known: ReadonlyMap<string, KnownPart>,
  parts: Map<string, KnownPart>,
  join: ReturnType<typeof createZoneJoin>,
): RenderedZone | Failure {
  const { source } = rendered;
  const refusal = refuseUnknownName(rendered, 'zone', zone);
  if (refusal) return refusal;
  const read = (path: string): OutputPart | Failure | undefined => {
    const found = known.get(path);
    if (found && found.sha256 === rendered.artefacts.get(path)?.sha256) {
      parts.set(path, found);
      return found.part;
    }
    const artefact = readArtefact(rendered, path);
    if (!artefact || 'result' in artefact) return artefact;
    const parsed = parsePart(artefact.text);
    if (parsed.result === 'invalid') return fail(`${describeFile(source, path)}: ${parsed.problem}`);
    const part = reuseRows(parsed.part, found?.part);
    parts.set(path, { sha256: artefact.sha256, part });
    return part;
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
  return {
    result: 'zone',
    rows: join(new Map(Array.from(parts, ([path, { part }]) => [path, part]))),
    ...release,
    // Only a plan that is kept needs it.
    get digest() {
      const lines = Array.from(parts, ([path, { sha256 }]) => `${path} ${sha256}\n`);
      return createHash('sha256').update(lines.join('')).digest('hex');
    },
  };
}

/** Returns the files in a folder of the output, in byte order. */
function pathsIn({ artefacts }: RenderedFolder, folder: string): string[] {
  return [...artefacts.keys()].filter((path) => path.startsWith(folder)).sort();
}
