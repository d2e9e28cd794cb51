import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { clusterNamesOf } from '../../output-index/index-file.js';
import { writeYaml } from '../../compile/6-emit/shared/yaml-text.js';
import { printNote, printRendered, printMessage } from '../process/print.js';
import { bundleArtefacts, bundlePolicy } from '../../rendered/bundles/bundle.js';
import type { Compilation } from '../../compile/compile.js';
import type { JsonObject } from '../../std/json.js';
import { POLICY_PATH, renderPolicy } from '../../policy/render.js';
import { type Parameters, readParameters } from './argo-cd-parameters.js';
import { compareLocks } from '../../kinds/locks.js';
import { readChunks } from '../../std/byte-writer.js';
import { describeSystemError } from '../../std/system-error.js';
import { printFindings } from '../run/diagnostics.js';
import { explainLockChanges } from '../run/lock-changes.js';
import { type PolicyRun, runForPolicy } from './policy.js';

export interface GenerateOptions {
  readonly path: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const MANIFESTS = 'cluster/manifests.yaml';

/**
 * Runs `weir generate`, as an Argo CD plugin: prints the objects to apply, and ConfigMaps for appliers, and writes no
 * file. Returns exit code 0, or 1 without any output. For Argo CD, an empty stream with success would delete
 * everything.
 */
export async function generateCommand({ path, environment }: GenerateOptions): Promise<number> {
  const parameters = readParameters(environment);
  if (typeof parameters === 'string') return refuse(parameters);
  const folder = resolveLinks(path);
  if (typeof folder !== 'string') return refuse(`${path} cannot be read: ${folder.reason}`);
  const repository = repositoryOf(folder, environment);
  const config = parameters.config === undefined ? undefined : resolve(path, parameters.config);
  if (config !== undefined && !isInside(config, repository)) return refuse(`${parameters.config ?? ''} does not exist`);
  const { strict } = parameters;
  const done = await runForPolicy({ path, strict, ...(config === undefined ? {} : { config }) }, 'artefacts');
  const { root, input, compilation, findings } = done;
  // Rendered objects have no file. Their sources were read inside of the repository.
  const outside = input?.files.find((file) => !file.trace && !isInside(resolve(root, file.path), repository));
  if (outside) return refuse(`${outside.path} is outside of the repository of the application`);
  printFindings(findings, 'text', 'stderr');
  if (!input || !compilation || !done.policyFor) return 1;
  if (parameters.locked) {
    const changes = compareLocks(compilation.lock.before, compilation.lock.after);
    if (changes.length > 0) return refuse(`weir.lock.yaml is not up to date\n${explainLockChanges(changes, input)}`);
  }
  const stream = renderStream(compilation, done.policyFor, parameters);
  if (typeof stream !== 'string') return refuse(stream.problem);
  printRendered(stream);
  return 0;
}

/** Prints all documents. Reports an error if there are none. */
function renderStream(
  compilation: Compilation,
  policyFor: PolicyFor,
  parameters: Parameters,
): string | { readonly problem: string } {
  const manifests = compilation.artefacts.find((artefact) => artefact.path === MANIFESTS);
  const objects = manifests ? [readChunks(manifests.content)] : [];
  const bundles = renderBundles(compilation, policyFor, parameters);
  if (typeof bundles === 'string') return { problem: bundles };
  const documents = [...objects, ...bundles.map((object) => `${writeYaml(object, 0)}\n`)];
  return documents.length > 0 ? documents.join('---\n') : { problem: 'there is no object to apply' };
}

type PolicyFor = NonNullable<PolicyRun['policyFor']>;

/** Returns the ConfigMaps for appliers, or an error message. */
function renderBundles(
  { artefacts, cluster, lock }: Compilation,
  policyFor: PolicyFor,
  { deliver, namespace }: Parameters,
): readonly JsonObject[] | string {
  if (deliver === 'nothing') return [];
  if (namespace === undefined) {
    return 'set the namespace of the ConfigMaps: the parameter namespace, or the destination of the application';
  }
  if (deliver === 'artefacts') return bundleArtefacts({ artefacts, ...clusterNamesOf(cluster) }, namespace);
  const { text } = renderPolicy(policyFor(lock.before));
  return bundlePolicy({ path: POLICY_PATH, content: Buffer.from(text), sources: [] }, namespace);
}

/** Returns the checkout of Argo CD: the application's folder, links resolved, without its path in the repository. */
function repositoryOf(
  folder: string,
  { ARGOCD_APP_SOURCE_PATH: inRepository = '' }: GenerateOptions['environment'],
): string {
  const suffix = resolve('/', inRepository)
    .split(sep)
    .filter((part) => part !== '');
  const parts = folder.split(sep);
  const isSuffix =
    suffix.length > 0 && suffix.every((part, index) => parts[parts.length - suffix.length + index] === part);
  return isSuffix ? parts.slice(0, parts.length - suffix.length).join(sep) : folder;
}

/** Returns true if a file, links resolved, is in a folder: a repository must not read foreign files of the machine. */
function isInside(file: string, folder: string): boolean {
  const real = resolveLinks(file);
  return typeof real === 'string' && real.startsWith(`${folder}${sep}`);
}

/** Resolves links in a path. Returns a reason if this fails. */
function resolveLinks(path: string): string | { readonly reason: string } {
  try {
    return realpathSync(path);
  } catch (thrown) {
    return { reason: describeSystemError(thrown) };
  }
}

function refuse(problem: string): number {
  const [first = '', ...more] = problem.trimEnd().split('\n');
  printMessage(first);
  more.forEach(printNote);
  return 1;
}
