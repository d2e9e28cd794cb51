import { knownKinds } from '../../kinds/known.js';
import { type KindName, keyOfKind, nameOf, pathOfName } from '../../model/kubernetes-object.js';
import type { SourceFile } from '../../model/manifest.js';
import { type Json, type JsonObject, asObject, asString } from '../../std/json.js';
import { compose } from '../../yaml/compose.js';
import { parseDocuments } from '../../yaml/documents.js';
import { settingsObjects } from '../../discovery/discover.js';
import { pulledKinds } from './kinds.js';

/** Objects of files, and the reasons why related files cannot be read. */
export interface ReadObjects {
  readonly objects: readonly JsonObject[];
  readonly problems: readonly string[];
}

/** Kinds of the inventory, and settings objects. */
const WANTED: ReadonlySet<string> = new Set([...pulledKinds, ...settingsObjects].map(keyOfKind));
const NAMES = [...new Set([...pulledKinds, ...settingsObjects].map(({ kind }) => kind))].join('|');
/** Matches the text of an object or list of these kinds, in YAML or JSON. Most files of a dump contain other kinds. */
const MENTION = new RegExp(`\\bkind["']?\\s*:\\s*["']?(?:(?:${NAMES})(?:List)?|List)["']?\\s*(?:[,}#\\r\\n]|$)`);

/**
 * Reads the objects that Weir uses or counts. Splits lists. Among duplicates, keeps the object with the highest resourceVersion.
 */
export function readObjects(files: readonly SourceFile[]): ReadObjects {
  const found = new Map<string, JsonObject>();
  const problems: string[] = [];
  for (const { path, text } of files) {
    if (!MENTION.test(text)) continue;
    for (const { start, end, events } of parseDocuments(text)) {
      const { values, problem } = compose(text.slice(start, end), events);
      if (problem) problems.push(`${path} cannot be read as YAML: ${problem.detail}`);
      for (const object of values.flatMap((value) => flatten(value, undefined))) keep(object, found);
    }
  }
  return { objects: [...found.values()], problems };
}

/** Returns an object, or the items of a list. Items of a typed list may lack kind and version. */
function flatten(value: Json, list: JsonObject | undefined): readonly JsonObject[] {
  const object = asObject(value);
  if (!object) return [];
  const kind = asString(object.kind) ?? asString(list?.kind)?.replace(/List$/, '');
  const apiVersion = asString(object.apiVersion) ?? asString(list?.apiVersion);
  if (kind === undefined || apiVersion === undefined) return [];
  const named = { ...object, apiVersion, kind };
  if (Array.isArray(object.items) && kind.endsWith('List')) {
    return object.items.flatMap((item) => flatten(item, kind === 'List' ? undefined : named));
  }
  return isWanted({ apiVersion, kind }) && nameOf(object).name !== '' ? [named] : [];
}

/** Returns true for kinds that Weir uses, and for kinds that affect traffic, which `weir init` counts. */
function isWanted(name: KindName): boolean {
  return WANTED.has(keyOfKind(name)) || knownKinds.subjectOf(name) !== undefined;
}

function keep(object: JsonObject, found: Map<string, JsonObject>): void {
  const id = `${asString(object.apiVersion) ?? ''} ${asString(object.kind) ?? ''} ${pathOfName(nameOf(object))}`;
  const known = found.get(id);
  if (!known || versionOf(object) > versionOf(known)) found.set(id, object);
}

function versionOf({ metadata }: JsonObject): number {
  return Number(asObject(metadata)?.resourceVersion ?? 0) || 0;
}
