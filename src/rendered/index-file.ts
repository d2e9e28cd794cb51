import { createHash, hash } from 'node:crypto';
import type { Artefact, IndexedArtefact, MadeArtefact } from '../model/artefact.js';
import type { Cluster } from '../model/cluster.js';
import { type Memo, noMemo } from '../model/memo.js';
import { type Chunks, toChunks } from '../std/byte-writer.js';
import { groupBy } from '../std/group-by.js';
import { digestOf } from '../std/split-by-digest.js';
import { INDEX, indexPath } from './artefact-path.js';

/** Version of the output folder's layout. */
export const LAYOUT = 3;

/** Bytes of the entries that one file of the index may list itself. */
const LIST_BYTES = 16_384;
/** More sources than this are counted: what has so many says itself what it is for. */
const MOST_SOURCES = 20;

/** Names of the zones and nodes of a cluster, those without artefacts too. */
export interface ClusterNames {
  readonly zones: Iterable<string>;
  readonly nodes: Iterable<string>;
}

/** The names of all zones and nodes. */
export function namesOf({ zones, nodeByName }: Cluster): ClusterNames {
  return { zones: zones.keys(), nodes: nodeByName.keys() };
}

/** What a file of the index lists: an artefact, the name of a zone or node, or another file of the index. */
interface Entry {
  readonly list: 'artefacts' | 'zones' | 'nodes' | 'lists';
  readonly value: string | object;
  readonly size: number;
  readonly digest: string;
}

/**
 * The index: every artefact with its SHA-256, the resources it comes from and what it counts; the names of all zones
 * and nodes, so that an empty one differs from an unknown one; and the digest of the inputs. `index.json` is the root of a
 * tree: what is too long for one file is cut by the first digits of digests, and a file lists those below it with their
 * SHA-256. A change of one artefact changes one file at each level.
 */
export function emitIndex(
  artefacts: readonly MadeArtefact[],
  { zones, nodes }: ClusterNames,
  inputDigest: string,
  memo: Memo = noMemo,
): readonly Artefact[] {
  const sorted = [...artefacts].sort((a, b) => (a.path < b.path ? -1 : 1));
  const entries = [
    ...[...zones].sort().map((name) => entryOf('zones', `zones/${name}`, name)),
    ...[...nodes].sort().map((name) => entryOf('nodes', `nodes/${name}`, name)),
    ...sorted.map((artefact) =>
      memo('entry of the index', artefact, [], () => entryOf('artefacts', artefact.path, describeArtefact(artefact))),
    ),
  ];
  const head = { weir: LAYOUT, inputs: inputDigest };
  const { below, content } = emitList(entries, '', head, memo);
  return [...below, { path: INDEX, content, sources: [], counts: {} }];
}

/** A file of the index, and those below it. */
interface List {
  readonly content: Chunks;
  readonly below: readonly Artefact[];
}

/** The file of the index for the entries whose digests begin with some digits. */
function emitList(entries: readonly Entry[], prefix: string, head: object, memo: Memo): List {
  if (isOneFile(entries)) return { content: renderList(entries, head), below: [] };
  const byStart = groupBy(entries, ({ digest }) => digest.slice(0, prefix.length + 1));
  const lists = [...byStart]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([start, own]) => memo('list of the index', start, own, () => emitListBelow(own, start, memo)));
  const listed = lists.map(({ entry }) => entry);
  return { content: renderList(listed, head), below: lists.flatMap(({ files }) => files) };
}

function isOneFile(entries: readonly Entry[]): boolean {
  let total = 0;
  for (const { size } of entries) total += size;
  return entries.length <= 1 || total <= LIST_BYTES;
}

/** The file of the index for entries that another one lists, with those below it. */
function emitListBelow(
  entries: readonly Entry[],
  prefix: string,
  memo: Memo,
): { readonly files: readonly Artefact[]; readonly entry: Entry } {
  const path = indexPath(prefix);
  const { below, content } = emitList(entries, prefix, {}, memo);
  const entry = entryOf('lists', path, { path, sha256: digestChunks(content) });
  return { files: [...below, { path, content, sources: [], counts: {} }], entry };
}

function renderList(entries: readonly Entry[], head: object): Chunks {
  const lists: Record<string, unknown[]> = {};
  for (const { list, value } of entries) (lists[list] ??= []).push(value);
  return toChunks(`${JSON.stringify({ ...head, ...lists }, null, 2)}\n`);
}

function entryOf(list: Entry['list'], key: string, value: string | object): Entry {
  return { list, value, size: JSON.stringify(value).length, digest: digestOf(key) };
}

/** What the index says of an artefact. */
export function describeArtefact(artefact: MadeArtefact): IndexedArtefact {
  if ('sha256' in artefact) return artefact;
  const { path, content, sources, counts } = artefact;
  const known = { path, sha256: digestChunks(content), counts };
  if (sources.length <= MOST_SOURCES) return { ...known, sources };
  return { ...known, sources: sources.slice(0, MOST_SOURCES), moreSources: sources.length - MOST_SOURCES };
}

/** Hexadecimal SHA-256 of the bytes. */
export function digestChunks(content: Chunks): string {
  const [only] = content;
  if (only && content.length === 1) return hash('sha256', only);
  const digest = createHash('sha256');
  for (const chunk of content) digest.update(chunk);
  return digest.digest('hex');
}
