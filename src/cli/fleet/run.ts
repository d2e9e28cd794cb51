import { join } from 'node:path';
import { createEngine } from '../../engine/engine.js';
import { createFileMemory, joinEqualFiles } from '../../sources/file-memory.js';
import { parseJson } from '../../std/json.js';
import { plural } from '../../std/plural.js';
import { withSharedMemory } from '../run/shared-memory.js';
import { createRevisionMemory } from '../run/revision-memory.js';
import { type Printed, capturePrinted, printJson, printMessage, printRendered } from '../process/print.js';
import type { ClusterChange } from './changes.js';
import { type ClusterName, type FoundCluster, findFleet } from './clusters.js';
import { openComparison } from './comparison.js';
import { type ClusterText, mergeLines, mergeTexts } from './merge.js';
import { renderClusters, renderClustersAsMarkdown } from './tell.js';
import { isSelfChecked } from '../process/self-check.js';

export interface FleetOptions {
  /**
   * The folder from which the fleet is searched: a weir.fleet.yaml upwards, otherwise folders with a weir.yaml below.
   */
  readonly path: string;
  /** Name of the command. `words` are its arguments. */
  readonly verb: string;
  readonly words: readonly string[];
  /** Names of clusters. If empty, all. */
  readonly wanted: readonly string[];
  /** Runs a command line. Returns its exit code. */
  readonly run: (argv: readonly string[]) => Promise<number>;
}

/** The result of a cluster. */
interface Done extends Printed<number> {
  readonly name: ClusterName;
}

/** Exit codes, worst first: a bug, problems in the input, differences. */
const WORST_FIRST = [3, 1, 2];

/** Options about the command, not about a cluster. They print one result, even without a fleet. */
const HELP_OPTIONS: ReadonlySet<string> = new Set(['-h', '--help']);

/** Number of clusters after which unused results are evicted. */
const KEPT_CLUSTERS = 1;

/** Functions that merge the output of clusters, by format. */
const FORMATS: ReadonlyMap<string, (texts: readonly ClusterText[], changes: readonly ClusterChange[]) => void> =
  new Map([
    ['text', printMerged],
    ['markdown', printMarkdown],
    ['github', printEachOnce],
    ['json', printTogether],
  ]);

/**
 * Runs `weir fleet COMMAND`: runs a command for each cluster of a fleet, one after the other in this process. A file
 * that several clusters read is parsed once. Prints one report, with the results of all clusters even if one fails. A
 * comparing command also prints added, removed and moved clusters. Returns the highest exit code.
 */
export async function fleetCommand(options: FleetOptions): Promise<number> {
  const { path, verb, words, wanted, run } = options;
  if (words.some((word) => HELP_OPTIONS.has(word))) return run(['node', 'weir', verb, ...words]);
  const format = FORMATS.get(formatOf(words));
  if (!format)
    return refuse([`--format is '${formatOf(words)}', expected ${[...FORMATS.keys()].join(', ')} for a fleet`]);
  const comparison = await openComparison(options);
  const fleet = comparison ?? (await findFleet(path, wanted));
  if ('result' in fleet) return refuse(fleet.problems);
  const {
    clusters,
    wordsFor,
    conclude: concludeFleet,
  } = 'clusters' in fleet ? fleet : { clusters: fleet, wordsFor: () => words, conclude: () => Promise.resolve(0) };
  const all = await runEach(clusters, (cluster) => [verb, ...wordsFor(cluster)], options);
  const changes = 'clusters' in fleet ? fleet.changes : [];
  format(
    all.map(({ name, stdout }) => ({ name, text: stdout })),
    changes,
  );
  // A message of the command is a separate block, even after findings.
  const notes = all.map(({ name, stderr }) => ({ name, text: stderr.replaceAll('\nweir: ', '\n\nweir: ') }));
  printRendered(mergeTexts(notes), 'stderr');
  return worst([conclude(all), await concludeFleet()]);
}

async function runEach(
  clusters: readonly FoundCluster[],
  wordsFor: (cluster: FoundCluster) => readonly string[],
  { path, run }: FleetOptions,
): Promise<readonly Done[]> {
  const engine = createEngine({ keptRounds: KEPT_CLUSTERS, isChecked: isSelfChecked() });
  const files = joinEqualFiles(createFileMemory(KEPT_CLUSTERS));
  const memory = { engine, files, revisions: createRevisionMemory() };
  const all: Done[] = [];
  for (const cluster of clusters) {
    const argv = ['node', 'weir', '-C', join(path, cluster.place), ...wordsFor(cluster)];
    all.push({ name: cluster.name, ...(await withSharedMemory(memory, () => capturePrinted(() => run(argv)))) });
    engine.endRound();
    files.endRun();
  }
  return all;
}

/** Prints the number of clusters, and the names of those without exit code 0. Returns the worst exit code. */
function conclude(all: readonly Done[]): number {
  const failed = all.filter(({ result }) => result !== 0);
  const which = failed.length === 0 ? 'all with exit code 0' : `not successful: ${describe(failed)}`;
  printMessage(`${plural(all.length, 'cluster')}, ${which}`);
  return worst(all.map(({ result }) => result));
}

function worst(codes: readonly number[]): number {
  return WORST_FIRST.find((code) => codes.includes(code)) ?? 0;
}

function describe(failed: readonly Done[]): string {
  return failed.map(({ name, result }) => `${name} (exit code ${result})`).join(', ');
}

function formatOf(words: readonly string[]): string {
  const at = words.findIndex((word) => word === '-f' || word === '--format' || word.startsWith('--format='));
  if (at < 0) return 'text';
  const word = words[at] ?? '';
  return word.startsWith('--format=') ? word.slice('--format='.length) : (words[at + 1] ?? '');
}

function printMerged(texts: readonly ClusterText[], changes: readonly ClusterChange[]): void {
  printRendered(renderClusters(changes) + mergeTexts(texts));
}

function printMarkdown(texts: readonly ClusterText[], changes: readonly ClusterChange[]): void {
  printRendered(renderClustersAsMarkdown(changes) + mergeTexts(texts));
}

function printEachOnce(texts: readonly ClusterText[]): void {
  printRendered(mergeLines(texts));
}

/** Prints the JSON results by cluster. A cluster without a result is null. */
function printTogether(texts: readonly ClusterText[], changes: readonly ClusterChange[]): void {
  const clusters = Object.fromEntries(texts.map(({ name, text }) => [name, parseJson(text) ?? null]));
  printJson({ clusters, ...(changes.length > 0 ? { changes } : {}) });
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) printMessage(problem);
  return 1;
}
