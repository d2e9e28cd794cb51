import { posix } from 'node:path';
import type { SourceFile } from '../model/manifest.js';
import type { ManifestSource } from '../model/manifest-source.js';
import { asObject, asString } from '../std/json.js';
import { compose } from '../yaml/compose.js';
import { KUSTOMIZATIONS, type Leads, readLeads } from './render/kustomization.js';

/** A kustomization or a chart that no other one of a folder includes. */
export interface Root {
  readonly source: ManifestSource;
  /** Paths of the files that it is rendered from. */
  readonly paths: ReadonlySet<string>;
}

/** The kustomizations and charts of a folder. */
export interface Rendering {
  readonly roots: readonly Root[];
  /** Paths of files that are not manifests on their own: all files of charts, and patches of kustomizations. */
  readonly parts: ReadonlySet<string>;
}

interface Kustomization {
  readonly path: string;
  readonly leads: Leads;
}

/**
 * Finds the kustomizations and charts among the files of a folder, sorted by their folders. Paths are relative to the
 * folder.
 */
export function findRoots(files: readonly SourceFile[]): Rendering {
  const paths = new Set(files.map(({ path }) => path));
  const kustomizations = new Map<string, Kustomization>();
  for (const file of files) {
    const [folder, name] = [posix.dirname(file.path), posix.basename(file.path)];
    if (KUSTOMIZATIONS.includes(name)) kustomizations.set(folder, { path: file.path, leads: readLeads(file) });
  }
  const metadata = files.filter(({ path }) => posix.basename(path) === 'Chart.yaml');
  const filesOf = filesBelow(new Set(metadata.map(({ path }) => posix.dirname(path))), files);
  const patches = [...kustomizations].flatMap(([folder, { leads }]) =>
    leads.patches.map((path) => posix.join(folder, path)),
  );
  return {
    roots: [...findTops(kustomizations, paths), ...findCharts(metadata, filesOf)],
    parts: new Set([...patches, ...[...filesOf.values()].flatMap((own) => [...own])]),
  };
}

/** Returns the kustomizations that no other one refers to. */
function findTops(kustomizations: ReadonlyMap<string, Kustomization>, paths: ReadonlySet<string>): Root[] {
  const named = new Set<string>();
  for (const [folder, { leads }] of kustomizations)
    for (const path of leads.paths) named.add(folderAt(posix.join(folder, path)));
  return [...kustomizations]
    .filter(([folder, { leads }]) => !named.has(folder) && !leads.isComponent)
    .map(([folder]) => ({ source: { kustomize: folder }, paths: pathsBehind(folder, kustomizations, paths) }))
    .sort((a, b) => (a.source.kustomize < b.source.kustomize ? -1 : 1));
}

/** Returns the files that a kustomization and its bases refer to, transitively. */
function pathsBehind(
  start: string,
  kustomizations: ReadonlyMap<string, Kustomization>,
  paths: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [start];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const kustomization = kustomizations.get(folder);
    if (!kustomization || found.has(kustomization.path)) continue;
    found.add(kustomization.path);
    for (const path of kustomization.leads.local) {
      const place = posix.join(folder, path);
      if (paths.has(place)) found.add(place);
      else pending.push(folderAt(place));
    }
  }
  return found;
}

/** Returns the charts that are not in the `charts` folder of another chart and can be installed on their own. */
function findCharts(metadata: readonly SourceFile[], filesOf: ReadonlyMap<string, ReadonlySet<string>>): Root[] {
  return metadata.flatMap((file): Root[] => {
    const folder = posix.dirname(file.path);
    const { name, type } = asObject(compose(file.text).values[0]) ?? {};
    if (type === 'library' || isSubchart(folder, filesOf)) return [];
    const release = asString(name);
    const source = { helm: folder, ...(release === undefined ? {} : { release }) };
    return [{ source, paths: filesOf.get(folder) ?? new Set() }];
  });
}

/** Returns the files in and below each of the folders. */
function filesBelow(folders: ReadonlySet<string>, files: readonly SourceFile[]): ReadonlyMap<string, Set<string>> {
  const below = new Map(Array.from(folders, (folder) => [folder, new Set<string>()]));
  for (const { path } of files) {
    for (let folder = posix.dirname(path), at = ''; folder !== at; folder = posix.dirname(folder)) {
      below.get(folder)?.add(path);
      at = folder;
    }
  }
  return below;
}

function isSubchart(folder: string, charts: ReadonlyMap<string, unknown>): boolean {
  const above = posix.dirname(folder);
  return posix.basename(above) === 'charts' && charts.has(posix.dirname(above));
}

/** Returns a folder in the notation of `posix.dirname`. */
function folderAt(path: string): string {
  return posix.join(path, '.');
}
