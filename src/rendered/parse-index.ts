import { asObject, isListOf, isText, parseJson } from '../std/json.js';
import { INDEX, isArtefactPath, isIndexPath } from './artefact-path.js';
import { LAYOUT } from './index-file.js';

/** What the index says of an artefact. */
export interface ListedArtefact {
  readonly path: string;
  /** Hexadecimal SHA-256 of the file. */
  readonly sha256: string;
  /** `<kind> <namespace>/<name>` of the resources it comes from; the first of them where they are many. */
  readonly sources: readonly string[];
}

/** A file of the index that another names. */
export type ListedIndex = Pick<ListedArtefact, 'path' | 'sha256'>;

/** What the index says of an output folder. */
export interface FolderIndex {
  /** Names of all zones of the cluster. */
  readonly zones: ReadonlySet<string>;
  /** Names of all its nodes. */
  readonly nodes: ReadonlySet<string>;
  /** By path inside the folder. */
  readonly artefacts: ReadonlyMap<string, ListedArtefact>;
}

/** What one file of the index lists. */
export interface IndexList {
  readonly zones: readonly string[];
  readonly nodes: readonly string[];
  readonly artefacts: readonly ListedArtefact[];
  readonly lists: readonly ListedIndex[];
  /** The digest of the inputs; the root alone says it. */
  readonly inputs?: string;
}

/** The version of the layout that the text of an index.json says; undefined for a text that is no index of Weir. */
export function layoutOf(text: string): number | undefined {
  const weir = asObject(parseJson(text))?.weir;
  return typeof weir === 'number' ? weir : undefined;
}

/** The text of a file of the index that this version of Weir wrote, all of it; undefined for every other text. */
export function parseList(text: string, isRoot: boolean): IndexList | undefined {
  const { weir, inputs, zones = [], nodes = [], artefacts = [], lists = [] } = asObject(parseJson(text)) ?? { weir: 0 };
  if (weir !== (isRoot ? LAYOUT : undefined)) return undefined;
  if (!isListOf(isText, zones) || !isListOf(isText, nodes) || !isListOf(isListed, artefacts)) return undefined;
  if (!isListOf(isIndex, lists)) return undefined;
  return { zones, nodes, artefacts, lists, ...(isText(inputs) ? { inputs } : {}) };
}

/**
 * The paths that an index lists, whatever version of Weir wrote it, its own files among them; none if its root is no
 * index of Weir. Paths that lead out of the folder are left out. `read` gives the text of a file of the index, if it
 * can.
 */
export function parseIndexPaths(read: (path: string) => string | undefined): string[] {
  return joinIndexPaths((path) => {
    const text = read(path);
    return text === undefined ? undefined : parseIndexFile(text);
  });
}

/** What a file of an index lists, whatever version of Weir wrote it. */
export interface IndexPaths {
  /** Whether it says a version, as the root of an index does. */
  readonly isRoot: boolean;
  readonly artefacts: readonly string[];
  readonly lists: readonly string[];
}

/** The paths that the text of one file of an index lists. */
export function parseIndexFile(text: string): IndexPaths {
  const { weir, artefacts, lists } = asObject(parseJson(text)) ?? {};
  return {
    isRoot: typeof weir === 'number',
    artefacts: pathsIn(artefacts).filter(isArtefactPath),
    lists: pathsIn(lists).filter(isIndexPath),
  };
}

/** The same as `parseIndexPaths` of files that have been parsed. */
export function joinIndexPaths(read: (path: string) => IndexPaths | undefined): string[] {
  const root = read(INDEX);
  if (!root?.isRoot) return [];
  const paths = [INDEX];
  const known = new Set<string>();
  const pending: IndexPaths[] = [root];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const path of file.artefacts) paths.push(path);
    for (const path of file.lists) {
      // What is hostile may go round in circles.
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

/** Paths that lead out of the folder are in no index of ours. */
function isListed(value: unknown): value is ListedArtefact {
  const { path, sha256, sources } = asObject(value) ?? {};
  return isText(path) && isArtefactPath(path) && isText(sha256) && isListOf(isText, sources);
}

function isIndex(value: unknown): value is ListedIndex {
  const { path, sha256 } = asObject(value) ?? {};
  return isText(path) && isIndexPath(path) && isText(sha256);
}
