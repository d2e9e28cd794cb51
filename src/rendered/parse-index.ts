import { asObject, isListOf, isText, parseJson } from '../std/json.js';
import { INDEX, isArtefactPath } from './artefact-path.js';
import { LAYOUT } from './index-file.js';

/** What `index.json` says of an artefact. */
export interface ListedArtefact {
  readonly path: string;
  /** Hexadecimal SHA-256 of the file. */
  readonly sha256: string;
  /** `<kind> <namespace>/<name>` of the resources it comes from. */
  readonly sources: readonly string[];
}

/** What `index.json` says of an output folder. */
export interface FolderIndex {
  /** Names of all zones of the cluster. */
  readonly zones: ReadonlySet<string>;
  /** Names of all its nodes. */
  readonly nodes: ReadonlySet<string>;
  /** By path inside the folder. */
  readonly artefacts: ReadonlyMap<string, ListedArtefact>;
}

/** The text of an index that this version of Weir wrote, all of it; undefined for every other text. */
export function parseIndex(text: string): FolderIndex | undefined {
  const { weir, zones, nodes, artefacts } = asObject(parseJson(text)) ?? {};
  if (weir !== LAYOUT || !isListOf(isText, zones) || !isListOf(isText, nodes) || !isListOf(isListed, artefacts))
    return undefined;
  return {
    zones: new Set(zones),
    nodes: new Set(nodes),
    artefacts: new Map(artefacts.map((artefact) => [artefact.path, artefact])),
  };
}

/**
 * The paths that the text of an index lists, whatever version of Weir wrote it, its own first; none where the text is no
 * such index. Paths that lead out of the folder are left out.
 */
export function parseIndexPaths(text: string): string[] {
  const { weir, artefacts } = asObject(parseJson(text)) ?? {};
  if (typeof weir !== 'number' || !Array.isArray(artefacts)) return [];
  return [
    INDEX,
    ...artefacts
      .map((artefact) => asObject(artefact)?.path)
      .filter(isText)
      .filter(isArtefactPath),
  ];
}

/** Paths that lead out of the folder are in no index of ours. */
function isListed(value: unknown): value is ListedArtefact {
  const { path, sha256, sources } = asObject(value) ?? {};
  return isText(path) && isArtefactPath(path) && isText(sha256) && isListOf(isText, sources);
}
