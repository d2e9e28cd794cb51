import { createHash } from 'node:crypto';
import { INDEX } from '../artefact-path.js';
import { type ClusterNames, emitIndex } from '../index-file.js';
import type { Artefact } from '../../model/artefact.js';
import { sizeOfChunks } from '../../std/byte-writer.js';
import { packArchive } from './archive.js';
import type { JsonObject } from '../../std/json.js';

/** Whose files a bundle holds. */
export interface BundleOwner {
  readonly role: 'zone' | 'node';
  readonly name: string;
}

/** A bundle as the index lists it. */
export interface BundleEntry extends BundleOwner {
  /** Hexadecimal SHA-256 of all shards together. */
  readonly sha256: string;
  /** Bytes that come out of them. */
  readonly size: number;
  /** Names of the ConfigMaps that hold it, in order. */
  readonly shards: readonly string[];
}

/** What the index ConfigMap holds, as JSON. */
export interface BundleIndex {
  readonly weirBundles: typeof BUNDLE_LAYOUT;
  /** Names of all zones and nodes of the cluster, those without a bundle too. */
  readonly zones: readonly string[];
  readonly nodes: readonly string[];
  /** By role and name. */
  readonly bundles: readonly BundleEntry[];
}

/** Version of the bundles' layout. */
export const BUNDLE_LAYOUT = 3;
/** The name of the ConfigMap that says which others count. */
export const INDEX_NAME = 'weir-index';
/** Key of the content in every ConfigMap. */
export const SHARD_KEY = 'shard';
/** Base64 makes four bytes of three: with the names around it a ConfigMap stays under 1 MiB, the limit of Kubernetes. */
export const SHARD_BYTES = 720 * 1024;
/** Bytes that may come out of a bundle: no applier takes a larger file, nor more memory for what a bundle says. */
export const MAX_BUNDLE_BYTES = 512 * 2 ** 20;
/** Bytes that may come out of the index, which has some 200 for each zone and node. */
export const MAX_INDEX_BYTES = 64 * 2 ** 20;

/** Of the files of a bundle; the rest is for its own index. */
const MAX_FILES_BYTES = MAX_BUNDLE_BYTES - MAX_INDEX_BYTES;

/** Labels by which an applier, a person or a policy finds the ConfigMaps. */
const LABELS = { 'app.kubernetes.io/name': 'weir', 'app.kubernetes.io/component': 'bundle' } as const;

/** What is bundled: the artefacts of a compilation, and the names of all zones and nodes of the cluster. */
export interface Bundled extends ClusterNames {
  readonly artefacts: readonly Artefact[];
}

/**
 * The artefacts of zones and nodes as ConfigMaps of a namespace: a bundle each, cut into shards that are named by their
 * content, and one index. What the index does not name is of an earlier revision. Shards are synced before the index
 * and pruned after it (Argo CD's sync waves), so that an applier always finds what the index speaks of. A string says
 * whose files are more than an applier takes.
 */
export function bundleArtefacts(
  { artefacts, zones, nodes }: Bundled,
  namespace: string,
): readonly JsonObject[] | string {
  const shards = new Map<string, JsonObject>();
  const groups = groupByOwner(artefacts);
  const large = groups.find(({ files }) => sum(files.map(({ content }) => sizeOfChunks(content))) > MAX_FILES_BYTES);
  if (large) return `the files of ${large.role} ${large.name} have more than ${MAX_FILES_BYTES} bytes`;
  const bundles = groups.map(({ role, name, files }): BundleEntry => {
    const { bytes, size } = packArchive(
      asFolder(files, role === 'zone' ? { zones: [name], nodes: [] } : { zones: [], nodes: [name] }).map(
        ({ path, content }) => ({
          path,
          content: Buffer.concat(content),
        }),
      ),
    );
    const names = cut(bytes).map((part) => {
      const shardName = `weir-${sha256(part).slice(0, 40)}`;
      shards.set(
        shardName,
        configMapOf(namespace, shardName, part, { 'argocd.argoproj.io/sync-options': 'PruneLast=true' }),
      );
      return shardName;
    });
    return { role, name, sha256: sha256(bytes), size, shards: names };
  });
  const names = { zones: [...zones].sort(), nodes: [...nodes].sort() };
  const index: BundleIndex = { weirBundles: BUNDLE_LAYOUT, ...names, bundles };
  const packed = packArchive([{ path: INDEX, content: Buffer.from(JSON.stringify(index)) }]);
  const sorted = [...shards].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  return [...sorted, configMapOf(namespace, INDEX_NAME, packed.bytes, { 'argocd.argoproj.io/sync-wave': '1' })];
}

/** The artefacts that some zone or node needs, by role and name. */
function groupByOwner(artefacts: readonly Artefact[]): (BundleOwner & { readonly files: readonly Artefact[] })[] {
  const groups = new Map<string, BundleOwner & { files: Artefact[] }>();
  for (const artefact of artefacts) {
    const [, folder, name] = /^(zones|nodes)\/([^/]+)\//.exec(artefact.path) ?? [];
    // A transaction says again what the rows say, for people and for other tools.
    if (folder === undefined || name === undefined || artefact.path.endsWith('.txn.json')) continue;
    const role = folder === 'zones' ? 'zone' : 'node';
    const group = groups.get(`${role}/${name}`) ?? { role, name, files: [] };
    group.files.push(artefact);
    groups.set(`${role}/${name}`, group);
  }
  for (const { files } of groups.values()) files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/**
 * The files with an index of their own: unpacked, they are an output folder. The digest of the inputs is left out, or a
 * change anywhere would be a change of every bundle.
 */
export function asFolder(files: readonly Artefact[], names: ClusterNames): readonly Artefact[] {
  return [...files, emitIndex(files, names, '')];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / SHARD_BYTES);
  return Array.from({ length: count }, (_, part) => bytes.subarray(part * SHARD_BYTES, (part + 1) * SHARD_BYTES));
}

function configMapOf(
  namespace: string,
  name: string,
  content: Uint8Array,
  annotations: Readonly<Record<string, string>>,
): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, labels: LABELS, annotations },
    binaryData: { [SHARD_KEY]: Buffer.from(content).toString('base64') },
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
