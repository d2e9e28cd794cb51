import { createHash } from 'node:crypto';
import type { Engine } from '../../engine/engine.js';
import type { Artefact } from '../../model/artefact.js';
import { INDEX } from '../../output-index/artefact-path.js';
import { type ClusterNames, emitIndex } from '../../output-index/index-file.js';
import { type ArchivedFile, packArchive } from './archive.js';
import { memoizeWeak } from '../../std/memoize.js';
import { type BundleName, type Bundled, groupFiles, sizeOfFiles, toArchived } from './group-files.js';
import type { JsonObject } from '../../std/json.js';

/** A bundle in the index. */
export interface BundleEntry extends BundleName {
  /** Hexadecimal SHA-256 of all shards together. */
  readonly sha256: string;
  /** Bytes after unpacking. */
  readonly size: number;
  /** Names of its ConfigMaps, in order. */
  readonly shards: readonly string[];
}

/** Content of the index ConfigMap, as JSON. */
export interface BundleIndex {
  readonly weirBundles: typeof BUNDLE_LAYOUT;
  /** Names of all zones and nodes of the cluster, including those without a bundle. Empty if a policy is delivered. */
  readonly zones: readonly string[];
  readonly nodes: readonly string[];
  /** Sorted by role and name. */
  readonly bundles: readonly BundleEntry[];
}

/** Version of the layout of bundles. */
export const BUNDLE_LAYOUT = 4;
/** Name of the ConfigMap that lists the current ones. */
export const INDEX_NAME = 'weir-index';
/** Key of the content in every ConfigMap. */
export const SHARD_KEY = 'shard';
/**
 * Maximum bytes of a shard. Base64 makes four bytes of three, so that a ConfigMap with its metadata stays below the
 * Kubernetes limit of 1 MiB.
 */
export const SHARD_BYTES = 720 * 1024;
/** Maximum bytes of all bundles of an owner after unpacking. Limits the memory of an applier. */
export const MAX_BUNDLE_BYTES = 512 * 2 ** 20;
/** Maximum bytes of the index after unpacking. It has about 200 for each zone and node. */
export const MAX_BUNDLE_INDEX_BYTES = 64 * 2 ** 20;

/** Labels for appliers, users and policies to find the ConfigMaps. */
const LABELS = { 'app.kubernetes.io/name': 'weir', 'app.kubernetes.io/component': 'bundle' } as const;

/** A bundle with its files. */
interface BundleFiles extends BundleName {
  readonly files: readonly ArchivedFile[];
}

/**
 * Returns the artefacts of zones and nodes as ConfigMaps of a namespace: a bundle for each, and bundles of the files
 * that all zones share. Returns a description if the files of a zone or node exceed the limit of an applier.
 */
export function bundleArtefacts(
  { artefacts, zones, nodes }: Bundled,
  namespace: string,
): readonly JsonObject[] | string {
  const names = { zones: [...zones].sort(), nodes: [...nodes].sort() };
  const groups = groupFiles({ artefacts, ...names });
  const shared = sizeOfFiles(groups.flatMap(({ role, files }) => (role === 'shared' ? files : [])));
  const large = groups.find(
    ({ role, files }) => role !== 'shared' && sizeOfFiles(files) + (role === 'zone' ? shared : 0) > MAX_BUNDLE_BYTES,
  );
  if (large) return `the files of ${large.role} ${large.name} have more than ${MAX_BUNDLE_BYTES} bytes`;
  const bundles = groups.map(({ role, name, files }): BundleFiles => ({
    role,
    name,
    files: files.map(toArchived),
  }));
  return toConfigMaps(bundles, names, namespace);
}

/**
 * Returns a policy as ConfigMaps of a namespace. Appliers compile it with the inventory of their cluster. Returns a
 * description if it is too large.
 */
export function bundlePolicy(file: ArchivedFile, namespace: string): readonly JsonObject[] | string {
  if (file.content.length > MAX_BUNDLE_BYTES) return `the policy has more than ${MAX_BUNDLE_BYTES} bytes`;
  return toConfigMaps([{ role: 'policy', name: '', files: [file] }], { zones: [], nodes: [] }, namespace);
}

/**
 * Returns bundles as ConfigMaps: shards that are named by their content, and one index. A ConfigMap that is not in the
 * index belongs to an earlier revision.
 *
 * Argo CD syncs shards before the index and prunes them after it (sync waves), so that an applier finds everything that
 * the index lists.
 */
function toConfigMaps(
  groups: readonly BundleFiles[],
  names: Pick<BundleIndex, 'zones' | 'nodes'>,
  namespace: string,
): readonly JsonObject[] {
  const shards = new Map<string, JsonObject>();
  const bundles = groups.map(({ role, name, files }): BundleEntry => {
    const packed = packArchive(files);
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

/**
 * Returns an output folder of the files of an owner, with its own index. With an engine, only files that are not the same
 * objects as before are digested.
 */
export function asFolder(
  files: readonly ArchivedFile[],
  names: ClusterNames,
  engine?: Engine,
): readonly ArchivedFile[] {
  return [...files, ...emitIndex(files.map(toArtefact), names, '', engine).map(toArchived)];
}

const toArtefact = memoizeWeak(({ path, content, sources }: ArchivedFile): Artefact => ({
  path,
  content: [content],
  sources,
  counts: {},
}));

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
