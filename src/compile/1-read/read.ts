import { compareOrigins } from '../../model/compare-origins.js';
import { isLive } from '../../model/live.js';
import type { Unread } from '../../model/unread.js';
import { compareText } from '../../std/compare-text.js';
import type { Report, Reporter } from '../../model/diagnostic.js';
import type { YamlProblem } from '../../model/document.js';
import type { Manifest, SourceFile } from '../../model/manifest.js';
import { compose } from '../../yaml/compose.js';
import { type ComposedDocument, composeNeighbours, documentsIn, gatherNeighbours } from '../../yaml/documents.js';
import { messages as yamlMessages } from '../../yaml/messages.js';
import { messages as problemMessages } from '../../yaml/problem-messages.js';
import { createChunkQuery } from '../../engine/chunks.js';
import { type Engine, createEngine } from '../../engine/engine.js';
import { type ItemQuery, createItemQuery } from '../../engine/item-query.js';
import type { Query, QueryInput } from '../../engine/query.js';
import { filesInChunks, readFiles } from '../../engine/read-files.js';
import { sameItems } from '../../std/same-items.js';
import { sortByName } from '../../std/sort-by-name.js';
import { type SortedParts, sortParts } from '../../engine/sort-parts.js';
import { type KindIndex, type KnownKinds, indexKinds } from './known-kinds.js';
import { messages } from './messages.js';
import { type FoundObject, type Sorting, addUnread, countFound, countIgnored, sortValue } from './objects.js';
import { placeBySource } from './place-by-source.js';

/** Objects found. `ignored` counts unused objects by `<apiVersion> <kind>`. */
export interface ReadResult {
  readonly compiled: readonly Manifest[];
  readonly inventory: readonly Manifest[];
  /** Objects of compiled kinds from files that only describe the live cluster. */
  readonly observed: readonly Manifest[];
  readonly ignored: ReadonlyMap<string, number>;
  /** Unread objects that affect traffic, in byte order of group and kind. */
  readonly unread: readonly Unread[];
}

/**
 * Reads YAML and JSON texts into manifests. Splits multi-document files and flattens `List` objects. Objects without a
 * namespace get that of their file. Problems in one document are reported and do not affect the others. The result is in
 * byte order of kind, namespace and name, so that later phases do not depend on the order of files or documents. The
 * same manifests give the same lists.
 */
export function readManifests(
  files: readonly SourceFile[],
  known: KnownKinds,
  report: Reporter,
  engine: Engine = createEngine({ isForOneRound: true }),
): ReadResult {
  engine.set(readFiles, files);
  engine.set(kindNames, known);
  return engine.ask(allObjects, undefined, report);
}

const kindNames: QueryInput<KnownKinds> = { name: 'known kinds' };

const kindIndex: Query<undefined, KindIndex> = {
  name: 'index of kinds',
  run: (db) => indexKinds(db.read(kindNames)),
};

const fileReader: Query<undefined, ItemQuery<SourceFile, FoundObject>> = {
  name: 'reader of files',
  run: (db) => {
    const [known, kinds] = [db.read(kindNames), db.get(kindIndex, undefined)];
    return createItemQuery((file, report) =>
      placeBySource(readFile(file, { kinds, found: findNothing(), report }), file.namespace, known, report),
    );
  },
};

const foundInChunks = createChunkQuery<SourceFile, FoundObject>('objects of files', {
  chunksIn: (db) => db.get(filesInChunks, undefined),
  make: (db, files) => {
    const all = findNothing();
    const objectsOf = db.get(fileReader, undefined);
    for (const file of files) addFound(all, objectsOf(db, file));
    return all;
  },
});

function addFound(all: FoundObject, found: FoundObject): void {
  for (const manifest of found.compiled) all.compiled.push(manifest);
  for (const manifest of found.inventory) all.inventory.push(manifest);
  for (const manifest of found.observed) all.observed.push(manifest);
  addRest(all, found);
}

/** Adds what is found beside objects that are read. */
function addRest(all: FoundObject, { ignored, unread, leftOut }: FoundObject): void {
  for (const [what, times] of ignored) countIgnored(all, what, times);
  for (const one of unread.values()) addUnread(all, one);
  for (const path of leftOut) all.leftOut.add(path);
}

type ObjectRole = 'compiled' | 'inventory' | 'observed';

const sortedParts: Query<ObjectRole, SortedParts<Manifest>> = {
  name: 'sorted objects of files',
  hasOneReader: true,
  run: (db, role, before) =>
    sortParts(
      db.get(foundInChunks, undefined).map((found) => found[role]),
      compareManifests,
      before,
    ),
};

