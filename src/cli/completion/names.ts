import { join } from 'node:path';
import { isInvisible } from '../../diagnostics/visible.js';
import { kinds } from '../../kinds/index.js';
import { type RenderedFolder, readRenderedFolder } from '../../rendered/read-folder.js';
import { resolvePath } from '../folder.js';
import type { NamesOf } from './complete.js';

/** More names than this nobody chooses from. */
const MOST_NAMES = 1000;

/**
 * The names that stand for a placeholder of the command line. Those of the repository are the ones that it was compiled into
 * last: completion reads no manifest. `repository` is the folder with weir.yaml where the line has no -C.
 */
export function namesIn(repository: string): NamesOf {
  return (placeholder, { folders, given }) => {
    if (placeholder === 'kind') return ['expectations', ...kinds.map(({ kind }) => kind)];
    if (placeholder === 'subject') return ['address', ...explainable().map((kind) => kind.toLowerCase())];
    if (!['zone', 'node', 'name'].includes(placeholder)) return undefined;
    const folder = folders.length > 0 ? folders.reduce(resolvePath, '.') : repository;
    const rendered = readRenderedFolder(join(folder, 'rendered'));
    if ('result' in rendered) return [];
    return safe(listNames(rendered, placeholder, given[0] ?? ''));
  };
}

function explainable(): string[] {
  return kinds.flatMap(({ kind, explain }) => (explain ? [kind] : []));
}

function listNames(
  { zones, nodes, artefacts }: RenderedFolder,
  placeholder: string,
  subject: string,
): Iterable<string> {
  if (placeholder === 'zone') return zones;
  if (placeholder === 'node') return nodes;
  const kind = explainable().find((one) => one.toLowerCase() === subject.toLowerCase());
  const prefix = `${kind ?? ''} `;
  const sources = [...artefacts.values()].flatMap((artefact) => artefact.sources);
  return sources.filter((source) => source.startsWith(prefix)).map((source) => source.slice(prefix.length));
}

/** A name that a line could not hold, or a person not see, is none. */
function safe(names: Iterable<string>): string[] {
  const whole = [...new Set(names)].filter((name) => name !== '' && !Array.from(name).some(isInvisible));
  return whole.sort().slice(0, MOST_NAMES);
}
