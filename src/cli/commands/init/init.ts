import { resolve } from 'node:path';
import type { CompileInput } from '../../../compile/compile-input.js';
import { boundFindings } from '../../../diagnostics/collect.js';
import { takeClusterSubnets } from '../../../discovery/discover.js';
import { renderConfiguration } from '../../../discovery/render.js';
import type { Report } from '../../../model/diagnostic.js';
import type { SourceFile } from '../../../model/manifest.js';
import { findTop } from '../../../rendered/configured.js';
import { type NewFile, findObstacle, writeNew } from '../../../rendered/write-new.js';
import { checkConfiguration } from '../../../schema/configuration.js';
import { CONFIGURATION_PATH, parseConfiguration } from '../../../settings/configuration/parse.js';
import { readFolder } from '../../../sources/collect.js';
import { isFolder } from '../../../sources/is-folder.js';
import type { HostingName } from './hostings.js';
import { printLines, printMessage, printNote } from '../../process/print.js';
import { MAX_FINDINGS, printFindings } from '../../run/diagnostics.js';
import { renderInventory, writeInventoryFiles } from '../inventory.js';
import { type CollectOptions, type CollectedInput, collectInput } from './collect-input.js';
import { describeHealth } from './health.js';
import { type CiFile, chooseCiFile } from './hosting.js';
import { type FoundManifests, findManifests } from './manifests.js';

export interface InitOptions extends CollectOptions {
  /** The folder of the new weir.yaml. */
  readonly path: string;
  /** If true, existing files may be replaced. */
  readonly force: boolean;
  /** Hosting of the CI file. If unset, detected from the repository. */
  readonly ci?: HostingName;
}

const INVENTORY = 'inventory';

/**
 * Runs `weir init`: writes weir.yaml, the inventory and the CI file, and prints the current egress. Returns exit code
 * 0, or 1 with nothing written if a file exists or the cluster cannot be read.
 */
export async function initCommand(options: InitOptions): Promise<number> {
  const { path, force } = options;
  if (!isFolder(path)) return refuse([`${path} is not a folder`]);
  const before = findObstacle(path, CONFIGURATION_PATH, force);
  if (before !== undefined) return refuse([`${before}, set --force to replace it`]);
  const gathered = await collectInput(options);
  if (gathered.result === 'failed') return refuse(gathered.problems);
  const manifests = await findManifests(path, INVENTORY);
  if (!gathered.inventory) takeClusterSubnets(manifests.objects, gathered.settings);
  const configuration = configurationOf(gathered, manifests);
  const input = inputOf(configuration, gathered, manifests);
  if (!input.ok) {
    printFindings(boundFindings(input.reports, MAX_FINDINGS), 'text', 'stderr');
    return 1;
  }
  const health = describeHealth(input.value, gathered.inventory ? gathered.objects : manifests.objects);
  const top = findTop(resolve(path));
  const ci = await chooseCiFile(top, options.ci);
  const problems = writeAll(options, gathered, configuration, top, ci);
  if (problems.length > 0) return refuse(problems);
  for (const note of [...gathered.notes, ...manifests.notes]) printNote(`note: ${note}`);
  if (!ci)
    printNote('note: no CI workflow written, because no git remote is on GitHub or GitLab, set --ci to choose one');
  printLines([...health, '', ...nextSteps(gathered, manifests)]);
  return 0;
}

function configurationOf({ settings, inventory }: CollectedInput, { globs, sources }: FoundManifests): string {
  return renderConfiguration(settings, {
    inventory: inventory ? [`${INVENTORY}/*.yaml`] : [],
    ...(globs.length > 0 ? { manifests: globs } : {}),
    ...(sources.length > 0 ? { sources } : {}),
  });
}

type CheckedInput =
  { readonly ok: true; readonly value: CompileInput } | { readonly ok: false; readonly reports: Report[] };

/** Returns the input of a later `weir check`. Without manifests, the resources of the cluster are the egress. */
function inputOf(
  text: string,
  { inventory }: CollectedInput,
  { files, globs, sources, reports: read }: FoundManifests,
): CheckedInput {
  const reports: Report[] = [...read];
  const configurationFile: SourceFile = { path: CONFIGURATION_PATH, text };
  const configuration = parseConfiguration(configurationFile, checkConfiguration, (one) => void reports.push(one));
  if (!configuration) return { ok: false, reports };
  const pulled = inventory ? renderInventory(inventory) : [];
  const inventoryFiles = pulled.map(({ path, text: content }): SourceFile => {
    const file = { path: `${INVENTORY}/${path}`, text: content };
    return globs.length + sources.length > 0 ? { ...file, role: 'inventory' } : file;
  });
  const value = {
    configuration: { ...configuration, allowEmpty: true },
    configurationFile,
    files: [...files, ...inventoryFiles],
    reports,
  };
  return { ok: true, value };
}

/**
 * Writes all files after checking for conflicts. weir.yaml comes last, because it marks the folder as a repository of
 * Weir.
 */
function writeAll(
  { path, force }: InitOptions,
  { inventory }: CollectedInput,
  configuration: string,
  top: string,
  ci: CiFile | undefined,
): readonly string[] {
  const isThere =
    inventory && !force && readFolder(path, { include: [`${INVENTORY}/*`], exclude: [] }).files.length > 0;
  if (isThere) return [`${INVENTORY}/ is not empty, set --force to replace an inventory of Weir`];
  const obstacle = inventory && findObstacle(path, `${INVENTORY}/x`, true);
  if (obstacle !== undefined) return [obstacle];
  const problem = inventory && writeInventoryFiles(resolve(path, INVENTORY), inventory);
  if (problem !== undefined) return [problem];
  if (ci) writeCiFile(top, ci, force);
  const file: NewFile = { path: CONFIGURATION_PATH, text: configuration };
  const failure = writeNew(path, file);
  return failure === undefined ? [] : [failure];
}

/** Writes the CI file, unless the repository has it or an equivalent. */
function writeCiFile(top: string, { path, text, advice }: CiFile, force: boolean): void {
  const problem = findObstacle(top, path, force) ?? writeNew(top, { path, text });
  printNote(problem === undefined ? `${path} runs Weir in CI, ${advice}` : `note: ${problem}, kept unchanged`);
}

function nextSteps({ inventory }: CollectedInput, { globs, sources }: FoundManifests): readonly string[] {
  return [
    'Next',
    ...(inventory
      ? []
      : ['  weir inventory --out inventory     and name it in weir.yaml: `inventory: [inventory/*.yaml]`']),
    ...(globs.length + sources.length > 0
      ? []
      : ['  put the resources to review into a folder such as egress/ (inventory/ has those of the cluster)']),
    '  weir check                         report findings',
    '  weir compile                       write rendered/, commit it with the resources',
    '  weir expect --suggest > expectations.yaml   record what holds today',
  ];
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) printMessage(problem);
  return 1;
}
