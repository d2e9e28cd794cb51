import { asObject, isListOf, isText, parseJson } from '../std/json.js';
import { INDEX, isArtefactPath, isIndexPath } from './artefact-path.js';
import { LAYOUT } from './index-file.js';

/** An artefact in the index. */
export interface ListedArtefact {
  readonly path: string;
  /** Hexadecimal SHA-256 of the file. */
  readonly sha256: string;
  /** `<kind> <namespace>/<name>` of its source resources. If there are many, only the first ones. */
  readonly sources: readonly string[];
}

/** A file of the index that another one lists. */
export type ListedIndex = Pick<ListedArtefact, 'path' | 'sha256'>;

/** The index of an output folder. */
export interface FolderIndex {
  /** Names of all zones of the cluster. */
  readonly zones: ReadonlySet<string>;
  /** Names of all nodes of the cluster. */
  readonly nodes: ReadonlySet<string>;
  /** By path inside the folder. */
  readonly artefacts: ReadonlyMap<string, ListedArtefact>;
}

/** Content of one file of the index. */
export interface IndexList {
  readonly zones: readonly string[];
  readonly nodes: readonly string[];
  readonly artefacts: readonly ListedArtefact[];
  readonly lists: readonly ListedIndex[];
  /** Digest of the inputs. Only set in the root. */
  readonly inputs?: string;
}

/** Returns the layout version of the text of an index.json. Returns undefined if it is not an index of Weir. */
export function layoutOf(text: string): number | undefined {
  const weir = asObject(parseJson(text))?.weir;
  return typeof weir === 'number' ? weir : undefined;
}

/** Parses a complete file of the index, as written by this version of Weir. Returns undefined for any other text. */
export function parseList(text: string, isRoot: boolean): IndexList | undefined {
  const { weir, inputs, zones = [], nodes = [], artefacts = [], lists = [] } = asObject(parseJson(text)) ?? { weir: 0 };
  if (weir !== (isRoot ? LAYOUT : undefined)) return undefined;
  if (!isListOf(isText, zones) || !isListOf(isText, nodes) || !isListOf(isListed, artefacts)) return undefined;
  if (!isListOf(isIndex, lists)) return undefined;
  return { zones, nodes, artefacts, lists, ...(isText(inputs) ? { inputs } : {}) };
}

/**
 * Returns the paths in an index of any version of Weir, including its own files. Returns none if its root is not an
 * index of Weir, and skips paths that leave the folder. `read` returns the text of a file of the index, or undefined.
 */
export function parseIndexPaths(read: (path: string) => string | undefined): string[] {
  return joinIndexPaths((path) => {
    const text = read(path);
    return text === undefined ? undefined : parseIndexFile(text);
  });
}

/** Paths in a file of an index of any version of Weir. */
export interface IndexPaths {
  /** True if it has a version, like the root of an index. */
  readonly isRoot: boolean;
  readonly artefacts: readonly string[];
  readonly lists: readonly string[];
}

/** Returns the paths in the text of one file of an index. */
export function parseIndexFile(text: string): IndexPaths {
  const { weir, artefacts, lists } = asObject(parseJson(text)) ?? {};
  return {
    isRoot: typeof weir === 'number',
    artefacts: pathsIn(artefacts).filter(isArtefactPath),
    lists: pathsIn(lists).filter(isIndexPath),
  };
}

/** Returns the paths in an index whose files are already parsed, like `parseIndexPaths`. */
export function joinIndexPaths(read: (path: string) => IndexPaths | undefined): string[] {
  const root = read(INDEX);
  if (!root?.isRoot) return [];
  const paths = [INDEX];
  const known = new Set<string>();
  const pending: IndexPaths[] = [root];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const path of file.artefacts) paths.push(path);
    for (const path of file.lists) {
      // Hostile input may contain cycles.
      if (known.size === known.add(path).size) continue;
      paths.push(path);
      const below = read(path);
      if (below !== undefined) pending.push(below);
    }
  }
  return paths;
}

function pathsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map((item: unknown) => asObject(item)?.path).filter(isText) : [];
}

/** Returns true for an entry of an artefact. No index of Weir contains a path that leaves the folder. */
function isListed(value: unknown): value is ListedArtefact {
  const { path, sha256, sources } = asObject(value) ?? {};
  return isText(path) && isArtefactPath(path) && isText(sha256) && isListOf(isText, sources);
}

function isIndex(value: unknown): value is ListedIndex {
  const { path, sha256 } = asObject(value) ?? {};
  return isText(path) && isIndexPath(path) && isText(sha256);
}
