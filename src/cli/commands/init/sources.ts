import { resolve } from 'node:path';
import { readManifests } from '../../../compile/1-read/read.js';
import { kinds } from '../../../kinds/index.js';
import { knownKinds } from '../../../kinds/known.js';
import type { SourceFile } from '../../../model/manifest.js';
import type { ManifestSource } from '../../../model/manifest-source.js';
import { messages } from '../../../sources/messages.js';
import { type Root, findRoots } from '../../../sources/roots.js';
import { listNames } from '../../../std/list-text.js';
import { createReader } from '../../run/reader.js';
import { renderSources } from '../../run/render-sources.js';
import { nameObject } from './cluster-folders.js';

/** The sources of a folder, and their rendered objects. */
export interface FoundSources {
  /** Value for `sources` of weir.yaml. */
  readonly sources: readonly ManifestSource[];
  /** The rendered objects, if the tools are installed. */
  readonly rendered: readonly SourceFile[];
  /** Paths of files that are parts of sources, not manifests. */
  readonly parts: ReadonlySet<string>;
  /** Notes about skipped sources and open decisions. */
  readonly notes: readonly string[];
}

/**
 * Finds the kustomizations and charts of a folder that contain something that Weir compiles. Skips sources that cannot
 * be rendered, unless only the tool is missing here. `files` are those of the folder, by paths relative to it.
 */
export async function findSources(folder: string, files: readonly SourceFile[]): Promise<FoundSources> {
  const { roots, parts } = findRoots(files);
  const promising = new Set(files.filter(namesCompiledKind).map(({ path }) => path));
  const found: FoundSource[] = [];
  for (const root of roots.filter(({ paths }) => [...paths].some((path) => promising.has(path)))) {
    found.push(await render(root, folder));
  }
  const kept = found.filter(({ isKept }) => isKept);
  const rendered = kept.flatMap(({ file }) => file ?? []);
  return {
    sources: kept.map(({ root }) => root.source),
    rendered,
    parts: new Set([...parts, ...kept.flatMap(({ root }) => [...root.paths])]),
    notes: [...found.flatMap(({ note }) => note ?? []), ...describeRivals(rendered)],
  };
}

interface FoundSource {
  readonly root: Root;
  readonly isKept: boolean;
  readonly file?: SourceFile;
  readonly note?: string;
}

async function render(root: Root, folder: string): Promise<FoundSource> {
  const top = resolve(folder);
  const reader = createReader({ root: top, rev: undefined, findText: undefined, memory: undefined });
  const { files, reports } = await renderSources([root.source], top, [], reader);
  const problem = reports.find(({ severity }) => severity === 'error');
  if (problem) {
    const isKept = problem.code === messages.toolMissing.definition.code;
    const skipped = isKept ? '' : `${nameOf(root.source)} is not added to the sources: `;
    return { root, isKept, note: `${skipped}${problem.message}` };
  }
  const [file] = files;
  if (file && compiledIn([file]).length > 0) return { root, isKept: true, file };
  return { root, isKept: false, note: `${nameOf(root.source)} renders nothing that Weir compiles` };
}

/**
 * Returns the sources that render the same objects, as overlays for several clusters do. Only one of them is intended.
 */
function describeRivals(rendered: readonly SourceFile[]): string[] {
  const makers = new Map<string, string>();
  const rivals = new Set<string>();
  for (const manifest of compiledIn(rendered)) {
    const title = nameObject(manifest);
    const { path } = manifest.origin.file;
    const first = makers.get(title) ?? path;
    makers.set(title, first);
    if (first !== path) rivals.add(first).add(path);
  }
  if (rivals.size === 0) return [];
  return [
    `${listNames([...rivals].sort())} create the same objects, keep those of this cluster in \`sources\` of weir.yaml`,
  ];
}

/** Returns the objects that Weir compiles. */
export function compiledIn(files: readonly SourceFile[]): ReturnType<typeof readManifests>['compiled'] {
  return readManifests(files, { ...knownKinds, suggest: () => undefined }, () => undefined).compiled;
}

const COMPILED: ReadonlySet<string> = new Set(kinds.map(({ kind }) => kind));

/** Returns true if a file may contain a compiled object. Chart templates are not YAML. */
function namesCompiledKind({ text }: SourceFile): boolean {
  return Array.from(text.matchAll(/\bkind["']?[ \t]*:[ \t]*["']?([A-Za-z]+)/g)).some(([, kind = '']) =>
    COMPILED.has(kind),
  );
}

function nameOf(source: ManifestSource): string {
  return 'helm' in source
    ? `the chart ${source.helm}`
    : `the kustomization ${'kustomize' in source ? source.kustomize : ''}`;
}
