import type { Cluster } from '../../model/cluster.js';
import { EXPECTATIONS_PATH } from '../../expectations/parse.js';
import type { Manifest } from '../../model/manifest.js';
import { type JsonObject, asObject } from '../../std/json.js';
import { compose } from '../../yaml/compose.js';
import { type Cursor, readCursor } from './cursor.js';
import {
  type CompletionChoice,
  type Header,
  describeField,
  schemaFieldsOf,
  kindChoices,
  schemaOf,
  schemasAt,
  schemaValuesOf,
  versionChoices,
} from './fields.js';
import { type LabelPlace, describeMatches, labelKeysAt, labelValuesAt, namespaceChoices } from './matches.js';
import { findSelector, namespacesAt, valueAt } from './selection.js';
import type { Known } from './session.js';

/** A position in an open file. Lines and columns count from 0, columns in UTF-16 code units. */
export interface DocumentPosition {
  /** Path relative to the repository, with `/`. */
  readonly path: string;
  readonly lines: readonly string[];
  readonly line: number;
  readonly column: number;
  /** The text of the file, and the offset of the position in UTF-16 code units from 0. */
  readonly text: string;
  readonly offset: number;
  /** The state of the repository in the last valid analysis. */
  readonly known: Known | undefined;
}

/** Completions at a position, which replace the text between two columns. */
export interface Completions {
  readonly choices: readonly CompletionChoice[];
  readonly start: number;
  /** If true, these are field names, which a colon follows. */
  readonly areFields: boolean;
}

/**
 * Returns the documentation of the field under the cursor, and what it matches in the cluster. Returns undefined if
 * both are unknown.
 */
export function findHover(place: DocumentPosition): readonly string[] | undefined {
  const cursor = readCursor(place.lines, place.line, place.column);
  if (!cursor) return undefined;
  const path = cursor.name === undefined ? cursor.path : [...cursor.path, cursor.name];
  const description = describeField(schemasAt(schemaAt(place, readHeader(place.lines, cursor)), path));
  const object = findManifest(place, cursor)?.object;
  const cluster = place.known?.prepared.context.cluster;
  const matches = object && cluster ? describeMatches(object, path, cluster) : undefined;
  const found = [description, matches ?? ''].filter((text) => text !== '');
  return found.length > 0 ? found : undefined;
}

/** Returns the completions under the cursor. */
export function findCompletions(place: DocumentPosition): Completions | undefined {
  const cursor = readCursor(place.lines, place.line, place.column);
  if (!cursor) return undefined;
  const header = readHeader(place.lines, cursor);
  const schema = schemaAt(place, header);
  const { path, name, isValue, start } = cursor;
  const cluster = place.known?.prepared.context.cluster;
  if (isValue && name !== undefined) {
    const own = valuesFor([...path, name], header, schemaValuesOf(schemasAt(schema, [...path, name])));
    const names = cluster ? namesFor(name, labelPlaceOf(place, cursor), cluster) : [];
    return { choices: [...own, ...names], start, areFields: false };
  }
  const schemas = schemasAt(schema, path);
  const fields = schemaFieldsOf(schemas);
  const labels = labelPlaceOf(place, cursor);
  if (labels && cluster) return { choices: labelKeysAt(labels, cluster), start, areFields: true };
  return fields.length > 0
    ? { choices: fields, start, areFields: true }
    : { choices: schemaValuesOf(schemas), start, areFields: false };
}

/** Returns the schema of the document for the release of the last valid analysis. */
function schemaAt({ path, known }: DocumentPosition, header: Header): JsonObject {
  return schemaOf(path, header, known?.prepared.context.configuration.release.definitions);
}

/**
 * Returns the values for a field. `apiVersion` and `kind` have the values of all kinds, because the schema of a kind
 * has only its own.
 */
function valuesFor(
  path: readonly string[],
  header: Header,
  own: readonly CompletionChoice[],
): readonly CompletionChoice[] {
  if (path.length > 1) return own;
  if (path[0] === 'kind') return kindChoices();
  return path[0] === 'apiVersion' ? versionChoices(header.kind) : own;
}

function namesFor(name: string, labels: LabelPlace | undefined, cluster: Cluster): CompletionChoice[] {
  if (name === 'namespace' || name === 'kubernetes.io/metadata.name') return namespaceChoices(cluster);
  return labels ? labelValuesAt(labels, name, cluster) : [];
}

/** Returns the labels for a selector, or a peer of an expectation, at the cursor. Returns undefined elsewhere. */
function labelPlaceOf(place: DocumentPosition, cursor: Cursor): LabelPlace | undefined {
  const { path } = cursor;
  const object = readObject(place, cursor);
  if (path.at(-1) === 'matchLabels') {
    return { path, kind: findSelector(path)?.kind, hasNamespace: namespacesAt(object, path) };
  }
  if (place.path !== EXPECTATIONS_PATH) return undefined;
  const { namespace } = asObject(valueAt(object, path.slice(0, -1))) ?? {};
  const hasNamespace = (name: string): boolean => typeof namespace !== 'string' || name === namespace;
  if (path.at(-1) === 'labels') return { path, kind: 'Pod', hasNamespace };
  return path.at(-1) === 'namespace-labels' ? { path, kind: 'Namespace', hasNamespace } : undefined;
}

/** Returns the current object of the document. If it is invalid YAML, returns that of the last valid analysis. */
function readObject(place: DocumentPosition, cursor: Cursor): JsonObject {
  const { first, end } = cursor.document;
  const composed = compose(place.lines.slice(first, end).join('\n'));
  const now = composed.problem ? undefined : asObject(composed.values.find((value) => value !== null));
  return now ?? findManifest(place, cursor)?.object ?? {};
}

/** Reads the header of a document from its unindented lines. */
function readHeader(lines: readonly string[], { document: { first, end } }: Cursor): Header {
  const find = (field: string): string => {
    for (let at = first; at < end; at++) {
      const line = lines[at] ?? '';
      if (line.startsWith(`${field}:`))
        return line
          .slice(field.length + 1)
          .trim()
          .replace(/^["']|["']$/g, '');
    }
    return '';
  };
  return { apiVersion: find('apiVersion'), kind: find('kind') };
}

/** Returns the object of the document from the last valid analysis. */
function findManifest(
  { path, lines, known }: DocumentPosition,
  { document: { first, end } }: Cursor,
): Manifest | undefined {
  const offsetOf = (line: number): number => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
  const own = known?.prepared.manifests.filter(({ origin }) => origin.file.path === path) ?? [];
  const [from, to] = [offsetOf(first), offsetOf(end)];
  return own.find(({ origin }) => origin.start < to && origin.end > from && origin.pointer === '');
}
