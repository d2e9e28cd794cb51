import { dirname, posix } from 'node:path';
import { boundFindings } from '../../diagnostics/collect.js';
import { rebase } from '../../diagnostics/rebase.js';
import { type Failure, fail } from '../../model/change.js';
import type { Report } from '../../model/diagnostic.js';
import { checkConfiguration } from '../../schema/configuration.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { messages } from '../../settings/fleet/messages.js';
import { FLEET_PATH, type FleetEntry, parseFleet } from '../../settings/fleet/parse.js';
import { askIfMeantPath } from '../../sources/near-path.js';
import { MAX_FINDINGS, printErrors } from '../run/diagnostics.js';
import { pathFromHere } from '../process/folder.js';
import type { FleetTree } from './tree.js';

/** A cluster of a fleet. */
export interface FleetCluster {
  readonly name: string;
  /** Folder relative to that of the fleet. */
  readonly folder: string;
}

/**
 * Reads the clusters of weir.fleet.yaml in a folder (absolute path). Folders outside of its repository are rejected.
 * Errors are printed with their locations, and then the failure has no message.
 */
export async function readFleetFile(tree: FleetTree, root: string): Promise<readonly FleetCluster[] | Failure> {
  const reports: Report[] = [];
  const clusters = await readClusters(tree, root, reports);
  const errors = reports.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return clusters;
  const { diagnostics, omitted } = boundFindings(errors, MAX_FINDINGS);
  printErrors({ diagnostics: rebase(diagnostics, pathFromHere(root)), omitted });
  return { ...fail(''), problems: [] };
}

async function readClusters(tree: FleetTree, root: string, reports: Report[]): Promise<readonly FleetCluster[]> {
  const read = await tree.readOwn(root, FLEET_PATH);
  reports.push(...read.reports);
  const [file] = read.files;
  const entries = file && parseFleet(file, checkConfiguration, (one) => void reports.push(one));
  const nameOf = new Map<string, string>();
  for (const entry of entries ?? []) {
    for (const folder of await findFolders(tree, root, entry)) {
      const first = nameOf.get(folder);
      if (first === undefined) nameOf.set(folder, entry.name ?? folder);
      // A glob may match a folder that already has a name.
      else if (entry.name !== undefined) entry.reportHere(messages.sameFolder(folder, first));
    }
  }
  return [...nameOf].map(([folder, name]) => ({ name, folder }));
}

/** Finds the folders of an entry that have a weir.yaml. Reports an entry without one. */
async function findFolders(tree: FleetTree, root: string, { name, folder, reportHere }: FleetEntry): Promise<string[]> {
  const found = await tree.read(root, posix.join(folder, CONFIGURATION_PATH));
  const errors = found.reports.filter(({ severity }) => severity === 'error');
  for (const error of errors) reportHere(error);
  const folders = found.files.map(({ path }) => dirname(path));
  if (folders.length > 0 || errors.length > 0) return folders;
  reportHere(messages.noConfiguration(folder, name === undefined ? '' : askIfMeantPath(root, folder)));
  return [];
}
