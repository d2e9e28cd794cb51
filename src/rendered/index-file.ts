import type { Artefact, IndexedArtefact, MadeArtefact } from '../model/artefact.js';
import type { Cluster } from '../model/cluster.js';
import { type Memo, noMemo } from '../model/memo.js';
import { type IndexEntry, createIndexTree, digestChunks, indexEntry } from './index-tree.js';

/** Version of the output folder's layout. */
export const LAYOUT = 3;

/** More sources than this are counted: what has so many says itself what it is for. */
const MAX_SOURCES = 20;

/** Names of the zones and nodes of a cluster, those without artefacts too. */
export interface ClusterNames {
  readonly zones: Iterable<string>;
  readonly nodes: Iterable<string>;
}

/** The names of all zones and nodes. */
export function clusterNamesOf({ zones, nodeByName }: Cluster): ClusterNames {
  return { zones: zones.keys(), nodes: nodeByName.keys() };
}

/**
 * The index: every artefact with its SHA-256, the resources it comes from and what it counts; the names of all zones
 * and nodes, so that an empty one differs from an unknown one; and the digest of the inputs. `index.json` is the root of a
 * tree of files. A change of one artefact changes one file at each level.
 */
export function emitIndex(
  artefacts: readonly MadeArtefact[],
  names: ClusterNames,
  inputDigest: string,
  memo: Memo = noMemo,
): readonly Artefact[] {
  const index = lastingIndex(memo);
  index.list(artefacts, names);
  return index.emit(inputDigest);
}

/** The index of one list of artefacts after the other: of the next one only what is another object is described again. */
export interface LastingIndex {
  /** Lists these artefacts and names, and nothing else. */
  readonly list: (artefacts: readonly MadeArtefact[], names: ClusterNames) => void;
  /** Lists these in the place of some others. */
  readonly exchange: (gone: Iterable<string>, made: readonly MadeArtefact[]) => void;
  /** What it says of an artefact; undefined if it lists none of this path. */
  readonly find: (path: string) => IndexedArtefact | undefined;
  /** The paths of the artefacts that it lists. */
  readonly paths: () => readonly string[];
  /** Its files, `index.json` last. What is in the others decides whether they are the same objects as before. */
  readonly emit: (inputDigest: string) => readonly Artefact[];
}

/** The index of the last artefacts that have been compiled with a memo; a new one without. */
export function lastingIndex(memo: Memo): LastingIndex {
  return memo('index', undefined, [], createIndex);
}

/** An artefact as it was made, and what is said of it. */
interface Listed {
  readonly made: MadeArtefact;
  readonly described: IndexedArtefact;
  readonly entry: IndexEntry;
}

function createIndex(): LastingIndex {
  const tree = createIndexTree();
  const artefacts = new Map<string, Listed>();
  const names = new Map<string, IndexEntry>();
  const put = (made: MadeArtefact): void => {
    const { path } = made;
    if (artefacts.get(path)?.made === made) return;
    remove(path);
    const described = describeArtefact(made);
    const entry = indexEntry('artefacts', path, described);
    artefacts.set(path, { made, described, entry });
    tree.add(entry);
  };
  const remove = (path: string): void => {
    const known = artefacts.get(path);
    if (known) tree.remove(known.entry);
    artefacts.delete(path);
  };
  const putNames = (list: 'zones' | 'nodes', wanted: ReadonlySet<string>): void => {
    const own = [...names].filter(([, entry]) => entry.list === list);
    for (const [key, entry] of own) {
      if (wanted.has(key)) continue;
      tree.remove(entry);
      names.delete(key);
    }
    for (const key of wanted) {
      if (names.has(key)) continue;
      const entry = indexEntry(list, key, key.slice(list.length + 1));
      names.set(key, entry);
      tree.add(entry);
    }
  };
  return {
    list: (made, { zones, nodes }) => {
      for (const one of made) put(one);
      if (artefacts.size > made.length) {
        const wanted = new Set(made.map(({ path }) => path));
        for (const path of [...artefacts.keys()]) if (!wanted.has(path)) remove(path);
      }
      putNames('zones', new Set(Array.from(zones, (name) => `zones/${name}`)));
      putNames('nodes', new Set(Array.from(nodes, (name) => `nodes/${name}`)));
    },
    exchange: (gone, made) => {
      for (const path of gone) remove(path);
      for (const one of made) put(one);
    },
    find: (path) => artefacts.get(path)?.described,
    paths: () => [...artefacts.keys()],
    emit: (inputDigest) => tree.emit({ weir: LAYOUT, inputs: inputDigest }),
  };
}

/** What the index says of an artefact. */
export function describeArtefact(artefact: MadeArtefact): IndexedArtefact {
  if ('sha256' in artefact) return artefact;
  const { path, content, sources, counts } = artefact;
  const known = { path, sha256: digestChunks(content), counts };
  if (sources.length <= MAX_SOURCES) return { ...known, sources };
  return { ...known, sources: sources.slice(0, MAX_SOURCES), moreSources: sources.length - MAX_SOURCES };
}
