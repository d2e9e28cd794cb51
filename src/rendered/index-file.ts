import { createHash } from 'node:crypto';
import type { Artefact } from '../model/artefact.js';
import type { Cluster } from '../model/cluster.js';
import type { SourceFile } from '../model/manifest.js';
import { type Chunks, toChunks } from '../std/byte-writer.js';
import { INDEX } from './artefact-path.js';
import { splitDocuments } from '../yaml/documents.js';

/** Version of the output folder's layout. */
export const LAYOUT = 2;

/** Names of the zones and nodes of a cluster, those without artefacts too. */
export interface ClusterNames {
  readonly zones: Iterable<string>;
  readonly nodes: Iterable<string>;
}

/** The names of all zones and nodes. */
export function namesOf({ zones, nodeByName }: Cluster): ClusterNames {
  return { zones: zones.keys(), nodes: nodeByName.keys() };
}

/**
 * `index.json`: every artefact with its SHA-256, the resources it comes from and what it counts; the names of all zones
 * and nodes, so that an empty one differs from an unknown one; and the digest of the inputs.
 */
export function emitIndex(
  artefacts: readonly Artefact[],
  { zones, nodes }: ClusterNames,
  inputDigest: string,
): Artefact {
  const sorted = [...artefacts].sort((a, b) => (a.path < b.path ? -1 : 1));
  const entries = sorted.map(({ path, content, sources, counts }) => ({
    path,
    sha256: sha256(content),
    counts,
    sources,
  }));
  const names = { zones: [...zones].sort(), nodes: [...nodes].sort() };
  const index = { weir: LAYOUT, inputs: inputDigest, ...names, artefacts: entries };
  const text = `${JSON.stringify(index, null, 2)}\n`;
  return { path: INDEX, content: toChunks(text), sources: [], counts: { artefacts: entries.length } };
}

/**
 * One SHA-256 over all documents of the inputs, whatever their order and files: the digest of the sorted digests of the
 * documents' texts without their markers and surrounding blanks.
 */
export function digestInputs(files: readonly SourceFile[]): string {
  const digests = files.flatMap(({ text, documents = splitDocuments(text) }) =>
    documents.map(({ start, end }) => sha256(toChunks(text.slice(start, end).replace(/^---/, '').trim()))),
  );
  return sha256(toChunks(digests.sort().join('\n')));
}

function sha256(content: Chunks): string {
  const hash = createHash('sha256');
  for (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
