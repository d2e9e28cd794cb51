import type { Failure } from '../../model/change.js';
import { fail } from '../../model/change.js';
import { openCommit } from '../../sources/git.js';
import { findBase } from '../../sources/git-base.js';
import { isWrittenAsFolder } from '../run/diff-input.js';
import { type ClusterChange, compareFleets } from './changes.js';
import { type FoundCluster, chooseClusters, readFleet } from './clusters.js';
import { diskTree, folderTree, treeOfCommit } from './tree.js';

/** The named clusters of both sides of a comparison. */
export interface ComparedFleets {
  /** Clusters of the new side. */
  readonly clusters: readonly FoundCluster[];
  /** The added, removed and moved clusters, or a failure if the fleet of the base cannot be read. */
  readonly changes: readonly ClusterChange[] | Failure;
}

/**
 * Reads the fleet of a folder on both sides: git revisions, or folders if written as such. Defaults are those of `weir
 * diff`. `wanted` selects clusters on both sides.
 */
export async function readFleets(
  folder: string,
  base: string | undefined,
  head: string | undefined,
  wanted: readonly string[],
): Promise<ComparedFleets | Failure> {
  const after = await readHead(folder, head);
  if ('result' in after) return after;
  const before = await readSide(folder, base);
  const known = 'result' in before ? [] : before;
  const named = chooseClusters([...known, ...after], wanted);
  if ('result' in named) return named;
  const isNamed = (cluster: FoundCluster): boolean => named.includes(cluster);
  const clusters = after.filter(isNamed);
  const changes = 'result' in before ? before : compareFleets({ before: known.filter(isNamed), after: clusters });
  return { clusters, changes };
}

/** Reads the fleet of an upgrade, whose sides have the same clusters. `name` is that of both sides. */
export async function readUpgradedFleet(
  folder: string,
  name: string | undefined,
  wanted: readonly string[],
): Promise<ComparedFleets | Failure> {
  const fleet = await readHead(folder, name);
  const clusters = 'result' in fleet ? fleet : chooseClusters(fleet, wanted);
  return 'result' in clusters ? clusters : { clusters, changes: [] };
}

/** Reads a side. If it has no name, it is the working tree. */
async function readHead(folder: string, name: string | undefined): Promise<readonly FoundCluster[] | Failure> {
  return name === undefined ? readFleet(diskTree, folder) : readSide(folder, name);
}

/** Reads a side. If it has no name, it is the commit from which the branch started. */
async function readSide(folder: string, name: string | undefined): Promise<readonly FoundCluster[] | Failure> {
  if (name !== undefined && isWrittenAsFolder(name)) return readFleet(folderTree, name);
  const found = name === undefined ? await findBase(folder) : { commit: name };
  if ('code' in found) return fail(found.message);
  const commit = await openCommit(folder, found.commit);
  return 'code' in commit ? fail(commit.message) : readFleet(treeOfCommit(commit), commit.root);
}
