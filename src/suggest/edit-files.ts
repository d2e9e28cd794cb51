import type { Manifest, SourceFile } from '../model/manifest.js';
import { titleOf } from '../model/kubernetes-object.js';
import { groupBy } from '../std/group-by.js';
import { type JsonObject, asObject } from '../std/json.js';
import { splitDocuments } from '../yaml/documents.js';
import { type YamlStyle, writeFields } from './yaml-style.js';

/** An object of a file that gets another spec, or is removed. */
export interface ObjectEdit {
  readonly manifest: Manifest;
  /** If unset, the object is removed. */
  readonly spec?: JsonObject;
}

/** A new object, and the path of its file. */
export interface NewObject {
  readonly path: string;
  readonly object: JsonObject;
}

/** A file before and after the edits. Unset if it does not exist. */
export interface ChangedFile {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** Returns the reason why an object cannot be edited in its file, or undefined if it can. */
export function findEditObstacle({ kind, origin, ...name }: Manifest): string | undefined {
  const title = titleOf(kind, name);
  if (origin.file.role === 'inventory') return `${title} is only in the inventory (${origin.file.path})`;
  if (origin.file.trace) return `${title} is rendered (${origin.file.path})`;
  return origin.pointer === '' ? undefined : `${title} is an item of a list (${origin.file.path})`;
}

/** Applies edits to the files of their objects, and adds new objects. Everything else in the files stays the same. */
export function editFiles(
  files: readonly SourceFile[],
  edits: readonly ObjectEdit[],
  added: readonly NewObject[],
  style: YamlStyle,
): ChangedFile[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const changed = new Map<string, string | undefined>();
  for (const [file, own] of groupBy(edits, ({ manifest }) => manifest.origin.file)) {
    changed.set(file.path, applyToFile(file.text, own, style));
  }
  for (const { path, object } of added) {
    const text = changed.has(path) ? changed.get(path) : texts.get(path);
    changed.set(path, appendDocument(text, writeFields(object, style)));
  }
  return [...changed].map(([path, after]) => {
    const before = texts.get(path);
    return { path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  });
}

/** Applies edits to a text, the last first. Returns undefined if no document is left. */
function applyToFile(text: string, edits: readonly ObjectEdit[], style: YamlStyle): string | undefined {
  const documents = splitDocuments(text);
  const left = documents.length - edits.filter(({ spec }) => !spec).length;
  if (left === 0) return undefined;
  const ordered = [...edits].sort((a, b) => b.manifest.origin.start - a.manifest.origin.start);
  return ordered.reduce((result, { manifest, spec }) => {
    const { start, end } = manifest.origin;
    if (spec)
      return result.slice(0, start) + writeSpec(result.slice(start, end), manifest, spec, style) + result.slice(end);
    const index = documents.findIndex((one) => one.start === start);
    const earlier = documents[index - 1];
    const next = documents[index + 1];
    // The marker before the document goes with it, or that after the first one.
    return earlier
      ? result.slice(0, earlier.end) + result.slice(end)
      : result.slice(0, start) + result.slice(next?.start ?? end);
  }, text);
}

/** Replaces the spec in the text of an object. Comments outside of the spec stay in block style. */
export function writeSpec(text: string, { object }: Manifest, spec: JsonObject, style: YamlStyle): string {
  const written = writeFields({ spec }, style);
  const found = /^spec:.*\n(?:[ \t#-].*\n?|\n)*/m.exec(text);
  if (!found || text.trimStart().startsWith('{')) return writeFields({ ...object, spec }, style);
  const rest = text.slice(found.index + found[0].length);
  const [trailing = ''] = /\n*$/.exec(found[0]) ?? [];
  return `${text.slice(0, found.index)}${written}${trailing.slice(1)}${rest}`;
}

function appendDocument(text: string | undefined, document: string): string {
  if (text === undefined || text.trim() === '') return document;
  return `${text.trimEnd()}\n---\n${document}`;
}

/** Returns the spec of an object. */
export function specOfObject({ object }: Manifest): JsonObject {
  return asObject(object.spec) ?? {};
}
