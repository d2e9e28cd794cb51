import { dirname, posix, resolve } from 'node:path';
import { type Failure, fail } from '../../model/change.js';
import { suggest } from '../../std/suggest.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { FLEET_PATH } from '../../settings/fleet/parse.js';
import { readFolder } from '../../sources/collect.js';
import { compareText } from '../../std/compare-text.js';
import { listNames } from '../../std/list-text.js';
import { quote } from '../../std/quote.js';
import { findRepository, pathFromHere } from '../folder.js';
import { type FleetCluster, readFleetFile } from './file.js';

/** The name of a cluster: that of weir.fleet.yaml, or its folder as seen from the folder of the fleet. */
export type ClusterName = string;

/** A fleet as it was found. */
export interface Fleet {
  /** The folder, from where the command runs. */
  readonly folder: string;
  /** Sorted by their names. */
  readonly clusters: readonly FleetCluster[];
}

/**
 * The fleet of a folder: the clusters of the nearest weir.fleet.yaml, from it upwards, or else those below it. `wanted`
 * takes some of them, where it is not empty: by their names, or what is last of them.
 */
export function findFleet(folder: string, wanted: readonly string[]): Fleet | Failure {
  const root = findRepository(resolve(folder), FLEET_PATH);
  const home = root === undefined ? folder : pathFromHere(root) || '.';
  const found = root === undefined ? findClusters(folder) : readFleetFile(root);
  if ('result' in found) return found;
  const clusters = found.toSorted((a, b) => compareText(a.name, b.name));
  const names = clusters.map(({ name }) => name);
  const chosen = new Set<ClusterName>();
  for (const want of wanted) {
    const meant = names.filter((name) => name === want || name.endsWith(`/${want}`));
    const [one, ...others] = meant;
    if (one === undefined) return fail(refuse(want, names));
    if (others.length > 0 && one !== want) return fail(`${quote(want)} may be ${listNames(meant)}`);
    chosen.add(meant.includes(want) ? want : one);
  }
  return { folder: home, clusters: wanted.length === 0 ? clusters : clusters.filter(({ name }) => chosen.has(name)) };
}

/** Every folder below with a weir.yaml. */
function findClusters(folder: string): readonly FleetCluster[] | Failure {
  const found = readFolder(folder, { include: [`**/${CONFIGURATION_PATH}`], exclude: [] });
  const errors = found.reports.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (errors.length > 0) return { ...fail(''), problems: errors };
  const names = found.files.map(({ path }) => dirname(path)).filter((name) => name !== '.');
  if (names.length === 0) return fail(`no folder below ${folder} has a ${CONFIGURATION_PATH}`);
  return names.map((name) => ({ name, folder: name }));
}

function refuse(want: string, names: readonly ClusterName[]): string {
  const meant = suggest(want, [...names, ...names.map((name) => posix.basename(name))]);
  return `the fleet has no cluster ${quote(want)}${meant === undefined ? '' : `: did you mean ${quote(meant)}?`}`;
}
