import { createHash } from 'node:crypto';
import { INDEX } from '../artefact-path.js';
import { type ClusterNames, emitIndex } from '../index-file.js';
import type { Artefact } from '../../model/artefact.js';
import { sizeOfChunks } from '../../std/byte-writer.js';
import { SHARED_PARTS, ownPartsOf } from '../../northbound/part-paths.js';
import { type Measure, digestOf, splitByDigest } from '../../std/split-by-digest.js';
import { type ArchivedFile, packArchive } from './archive.js';
import type { JsonObject } from '../../std/json.js';

/** Whose files are bundled. */
export interface BundleOwner {
  readonly role: 'zone' | 'node';
  readonly name: string;
}

/** A bundle: the files of an owner, or some of those that all zones share; these have digits for a name. */
export interface BundleName {
  readonly role: BundleOwner['role'] | 'shared';
  readonly name: string;
}

/** A bundle as the index lists it. */
export interface BundleEntry extends BundleName {
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
export const BUNDLE_LAYOUT = 4;
/** The name of the ConfigMap that says which others count. */
export const INDEX_NAME = 'weir-index';
/** Key of the content in every ConfigMap. */
export const SHARD_KEY = 'shard';
/** Base64 makes four bytes of three: with the names around it a ConfigMap stays under 1 MiB, the limit of Kubernetes. */
export const SHARD_BYTES = 720 * 1024;
/** Bytes that may come out of all bundles of an owner: no applier takes more memory for what they say. */
export const MAX_BUNDLE_BYTES = 512 * 2 ** 20;
/** Bytes that may come out of the index, which has some 200 for each zone and node. */
export const MAX_INDEX_BYTES = 64 * 2 ** 20;

/** Bytes of shared files in a bundle: it is one shard, and so is what a change of one file changes. */
const SHARED_BYTES = 2 ** 20;

/** Labels by which an applier, a person or a policy finds the ConfigMaps. */
const LABELS = { 'app.kubernetes.io/name': 'weir', 'app.kubernetes.io/component': 'bundle' } as const;

/** What is bundled: the artefacts of a compilation, and the names of all zones and nodes of the cluster. */
export interface Bundled extends ClusterNames {
  readonly artefacts: readonly Artefact[];
}

/**
 * The artefacts of zones and nodes as ConfigMaps of a namespace: a bundle for each, more for what all zones share, cut into
 * shards that are named by their content, and one index. What the index does not name is of an earlier revision. Shards are
 * synced before the index and pruned after it (Argo CD's sync waves), so that an applier always finds what the index
 * speaks of. A string says whose files are more than an applier takes.
 */
export function bundleArtefacts(
  { artefacts, zones, nodes }: Bundled,
  namespace: string,
): readonly JsonObject[] | string {
  const shards = new Map<string, JsonObject>();
  const names = { zones: [...zones].sort(), nodes: [...nodes].sort() };
  const groups = groupFiles(artefacts, names.zones);
  const shared = sizeOf(groups.flatMap(({ role, files }) => (role === 'shared' ? files : [])));
  const large = groups.find(
    ({ role, files }) => role !== 'shared' && sizeOf(files) + (role === 'zone' ? shared : 0) > MAX_BUNDLE_BYTES,
  );
  if (large) return `the files of ${large.role} ${large.name} have more than ${MAX_BUNDLE_BYTES} bytes`;
  const bundles = groups.map(({ role, name, files }): BundleEntry => {
    const packed = packArchive(
      files.map(({ path, content, sources }) => ({ path, content: Buffer.concat(content), sources })),
    );
    const parts = cut(packed.bytes).map((part) => {
      const shardName = `weir-${sha256(part).slice(0, 40)}`;
      shards.set(
        shardName,
        configMapOf(namespace, shardName, part, { 'argocd.argoproj.io/sync-options': 'PruneLast=true' }),
      );
      return shardName;
    });
    return { role, name, sha256: sha256(packed.bytes), size: packed.size, shards: parts };
  });
  const index: BundleIndex = { weirBundles: BUNDLE_LAYOUT, ...names, bundles };
  const content = Buffer.from(JSON.stringify(index));
  const { bytes } = packArchive([{ path: INDEX, content, sources: [] }]);
  const sorted = [...shards].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  return [...sorted, configMapOf(namespace, INDEX_NAME, bytes, { 'argocd.argoproj.io/sync-wave': '1' })];
}

interface FileGroup extends BundleName {
  readonly files: readonly Artefact[];
}

/** The artefacts that some zone or node needs, in bundles, by role and name. */
function groupFiles(artefacts: readonly Artefact[], zones: readonly string[]): FileGroup[] {
  const zoneOf = new Map(zones.map((name) => [ownPartsOf(name), name]));
  const shared: Artefact[] = [];
  const groups = new Map<string, BundleOwner & { files: Artefact[] }>();
  for (const artefact of artefacts) {
    const { path } = artefact;
    if (path.startsWith(SHARED_PARTS)) shared.push(artefact);
    // A zone's file is named as the folder of its parts. Transactions say again what the rows say, for people and other tools.
    const zone = zoneOf.get(path.replace(/\.json$/, '/')) ?? zoneOf.get(path.replace(/[^/]+$/, ''));
    const node = /^nodes\/([^/]+)\//.exec(path)?.[1];
    const name = zone ?? node;
    if (name === undefined) continue;
    const role = zone === undefined ? 'node' : 'zone';
    const group = groups.get(`${role}/${name}`) ?? { role, name, files: [] };
    group.files.push(artefact);
    groups.set(`${role}/${name}`, group);
  }
  const parts = shared.length > 0 ? splitByDigest(shared, SHARED_BYTES, FILE_MEASURE) : [];
  return [
    ...groups.values(),
    ...parts.map(({ prefix, items }) => ({ role: 'shared', name: prefix, files: items }) as const),
  ]
    .map(({ role, name, files }) => ({ role, name, files: [...files].sort((a, b) => (a.path < b.path ? -1 : 1)) }))
    .sort((a, b) => (`${a.role}/${a.name}` < `${b.role}/${b.name}` ? -1 : 1));
}

const FILE_MEASURE: Measure<Artefact> = {
  sizeOf: ({ content }) => sizeOfChunks(content),
  digestOf: ({ path }) => digestOf(path),
};

/** An output folder of the files of an owner, with an index of its own. */
export function asFolder(files: readonly ArchivedFile[], names: ClusterNames): readonly ArchivedFile[] {
  const artefacts = files.map(({ path, content, sources }) => ({ path, content: [content], sources, counts: {} }));
  const index = emitIndex(artefacts, names, '');
  return [...files, ...index.map(({ path, content }) => ({ path, content: Buffer.concat(content), sources: [] }))];
}

function sizeOf(files: readonly Artefact[]): number {
  return files.reduce((sum, { content }) => sum + sizeOfChunks(content), 0);
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
