import { type Failure, fail } from '../../model/change.js';
import { asObject, isListOf, isText, parseJson } from '../../std/json.js';
import { INDEX } from '../artefact-path.js';
import { type ArchivedFile, unpackArchive } from './archive.js';
import {
  BUNDLE_LAYOUT,
  type BundleEntry,
  type BundleIndex,
  type BundleOwner,
  INDEX_NAME,
  MAX_BUNDLE_BYTES,
  MAX_INDEX_BYTES,
  SHARD_BYTES,
  asFolder,
  sha256,
} from './bundle.js';

/** The content of a ConfigMap by its name; undefined where there is no such ConfigMap. */
export type ReadShard = (name: string) => Promise<Uint8Array | undefined | Failure>;

/**
 * The output folder of a zone or a node: its files and their index. Where no bundle is listed for it, an index of no files
 * that knows the names of the cluster: the desired state is empty, if the name is one of them. An index that is missing
 * never counts as an empty one. Every failure may pass: a sync may be under way. While a bundle is inflated, its size is
 * compared with what the index says.
 */
export async function readBundle(
  { role, name }: BundleOwner,
  read: ReadShard,
): Promise<readonly ArchivedFile[] | Failure> {
  const found = await read(INDEX_NAME);
  if (found && 'result' in found) return found;
  const index = readIndex(found);
  if (typeof index === 'string') return fail(index, true);
  const entry = index.bundles.find((bundle) => bundle.role === role && bundle.name === name);
  if (!entry) return asFolder([], index).map(({ path, content }) => ({ path, content: Buffer.concat(content) }));
  const parts: Uint8Array[] = [];
  for (const shard of entry.shards) {
    const part = await read(shard);
    if (!part) return fail(`the ConfigMap ${shard} of ${role} ${name} is missing`, true);
    if ('result' in part) return part;
    if (part.length > SHARD_BYTES)
      return fail(`the ConfigMap ${shard} of ${role} ${name} is larger than any shard`, true);
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  if (sha256(bytes) !== entry.sha256) return fail(`the bundle of ${role} ${name} does not match the index`, true);
  const files = unpackArchive(bytes, entry.size);
  if (!files?.every(({ path }) => isPathOf(path, role, name)))
    return fail(`the bundle of ${role} ${name} is unreadable`, true);
  return files;
}

function readIndex(archive: Uint8Array | undefined): BundleIndex | string {
  if (!archive) return `the ConfigMap ${INDEX_NAME} is missing`;
  const [file] = unpackArchive(archive, MAX_INDEX_BYTES) ?? [];
  const { weirBundles, zones, nodes, bundles } = asObject(parseJson(Buffer.from(file?.content ?? []).toString())) ?? {};
  // An entry that cannot be read must not count as one that is not there: it would take everything of its owner away.
  if (
    weirBundles !== BUNDLE_LAYOUT ||
    !isListOf(isText, zones) ||
    !isListOf(isText, nodes) ||
    !isListOf(isEntry, bundles)
  ) {
    return `the ConfigMap ${INDEX_NAME} has no index that this version of Weir can read`;
  }
  return { weirBundles, zones, nodes, bundles };
}

/** Files of others, or paths that lead out of the folder, are no business of this bundle. */
function isPathOf(path: string, role: BundleOwner['role'], name: string): boolean {
  if (path === INDEX) return true;
  const [folder, owner, file, ...rest] = path.split('/');
  return (
    folder === `${role}s` &&
    owner === name &&
    file !== undefined &&
    /^[\w.-]+$/.test(file) &&
    file !== '..' &&
    rest.length === 0
  );
}

function isEntry(value: unknown): value is BundleEntry {
  const { role, name, sha256: digest, size, shards } = asObject(value) ?? {};
  return (
    (role === 'zone' || role === 'node') &&
    isText(name) &&
    isText(digest) &&
    isSize(size) &&
    isListOf(isText, shards) &&
    shards.length <= mostShards(size)
  );
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_BUNDLE_BYTES;
}

/** Shards of a bundle that nothing made smaller: gzip then adds five bytes to each of its blocks, and a frame. */
function mostShards(size: number): number {
  return Math.ceil((1.01 * size + 1024) / SHARD_BYTES);
}
