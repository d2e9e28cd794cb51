import type { Artefact, FileOwner } from '../../model/artefact.js';
import { SHARED_PARTS, ownPartsOf } from '../../northbound/part-paths.js';
import { memoizeWeak } from '../../std/memoize.js';
import { bytesOfChunks, sizeOfChunks } from '../../std/byte-writer.js';
import { type Measure, shortDigest, splitByDigest } from '../../std/split-by-digest.js';
import type { ArchivedFile } from './archive.js';
import type { ClusterNames } from '../../output-index/index-file.js';

/** The owner of bundled files. */
export interface BundleOwner {
  readonly role: 'zone' | 'node';
  readonly name: string;
}

/**
 * Identity of a bundle. It contains the files of an owner, some of the files that all zones share (named by digits), or
 * the policy (without a name).
 */
export interface BundleName {
  readonly role: BundleOwner['role'] | 'shared' | 'policy';
  readonly name: string;
}

/** Input of the bundles: the artefacts of a compilation, and the names of all zones and nodes of the cluster. */
export interface Bundled extends ClusterNames {
  readonly artefacts: readonly Artefact[];
}

/** The files of a bundle. */
export interface FileGroup extends BundleName {
  readonly files: readonly Artefact[];
}

/** Bytes of shared files in a bundle. It fits in one shard, so that a change of a file changes one shard. */
const SHARED_BYTES = 2 ** 20;

/** Returns the files that an owner reads: its own, and for a zone those that all zones share. */
export function filesOf({ role, name }: FileOwner, { artefacts, zones }: Bundled): readonly ArchivedFile[] {
  // Only the files of this zone are looked for.
  const ownerOf = ownerFinder(Array.from(zones).filter((zone) => role === 'zone' && zone === name));
  const isWanted = (path: string): boolean => {
    const owner = ownerOf(path);
    if (owner?.role === 'shared') return role === 'zone';
    return owner?.role === role && owner.name === name;
  };
  return artefacts.filter(({ path }) => isWanted(path)).map(toArchived);
}

/** Returns an artefact as a file of an archive. The same artefact has the same file. */
export const toArchived = memoizeWeak(({ path, content, sources }: Artefact): ArchivedFile => ({
  path,
  content: bytesOfChunks(content),
  sources,
}));

/** Returns the artefacts of zones and nodes, grouped into bundles and sorted by role and name. */
export function groupFiles({ artefacts, zones }: Bundled): FileGroup[] {
  const ownerOf = ownerFinder(zones);
  const shared: Artefact[] = [];
  const groups = new Map<string, BundleName & { files: Artefact[] }>();
  for (const artefact of artefacts) {
    const owner = ownerOf(artefact.path);
    if (!owner || owner.role === 'cluster') continue;
    const { role, name } = owner;
    if (role === 'shared') {
      shared.push(artefact);
      continue;
    }
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

type OwnerOfPath = (path: string) => FileOwner | { readonly role: 'shared'; readonly name: '' } | undefined;

/** Creates a function that returns the owner of a path, or undefined if no applier reads it. */
function ownerFinder(zones: Iterable<string>): OwnerOfPath {
  const zoneOf = new Map([...zones].map((name) => [ownPartsOf(name), name]));
  return (path) => {
    if (path.startsWith(SHARED_PARTS)) return { role: 'shared', name: '' };
    if (path.startsWith('cluster/')) return { role: 'cluster', name: '' };
    // A zone's file is named like the folder of its parts. Transactions have no owner, because they repeat the rows for
    // users and other tools.
    const zone = zoneOf.get(path.replace(/\.json$/, '/')) ?? zoneOf.get(path.replace(/[^/]+$/, ''));
    if (zone !== undefined) return { role: 'zone', name: zone };
    const node = /^nodes\/([^/]+)\//.exec(path)?.[1];
    return node === undefined ? undefined : { role: 'node', name: node };
  };
}

const FILE_MEASURE: Measure<Artefact> = {
  sizeOf: ({ content }) => sizeOfChunks(content),
  digestOf: ({ path }) => shortDigest(path),
};

/** Returns the total size of files in bytes. */
export function sizeOfFiles(files: readonly Artefact[]): number {
  return files.reduce((sum, { content }) => sum + sizeOfChunks(content), 0);
}
