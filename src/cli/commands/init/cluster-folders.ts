import { posix } from 'node:path';
import { kinds } from '../../../kinds/index.js';
import { titleOf } from '../../../model/kubernetes-object.js';
import type { Manifest } from '../../../model/manifest.js';
import { CONFIGURATION_PATH } from '../../../settings/configuration/parse.js';
import { listNames } from '../../../std/list-text.js';
import { quoteShellWord } from '../../../std/shell-word.js';

const NAMESPACED: ReadonlySet<string> = new Set(kinds.filter(({ namespaced }) => namespaced).map(({ kind }) => kind));

/** Returns the identity of an object in the API server. */
export function nameObject({ kind, namespace, name }: Pick<Manifest, 'kind' | 'namespace' | 'name'>): string {
  return titleOf(kind, { namespace: NAMESPACED.has(kind) ? namespace : '', name });
}

/**
 * Returns notes that offer a fleet: for folders below that have a weir.yaml, or for folders that have the same objects, as those
 * of several clusters do. `paths` are those of all files, relative to the folder of init.
 */
export function offerFleet(manifests: readonly Manifest[], paths: readonly string[]): string[] {
  const configured = paths
    .filter((path) => posix.basename(path) === CONFIGURATION_PATH)
    .map((path) => posix.dirname(path))
    .sort();
  if (configured.length > 0) {
    const own = configured.length === 1 ? 'has a weir.yaml of its own' : 'have a weir.yaml of their own';
    return [
      `${listNames(configured)} ${own}, \`weir fleet check\` checks each as a cluster and needs no weir.yaml here`,
    ];
  }
  const folders = findClusterFolders(manifests);
  const [first] = folders;
  if (first === undefined) return [];
  return [
    `${listNames(folders)} have the same objects, as the folders of several clusters do. To make them a fleet, run \`weir init\` in each (\`weir -C ${quoteShellWord(first)} init\`), then \`weir fleet check\` here`,
  ];
}

/** Returns the folders in which the paths of equal objects first differ, sorted. */
function findClusterFolders(manifests: readonly Manifest[]): string[] {
  const pathsOf = new Map<string, Set<string>>();
  for (const manifest of manifests) {
    const title = nameObject(manifest);
    const paths = pathsOf.get(title) ?? new Set();
    pathsOf.set(title, paths.add(placeOf(manifest.origin.file.path)));
  }
  const folders = [...pathsOf.values()].flatMap((paths) => (paths.size > 1 ? divergingFolders([...paths]) : []));
  return [...new Set(folders)].sort();
}

/**
 * Returns the folder of a file. For a rendered file, this is its kustomization or chart: `<kustomize clusters/east>`.
 */
function placeOf(path: string): string {
  const [, folder] = /^<[a-z]+ (.*)>$/.exec(path) ?? [];
  return folder === undefined ? path : `${folder}/`;
}

/** Returns each path up to the first name that differs among them, or an empty list if that is a file name. */
function divergingFolders(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split('/'));
  const [first = []] = parts;
  const depth = first.findIndex((name, index) => parts.some((other) => other[index] !== name));
  if (depth < 0 || parts.some((names) => names.length <= depth + 1)) return [];
  return parts.map((names) => names.slice(0, depth + 1).join('/'));
}
