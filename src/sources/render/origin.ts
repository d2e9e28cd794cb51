import { posix } from 'node:path';
import type { DocumentRange } from '../../model/document.js';
import type { ManifestLocation, SourceFile } from '../../model/manifest.js';
import { type JsonObject, asObject, asString } from '../../std/json.js';
import { compose } from '../../yaml/compose.js';
import { composeNeighbours, splitDocuments } from '../../yaml/documents.js';
import { type Extent, escapePointer, locate } from '../../yaml/locate.js';
import { type RenderedDocument, createTrace } from './locate-source.js';

/** Annotation that kustomize adds with `buildMetadata: [originAnnotations]`. Its value is YAML. */
const ORIGIN = 'config.kubernetes.io/origin';
const ANNOTATIONS = '/metadata/annotations';

/**
 * Returns the objects that kustomize rendered, with the origin annotation removed and used for source locations.
 * `files` are its input files by path from the root of the tree.
 */
export function traceOrigins(text: string, path: string, files: ReadonlyMap<string, SourceFile>): SourceFile {
  const annotated = composeNeighbours(text, splitDocuments(text)).map((document) => ({
    ...document,
    annotations: annotationsOf(asObject(document.composed.values[0])),
  }));
  const cuts = locateOrigins({ path, text }, annotated);
  const documents: RenderedDocument[] = [];
  let rendered = '';
  for (const { start, end, annotations } of annotated) {
    documents.push({ start: rendered.length, file: files.get(readPath(annotations[ORIGIN])) });
    const cut = cuts.get(start) ?? { offset: end, length: 0 };
    rendered += text.slice(start, cut.offset) + text.slice(cut.offset + cut.length, end);
  }
  return { path, text: rendered, trace: createTrace(rendered, documents, [...files.values()]) };
}

function annotationsOf(object: JsonObject | undefined): JsonObject {
  return asObject(asObject(object?.metadata)?.annotations) ?? {};
}

/**
 * Returns the path in an origin annotation, from the root of the tree. kustomize makes it relative to the folder that
 * it runs in.
 */
function readPath(origin: JsonObject[string] | undefined): string {
  const path = asString(asObject(compose(asString(origin) ?? '').values[0])?.path) ?? '';
  return posix.normalize(path).replace(/^(?:\.\.\/)+tree\//, '');
}

/**
 * Returns the lines of the origin annotation of each document, by the start of the document. The lines include
 * `annotations:` if it is the only annotation.
 */
function locateOrigins(
  file: SourceFile,
  documents: readonly (DocumentRange & { readonly annotations: JsonObject })[],
): ReadonlyMap<number, Extent> {
  const marked = documents.filter(({ annotations }) => annotations[ORIGIN] !== undefined);
  const places = marked.flatMap(({ start, end, annotations }): ManifestLocation[] => {
    const origin = { file, start, end, pointer: '' };
    const pointer = `${ANNOTATIONS}/${escapePointer(ORIGIN)}`;
    const isOnly = Object.keys(annotations).length === 1;
    return [
      { origin, pointer: isOnly ? ANNOTATIONS : pointer, part: 'key' },
      { origin, pointer },
    ];
  });
  const extents = locate(places);
  return new Map(
    marked.map(({ start }, index) => [start, linesBetween(file.text, extents[2 * index], extents[2 * index + 1])]),
  );
}

/** Returns complete lines from the name of a field to the end of its value. */
function linesBetween(text: string, name: Extent | undefined, value: Extent | undefined): Extent {
  const offset = text.lastIndexOf('\n', name?.offset) + 1;
  const last = (value?.offset ?? 0) + (value?.length ?? 1) - 1;
  const lineEnd = text.indexOf('\n', last);
  return { offset, length: (lineEnd < 0 ? text.length : lineEnd + 1) - offset };
}
