import type { Artefact, IndexedArtefact, MadeArtefact } from '../model/artefact.js';
import type { Cluster } from '../model/cluster.js';
import type { Engine } from '../engine/engine.js';
import type { Query } from '../engine/query.js';
import { findChange } from '../std/find-change.js';
import { type IndexEntry, createIndexTree, digestChunks, indexEntry } from './index-tree.js';

/** Version of the layout of the output folder. */
export const LAYOUT = 3;

/** Maximum sources of an artefact that are listed. Further ones are only counted. */
const MAX_SOURCES = 20;

/** Names of the zones and nodes of a cluster, including those without artefacts. */
export interface ClusterNames {
  readonly zones: Iterable<string>;
  readonly nodes: Iterable<string>;
}

/** Returns the names of all zones and nodes of a cluster. */
export function clusterNamesOf({ zones, nodeByName }: Cluster): ClusterNames {
  return { zones: zones.keys(), nodes: nodeByName.keys() };
}

/**
 * Returns the index. It contains every artefact with its SHA-256, source resources and counts, and the digest of the
 * inputs. It also contains the names of all zones and nodes, to distinguish an empty one from an unknown one.
 *
 * `index.json` is the root of a tree of files. A change of one artefact changes one file at each level.
 */
export function emitIndex(
  artefacts: readonly MadeArtefact[],
  names: ClusterNames,
  inputDigest: string,
  engine?: Engine,
): readonly Artefact[] {
  const index = lastingIndex(engine);
  index.list(artefacts, names);
  return index.emit(inputDigest);
}

/** Index of successive lists of artefacts. For the next list, only new objects are described. */
export interface LastingIndex {
  /** Lists exactly these artefacts and names. */
  readonly list: (artefacts: readonly MadeArtefact[], names: ClusterNames) => void;
  /** Replaces artefacts. */
  readonly exchange: (gone: Iterable<string>, made: readonly MadeArtefact[]) => void;
  /** Returns the entry of an artefact, or undefined if the path is not listed. */
  readonly find: (path: string) => IndexedArtefact | undefined;
  /** Returns the paths of the listed artefacts. */
  readonly paths: () => readonly string[];
  /**
   * Returns the files of the index, `index.json` last. Other files are the same objects as before if their content is
   * the same.
   */
  readonly emit: (inputDigest: string) => readonly Artefact[];
}

/** Returns the index of the last artefacts that were compiled with an engine. Without one, it is new. */
export function lastingIndex(engine?: Engine): LastingIndex {
  return engine ? engine.ask(indexOfAll, undefined, () => undefined) : createIndex();
}

const indexOfAll: Query<undefined, LastingIndex> = { name: 'index', run: createIndex };

/** An artefact and its entry in the index. */
interface Listed {
  readonly made: MadeArtefact;
  readonly described: IndexedArtefact;
  readonly entry: IndexEntry;
}

function createIndex(): LastingIndex {
  const tree = createIndexTree();
  const artefacts = new Map<string, Listed>();
  const names = new Map<string, IndexEntry>();
  /** The last list, if nothing was exchanged since. */
  let listed: readonly MadeArtefact[] | undefined;
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
      const before = listed ?? Array.from(artefacts.values(), (one) => one.made);
      const { start, end, endBefore } = findChange(before, made);
      const added = made.slice(start, end);
      const wanted = new Set(added.map(({ path }) => path));
      for (const { path } of before.slice(start, endBefore)) if (!wanted.has(path)) remove(path);
      for (const one of added) put(one);
      listed = made;
      putNames('zones', new Set(Array.from(zones, (name) => `zones/${name}`)));
      putNames('nodes', new Set(Array.from(nodes, (name) => `nodes/${name}`)));
    },
    exchange: (gone, made) => {
      listed = undefined;
      for (const path of gone) remove(path);
      for (const one of made) put(one);
    },
    find: (path) => artefacts.get(path)?.described,
    paths: () => [...artefacts.keys()],
    emit: (inputDigest) => tree.emit({ weir: LAYOUT, inputs: inputDigest }),
  };
}

/** Returns the entry of an artefact in the index. */
export function describeArtefact(artefact: MadeArtefact): IndexedArtefact {
  if ('sha256' in artefact) return artefact;
  const { path, content, sources, counts } = artefact;
  const known = { path, sha256: digestChunks(content), counts };
  if (sources.length <= MAX_SOURCES) return { ...known, sources };
  return { ...known, sources: sources.slice(0, MAX_SOURCES), moreSources: sources.length - MAX_SOURCES };
}
