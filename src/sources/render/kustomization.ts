import { posix } from 'node:path';
import type { SourceFile } from '../../model/manifest.js';
import { type Json, type JsonObject, asList, asObject, asString } from '../../std/json.js';
import { compose } from '../../yaml/compose.js';

/** File names that kustomize looks for, in its order. */
export const KUSTOMIZATIONS = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** The files and folders that a kustomization refers to, as written, and the references that Weir does not allow. */
export interface Leads {
  readonly paths: readonly string[];
  /** URLs, and repositories to clone. */
  readonly remote: readonly string[];
  /** Fields whose plugins run programs or containers. */
  readonly plugins: readonly string[];
  /** Files that are not objects, but parts of objects. */
  readonly patches: readonly string[];
  /** All files and folders of the repository that it names. */
  readonly local: readonly string[];
  /** True for a component, which kustomize builds only as a part of other kustomizations. */
  readonly isComponent: boolean;
}

/** Fields with files or folders of resources. */
const RESOURCES = ['resources', 'bases', 'components'];
/** Fields with files, or with objects that have a path. */
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

/** Returns the references of a kustomization. A file that is not YAML has none. */
export function readLeads({ text }: SourceFile): Leads {
  return listLeads(asObject(compose(text).values[0]) ?? {});
}

/** Returns the references of a kustomization (kustomize 5). */
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

/** Returns true for a URL, or the address of a repository as git and kustomize accept it. */
function isRemote(path: string): boolean {
  return (
    !path.includes('\n') &&
    /^[a-z+]+:\/\/|^[^/\s]+@[^/\s]+:|^[a-z+]+::|[?&](?:ref|version|timeout|submodules)=|^(?:github\.com|gitlab\.com|bitbucket\.org)[/:]|^gh:|_git\//i.test(
      path,
    )
  );
}

/** Returns true if the first name of a missing path is a host name. kustomize would clone it. */
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
