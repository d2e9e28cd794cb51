import { dirname, posix, relative, resolve } from 'node:path';
import { type Failure, fail } from '../../model/change.js';
import { suggest } from '../../std/suggest.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { FLEET_PATH } from '../../settings/fleet/parse.js';
import { compareText } from '../../std/compare-text.js';
import { listNames } from '../../std/list-text.js';
import { quote } from '../../std/quote.js';
import { type FleetCluster, readFleetFile } from './file.js';
import { type FleetTree, diskTree } from './tree.js';

/** Name of a cluster in weir.fleet.yaml, or its folder relative to that of the fleet. */
export type ClusterName = string;

/** A found cluster of a fleet. */
export interface FoundCluster extends FleetCluster {
  /** Folder of the cluster, relative to the start of the search for the fleet. */
  readonly place: string;
}

/**
 * Finds the fleet of a folder: the clusters of the nearest weir.fleet.yaml in it or above, otherwise those below the
 * folder. Returns them sorted by name. If `wanted` is not empty, returns only clusters with these names or name
 * endings.
 */
export async function findFleet(folder: string, wanted: readonly string[]): Promise<readonly FoundCluster[] | Failure> {
  const all = await readFleet(diskTree, folder);
  if ('result' in all) return all;
  if (all.length === 0) return fail(`no folder below ${folder} has a ${CONFIGURATION_PATH}`);
  return chooseClusters(all, wanted);
}

/** Reads all clusters of the fleet of a folder in a tree. */
export async function readFleet(tree: FleetTree, folder: string): Promise<readonly FoundCluster[] | Failure> {
  const root = tree.findAbove(folder, FLEET_PATH);
  const found = root === undefined ? await findClusters(tree, folder) : await readFleetFile(tree, root);
  if ('result' in found) return found;
  const start = resolve(folder);
  const placeOf = (cluster: FleetCluster): string => relative(start, resolve(root ?? start, cluster.folder)) || '.';
  return found
    .map((cluster) => ({ ...cluster, place: placeOf(cluster) }))
    .toSorted((a, b) => compareText(a.name, b.name));
}

/** Returns the clusters with these names or name endings, or all if none is named. */
export function chooseClusters<Cluster extends { readonly name: ClusterName }>(
  clusters: readonly Cluster[],
  wanted: readonly string[],
): readonly Cluster[] | Failure {
  const names = [...new Set(clusters.map(({ name }) => name))];
  const chosen = new Set<ClusterName>();
  for (const want of wanted) {
    const meant = names.filter((name) => name === want || name.endsWith(`/${want}`));
    const [one, ...others] = meant;
    if (one === undefined) return fail(refuse(want, names));
    if (others.length > 0 && one !== want) return fail(`${quote(want)} is ambiguous: ${listNames(meant)}`);
    chosen.add(meant.includes(want) ? want : one);
  }
  return wanted.length === 0 ? clusters : clusters.filter(({ name }) => chosen.has(name));
}

/** Finds every folder below with a weir.yaml. */
async function findClusters(tree: FleetTree, folder: string): Promise<readonly FleetCluster[] | Failure> {
  const found = await tree.read(folder, `**/${CONFIGURATION_PATH}`);
  const errors = found.reports.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (errors.length > 0) return { ...fail(''), problems: errors };
  const names = found.files.map(({ path }) => dirname(path)).filter((name) => name !== '.');
  return names.map((name) => ({ name, folder: name }));
}

function refuse(want: string, names: readonly ClusterName[]): string {
  const meant = suggest(want, [...names, ...names.map((name) => posix.basename(name))]);
  return `the fleet has no cluster ${quote(want)}${meant === undefined ? '' : `: did you mean ${quote(meant)}?`}`;
}
