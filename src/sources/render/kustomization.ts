import { posix } from 'node:path';
import type { SourceFile } from '../../model/manifest.js';
import { type Json, type JsonObject, asList, asObject, asString } from '../../std/json.js';
import { compose } from '../../yaml/compose.js';

/** The names that kustomize looks for, in its order. */
export const KUSTOMIZATIONS = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** What a kustomization leads to: folders and files beside it, as written, and what Weir does not let it reach. */
export interface Leads {
  readonly paths: readonly string[];
  /** URLs, and repositories to be cloned. */
  readonly remote: readonly string[];
  /** Fields whose plugins run programs or containers. */
  readonly plugins: readonly string[];
  /** Files that are no objects, but parts of some. */
  readonly patches: readonly string[];
  /** All files and folders of the repository that it names. */
  readonly local: readonly string[];
  /** True if it is a part of others, which kustomize builds by itself only with them. */
  readonly isComponent: boolean;
}

/** Fields with files or folders of resources. */
const RESOURCES = ['resources', 'bases', 'components'];
/** Fields with files only, or objects with a path. */
const FILES = [
  'crds',
  'configurations',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'replacements',
  'openapi',
];
const GENERATORS = ['configMapGenerator', 'secretGenerator'];
const PLUGINS = [
  'generators',
  'transformers',
  'validators',
  'helmCharts',
  'helmChartInflationGenerator',
  'helmGlobals',
];
const PATCHES = ['patches', 'patchesStrategicMerge', 'patchesJson6902'];

/** Reads what a kustomization leads to; what is not YAML leads nowhere. */
export function readLeads({ text }: SourceFile): Leads {
  return listLeads(asObject(compose(text).values[0]) ?? {});
}

/** Lists what a kustomization leads to (kustomize 5). */
export function listLeads(object: JsonObject): Leads {
  const paths = RESOURCES.flatMap((field) => textsOf(object[field]));
  const files = FILES.flatMap((field) => pathsIn(object[field]));
  const generated = GENERATORS.flatMap((field) => asList(object[field]).flatMap(generatorFiles));
  const named = [...paths, ...files, ...generated];
  return {
    paths,
    remote: named.filter(isRemote),
    plugins: PLUGINS.filter((field) => object[field] !== undefined),
    patches: PATCHES.flatMap((field) => pathsIn(object[field])).filter((path) => !path.includes('\n')),
    local: named.filter((path) => !path.includes('\n') && !isRemote(path)),
    isComponent: object.kind === 'Component',
  };
}

/** A URL of any sort, or the address of a repository as git and kustomize take them. */
function isRemote(path: string): boolean {
  return (
    !path.includes('\n') &&
    /^[a-z+]+:\/\/|^[^/\s]+@[^/\s]+:|^[a-z+]+::|[?&](?:ref|version|timeout|submodules)=|^(?:github\.com|gitlab\.com|bitbucket\.org)[/:]|^gh:|_git\//i.test(
      path,
    )
  );
}

/** A host as the first name of a path that is not there: kustomize would clone it. */
export function looksLikeHost(path: string): boolean {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i.test(posix.normalize(path));
}

function textsOf(value: Json | undefined): readonly string[] {
  return asList(value).flatMap((item) => asString(item) ?? []);
}

function pathsIn(value: Json | undefined): readonly string[] {
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return items.flatMap((item) => asString(item) ?? asString(asObject(item)?.path) ?? []);
}

function generatorFiles(value: Json): readonly string[] {
  const { files, env, envs }: JsonObject = asObject(value) ?? {};
  const named = textsOf(files).map((text) => text.slice(text.indexOf('=') + 1));
  return [...named, ...textsOf(envs), ...(asString(env) === undefined ? [] : [asString(env) ?? ''])];
}
