import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LAYOUT } from './index-file.js';
import type { Failure } from '../model/change.js';
import { INDEX, isArtefactPath } from './artefact-path.js';
import { locate } from './swap.js';
import { describeSystemError } from '../std/system-error.js';
import { asObject } from '../std/json.js';

/** A rendered output folder, however it got where it is, as its index describes it. */
export interface RenderedFolder {
  readonly folder: string;
  /** Names of all zones of the cluster. */
  readonly zones: ReadonlySet<string>;
  /** Names of all its nodes. */
  readonly nodes: ReadonlySet<string>;
  /** By path inside the folder. */
  readonly artefacts: ReadonlyMap<string, ListedArtefact>;
}

/** What the index says of an artefact. */
export interface ListedArtefact {
  readonly path: string;
  /** Hexadecimal SHA-256 of the file. */
  readonly sha256: string;
  /** `<kind> <namespace>/<name>` of the resources it comes from. */
  readonly sources: readonly string[];
}

/** An artefact with its content, which is what the index lists. */
export interface ReadArtefact extends ListedArtefact {
  readonly text: string;
}

/**
 * Reads the index of a folder. A folder without one, or with one of another version, never counts as a folder that asks
 * for nothing: it is a failure that may pass, since the folder may be on its way.
 */
export function readRenderedFolder(folder: string): RenderedFolder | Failure {
  const path = join(folder, INDEX);
  const bytes = readBytes(folder, INDEX);
  if ('result' in bytes) return bytes;
  const { weir, zones, nodes, artefacts } = asObject(parseJson(bytes)) ?? {};
  if (weir !== LAYOUT || !isListOf(isText, zones) || !isListOf(isText, nodes) || !isListOf(isListed, artefacts))
    return failure(`${path} is not the index of a folder that this version of Weir rendered`);
  return {
    folder,
    zones: new Set(zones),
    nodes: new Set(nodes),
    artefacts: new Map(artefacts.map((artefact) => [artefact.path, artefact])),
  };
}

/**
 * Reads an artefact by its path inside the folder; undefined where the index does not list it. A file that is not the one
 * that the index lists is a failure that may pass.
 */
export function readArtefact({ folder, artefacts }: RenderedFolder, path: string): ReadArtefact | undefined | Failure {
  const listed = artefacts.get(path);
  if (!listed) return undefined;
  const file = join(folder, path);
  const bytes = readBytes(folder, path);
  if ('result' in bytes) return bytes;
  if (createHash('sha256').update(bytes).digest('hex') !== listed.sha256)
    return failure(`${file} is not what ${INDEX} lists: it is being delivered, or was edited`);
  return { ...listed, text: bytes.toString() };
}

/** Of a change that was interrupted, or goes on, the files that are not in their places yet are read where they are. */
function readBytes(folder: string, name: string): Buffer | Failure {
  const path = join(folder, name);
  try {
    const file = locate(folder, name);
    // More than this is no string, and therefore nothing that Weir has written.
    if (statSync(file).size > constants.MAX_STRING_LENGTH) return failure(`${path} is too large to be read`);
    return readFileSync(file);
  } catch (thrown) {
    return failure(`${path} cannot be read: ${describeSystemError(thrown)}`);
  }
}

/** Undefined for what is not JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function isListOf<Item>(isItem: (value: unknown) => value is Item, value: unknown): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Paths that lead out of the folder are in no index of ours. */
function isListed(value: unknown): value is ListedArtefact {
  const { path, sha256, sources } = asObject(value) ?? {};
  return isText(path) && isArtefactPath(path) && isText(sha256) && isListOf(isText, sources);
}

function failure(problem: string): Failure {
  return { result: 'failed', problems: [problem], transient: true };
}