const sortedObjects: Query<ObjectRole, readonly Manifest[]> = {
  name: 'sorted objects',
  run: (db, role) => db.get(sortedParts, role).sorted,
  same: sameItems,
};

const allObjects: Query<undefined, ReadResult> = {
  name: 'all objects',
  run: (db) => {
    const all = findNothing();
    for (const found of db.get(foundInChunks, undefined)) addRest(all, found);
    const { leftOut, unread: found, ignored } = all;
    const [first] = leftOut;
    if (first !== undefined) db.report({ ...messages.skippedFiles([...leftOut].sort()), location: { path: first } });
    const unread = [...found].sort(([a], [b]) => compareText(a, b)).map(([, one]) => one);
    for (const one of unread)
      db.report({ ...messages.unread(one), location: { origin: one.origin, pointer: '/kind' } });
    return {
      compiled: db.get(sortedObjects, 'compiled'),
      inventory: db.get(sortedObjects, 'inventory'),
      observed: db.get(sortedObjects, 'observed'),
      ignored: sortByName(ignored),
      unread,
    };
  },
};

function findNothing(): FoundObject {
  return { compiled: [], inventory: [], observed: [], ignored: new Map(), unread: new Map(), leftOut: new Set() };
}

/** Returns the objects of one file. */
function readFile(file: SourceFile, sorting: Sorting): FoundObject {
  if (file.object) {
    sortValue(file.object, { file, start: 0, end: Infinity, pointer: '' }, sorting);
    return sorting.found;
  }
  const { text, documents } = file;
  if (documents) {
    for (const { events, ...range } of documents)
      readDocument({ ...range, composed: compose(text.slice(range.start, range.end), events) }, file, sorting);
  } else {
    for (const ranges of gatherNeighbours(documentsIn(file)))
      for (const document of composeNeighbours(text, ranges)) readDocument(document, file, sorting);
  }
  return sorting.found;
}

function readDocument(document: ComposedDocument, file: SourceFile, sorting: Sorting): void {
  const { start, end, composed, isBehindJson } = document;
  const { found, kinds, report } = sorting;
  const { values, ambiguous, replaced, problem } = composed;
  const placeOf = (offset: number, length: number): Report['location'] => ({
    path: file.path,
    text: file.text,
    offset: start + offset,
    length,
  });
  if (problem && file.isGuess && looksForeign(problem, file.text.slice(start, end), kinds)) {
    found.leftOut.add(file.path);
    return;
  }
  if (problem) {
    const location = placeOf(problem.offset, problem.length);
    report({ ...problemMessages[problem.fact](problem.detail, file.text.slice(start, end)), location });
    return;
  }
  const before = countFound(found);
  for (const value of values) sortValue(value, { file, start, end, pointer: '' }, sorting);
  // Only if Weir reads the value: other tools may interpret their files as written.
  if (countFound(found) === before) return;
  if (isBehindJson) report({ ...yamlMessages.markerBehindJson(), location: placeOf(0, 3) });
  for (const { text, value, offset } of ambiguous) {
    const finding = yamlMessages.ambiguousScalar(text, JSON.stringify(value));
    report({ ...finding, location: placeOf(offset, text.length) });
  }
  for (const { key, offset } of replaced) report({ ...yamlMessages.mergeReplaces(key), location: placeOf(offset, 2) });
}

/**
 * Returns true if a document with invalid YAML is a tool's template, or names no kind that Weir reads. Returns false
 * for line separators that only kubectl accepts: there, a kind can be written in any form.
 */
function looksForeign({ fact }: YamlProblem, text: string, kinds: KindIndex): boolean {
  if (fact === 'line-separator') return false;
  if (text.includes('{{')) return true;
  const [named] = /(?:^|[{,])[ \t-]*["']?kind["']?[ \t]*:[ \t]*["']?([A-Za-z]+)/m.exec(text)?.slice(1) ?? [];
  return named === undefined || !kinds.isKnown(named);
}

/**
 * Compares manifests in byte order of kind, namespace and name, manifests before the inventory. Duplicates are ordered
 * by content, so that file order does not decide, then by location.
 */
export function compareManifests(a: Manifest, b: Manifest): number {
  return (
    compareText(a.kind, b.kind) ||
    compareText(a.namespace, b.namespace) ||
    compareText(a.name, b.name) ||
    Number(isLive(a)) - Number(isLive(b)) ||
    compareText(JSON.stringify(a.object), JSON.stringify(b.object)) ||
    compareOrigins(a.origin, b.origin)
  );
}
