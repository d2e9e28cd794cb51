import { type Failure, fail } from '../../model/change.js';
import { asObject, isListOf, isText, parseJson } from '../../std/json.js';
import { SHARED_PARTS, ownPartsOf, zonePath } from '../../northbound/part-paths.js';
import { type ArchivedFile, unpackArchive } from './archive.js';
import {
  BUNDLE_LAYOUT,
  type BundleEntry,
  type BundleIndex,
  INDEX_NAME,
  MAX_BUNDLE_BYTES,
  MAX_BUNDLE_INDEX_BYTES,
  SHARD_BYTES,
  asFolder,
  sha256,
} from './bundle.js';
import type { BundleOwner } from './group-files.js';

/** Returns the content of a ConfigMap by name, or undefined if it is missing. */
export type ReadShard = (name: string) => Promise<Uint8Array | undefined | Failure>;

/**
 * Returns the output folder of a zone or a node: its files, the files that all zones share, and an index. If no bundle
 * is listed for it, the index only has the names of the cluster. The desired state of a known name is then empty.
 *
 * A missing index is a failure, not an empty one. Most failures may be temporary, because a sync can be in progress.
 * Unpacking enforces the size in the index.
 */
export async function readBundle(owner: BundleOwner, read: ReadShard): Promise<readonly ArchivedFile[] | Failure> {
  const { role, name } = owner;
  const index = await readIndex(read);
  if ('result' in index) return index;
  if (index.bundles.some(isPolicy)) return fail('the bundles hold a policy, which has no files of its own: add --live');
  const own = index.bundles.filter((bundle) => bundle.role === role && bundle.name === name);
  const shared = role === 'zone' && own.length > 0 ? index.bundles.filter((bundle) => bundle.role === 'shared') : [];
  const entries = [...own, ...shared];
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_BUNDLE_BYTES)
    return fail(`the bundles of ${role} ${name} are larger than any that Weir makes`, true);
  const files: ArchivedFile[] = [];
  for (const entry of entries) {
    const unpacked = await readEntry(entry, owner, read);
    if ('result' in unpacked) return unpacked;
    files.push(...unpacked);
  }
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size < files.length) return fail(`the bundles of ${role} ${name} hold a file twice`, true);
  return asFolder(files, index);
}

/** Returns the delivered policy as a file. Every failure may be temporary, because a sync can be in progress. */
export async function readPolicyBundle(read: ReadShard): Promise<Uint8Array | Failure> {
  const index = await readIndex(read);
  if ('result' in index) return index;
  const [entry, ...others] = index.bundles.filter(isPolicy);
  if (!entry || others.length > 0) return fail('the bundles hold artefacts and no policy: leave out --live', true);
  const files = await readEntry(entry, undefined, read);
  if ('result' in files) return files;
  const [file, ...more] = files;
  return file && more.length === 0 ? file.content : fail('the bundle of the policy is not one file', true);
}

function isPolicy({ role }: BundleEntry): boolean {
  return role === 'policy';
}

/** Returns the files of one bundle. `owner` is undefined for a policy. */
async function readEntry(
  entry: BundleEntry,
  owner: BundleOwner | undefined,
  read: ReadShard,
): Promise<readonly ArchivedFile[] | Failure> {
  const title = `${entry.role} ${entry.name}`.trimEnd();
  const parts: Uint8Array[] = [];
  for (const shard of entry.shards) {
    const part = await read(shard);
    if (!part) return fail(`the ConfigMap ${shard} of ${title} is missing`, true);
    if ('result' in part) return part;
    if (part.length > SHARD_BYTES) return fail(`the ConfigMap ${shard} of ${title} is larger than any shard`, true);
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  if (sha256(bytes) !== entry.sha256) return fail(`the bundle of ${title} does not match the index`, true);
  const files = unpackArchive(bytes, entry.size);
  const isOwn = (path: string): boolean =>
    entry.role === 'policy' || isPathOf(path, entry.role === 'shared' ? undefined : owner);
  return files?.every(({ path }) => isOwn(path)) ? files : fail(`the bundle of ${title} is unreadable`, true);
}

/** Returns the index, which lists the current bundles. */
async function readIndex(read: ReadShard): Promise<BundleIndex | Failure> {
  const found = await read(INDEX_NAME);
  if (found && 'result' in found) return found;
  const index = parseIndex(found);
  return typeof index === 'string' ? fail(index, true) : index;
}

function parseIndex(archive: Uint8Array | undefined): BundleIndex | string {
  if (!archive) return `the ConfigMap ${INDEX_NAME} is missing`;
  const [file] = unpackArchive(archive, MAX_BUNDLE_INDEX_BYTES) ?? [];
  const { weirBundles, zones, nodes, bundles } = asObject(parseJson(Buffer.from(file?.content ?? []).toString())) ?? {};
  // An invalid entry must not be read as a missing one, which would remove everything of its owner.
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

/**
 * Returns true if a path belongs to an owner and stays in the folder. `owner` is undefined for files that all zones
 * share.
 */
function isPathOf(path: string, owner: BundleOwner | undefined): boolean {
  if (owner?.role === 'zone' && path === zonePath(owner.name)) return true;
  const folder = !owner ? SHARED_PARTS : owner.role === 'zone' ? ownPartsOf(owner.name) : `nodes/${owner.name}/`;
  const file = path.slice(folder.length);
  return path.startsWith(folder) && /^[\w.-]+$/.test(file) && file !== '.' && file !== '..';
}

function isEntry(value: unknown): value is BundleEntry {
  const { role, name, sha256: digest, size, shards } = asObject(value) ?? {};
  return (
    (role === 'zone' || role === 'node' || role === 'shared' || role === 'policy') &&
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

/** Returns the maximum shards of a bundle. For incompressible data, gzip adds five bytes per block, and a frame. */
function mostShards(size: number): number {
  return Math.ceil((1.01 * size + 1024) / SHARD_BYTES);
}
