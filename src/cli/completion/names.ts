import { join } from 'node:path';
import { isInvisible } from '../../diagnostics/visible.js';
import { kinds } from '../../kinds/index.js';
import { type RenderedFolder, readRenderedFolder } from '../../rendered/read-folder.js';
import { listReferences } from '../../sources/git-references.js';
import { findFleet } from '../fleet/clusters.js';
import { resolvePath } from '../process/folder.js';
import type { NamesOf } from './complete.js';
import { type InventoryNames, readInventoryNames } from './inventory.js';

/** Maximum number of completed names. */
const MAX_NAMES = 1000;
/** Placeholders of values that are git revisions. */
const REVISIONS = ['revision', 'base', 'head'];
/** Placeholders of values that are a namespace, or a pod as `namespace/name`, among others. */
const PEERS = ['peer', 'from-or-url', 'from', 'to'];
/**
 * Git revisions that completion offers. A revision that looks like an option, or needs shell quotes, is not offered.
 */
const PLAIN_REVISION = /^[A-Za-z0-9][A-Za-z0-9._/+@-]*$/;

/**
 * Returns the names for a placeholder of the command line. Names of the repository are those of the last output:
 * completion reads no manifest. Namespaces and pods also come from the inventory, revisions from git, and clusters from
 * the fleet. `repository`: folder with weir.yaml if the line has no -C.
 */
export function namesInRepository(repository: string): NamesOf {
  return async (placeholder, { folders, given, current }) => {
    if (placeholder === 'kind') return ['expectations', ...kinds.map(({ kind }) => kind)];
    if (placeholder === 'subject') return ['address', ...explainable().map((kind) => kind.toLowerCase())];
    const here = folders.reduce(resolvePath, '.');
    if (placeholder === 'names') return listClusters(here);
    const folder = folders.length > 0 ? here : repository;
    if (REVISIONS.includes(placeholder)) {
      return safe((await listReferences(folder, MAX_NAMES)).filter((name) => PLAIN_REVISION.test(name)));
    }
    if (PEERS.includes(placeholder)) return listEnds(readInventoryNames(folder), current);
    if (!['zone', 'node', 'namespace', 'name'].includes(placeholder)) return undefined;
    const rendered = readRenderedFolder(join(folder, 'rendered'));
    const others = placeholder === 'namespace' ? readInventoryNames(folder).namespaces : [];
    const own = 'result' in rendered ? [] : listNames(rendered, placeholder, given[0] ?? '');
    return safe([...own, ...others]);
  };
}

function explainable(): string[] {
  return kinds.flatMap(({ kind, placement }) => (placement ? [kind] : []));
}

async function listClusters(folder: string): Promise<string[]> {
  const clusters = await findFleet(folder, []);
  return 'result' in clusters ? [] : safe(clusters.map(({ name }) => name));
}

function listNames(
  { zones, nodes, artefacts }: RenderedFolder,
  placeholder: string,
  subject: string,
): Iterable<string> {
  if (placeholder === 'zone') return zones;
  if (placeholder === 'node') return nodes;
  const sources = [...artefacts.values()].flatMap((artefact) => artefact.sources);
  if (placeholder === 'namespace') return sources.flatMap((source) => / ([^/]+)\//.exec(source)?.[1] ?? []);
  const kind = explainable().find((one) => one.toLowerCase() === subject.toLowerCase());
  const prefix = `${kind ?? ''} `;
  return sources.filter((source) => source.startsWith(prefix)).map((source) => source.slice(prefix.length));
}

/** Returns namespaces, and pods if there are few. Otherwise, pods are completed after their namespace. */
function listEnds({ namespaces, pods }: InventoryNames, current: string): string[] {
  const fitting = [...pods].filter((name) => name.startsWith(current));
  const areFew = fitting.length <= MAX_NAMES || current.includes('/');
  return safe([...[...namespaces].filter((name) => name.startsWith(current)), ...(areFew ? fitting : [])]);
}

/** Returns the names without those that contain line breaks or invisible characters. */
function safe(names: Iterable<string>): string[] {
  const whole = [...new Set(names)].filter((name) => name !== '' && !Array.from(name).some(isInvisible));
  return whole.sort().slice(0, MAX_NAMES);
}
