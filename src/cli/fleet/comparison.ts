import type { Failure } from '../../model/change.js';
import { fail } from '../../model/change.js';
import { FLEET_PATH } from '../../settings/fleet/parse.js';
import { openHosting } from '../commands/pull-request/open-hosting.js';
import { countsClusters } from '../run/topics.js';
import { nameInRepository } from '../process/folder.js';
import { printMessage } from '../process/print.js';
import type { ClusterChange } from './changes.js';
import type { FoundCluster } from './clusters.js';
import { readFleets, readUpgradedFleet } from './compare.js';
import { parseComparison } from './comparison-words.js';
import { publishClusters } from './tell.js';

/** A comparison of a fleet with an earlier state. */
export interface FleetComparison {
  readonly clusters: readonly FoundCluster[];
  readonly changes: readonly ClusterChange[];
  /** Returns the arguments for a cluster. */
  readonly wordsFor: (cluster: FoundCluster) => readonly string[];
  /**
   * For `pr`, comments the changes of the clusters on the pull or merge request. Returns the exit code for the fleet.
   */
  readonly conclude: () => Promise<number>;
}

interface Asked {
  readonly path: string;
  readonly verb: string;
  readonly words: readonly string[];
  readonly wanted: readonly string[];
}

/** Opens the comparison of a fleet. Returns undefined for a command that compares nothing. */
export async function openComparison({
  path,
  verb,
  words,
  wanted,
}: Asked): Promise<FleetComparison | Failure | undefined> {
  const asked = parseComparison(verb, words);
  if (!asked) return undefined;
  const { failOn, dryRun, head, isUpgrade, wordsFor } = asked;
  const hosting = verb === 'pr' ? openHosting(process.env, dryRun) : undefined;
  if (typeof hosting === 'string') return fail(hosting);
  const fleets = isUpgrade
    ? await readUpgradedFleet(path, asked.base, wanted)
    : await readFleets(path, asked.base ?? hosting?.base, head, wanted);
  if ('result' in fleets) return fleets;
  const { clusters, changes } = fleets;
  const isBroken = 'result' in changes;
  const counts = failOn === undefined ? verb === 'diff' : countsClusters(failOn);
  const code = isBroken ? 1 : changes.length > 0 ? 2 : 0;
  return {
    clusters,
    changes: isBroken ? [] : changes,
    wordsFor: ({ place }) => wordsFor(place),
    conclude: async () => {
      if (isBroken) {
        changes.problems.forEach(printMessage);
        printMessage('cannot read the fleet of the base: added and removed clusters are unknown');
      }
      const isDemanded = counts && code !== 0;
      const problem = hosting && (await publishClusters(hosting, changes, isDemanded, idOf(path, wanted)));
      if (problem !== undefined) printMessage(problem);
      return problem === undefined ? (isDemanded ? code : 0) : 1;
    },
  };
}

/** Returns a comment ID, which distinguishes several fleets, and jobs for different clusters. */
function idOf(path: string, wanted: readonly string[]): string {
  const folder = nameInRepository(path);
  const file = folder === '.' ? FLEET_PATH : `${folder}/${FLEET_PATH}`;
  return [file, ...wanted].join(' ');
}
