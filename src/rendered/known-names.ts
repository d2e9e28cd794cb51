import { suggest } from '../std/suggest.js';
import { type Failure, fail } from '../model/change.js';
import { quote } from '../std/quote.js';
import type { RenderedFolder } from './read-folder.js';

/** Where a folder lists the names of each role. */
const LISTS = { zone: 'zones', node: 'nodes' } as const;
/** More names than this nobody reads. */
const MAX_NAMES = 10;

/**
 * Refuses the name of a zone or a node that the cluster does not have; undefined for one that it has. A misspelt name
 * must mean neither that all is well, nor that everything of ours is to go.
 */
export function refuseUnknownName(
  rendered: Pick<RenderedFolder, 'folder' | 'zones' | 'nodes'>,
  role: keyof typeof LISTS,
  name: string,
): Failure | undefined {
  const known = rendered[LISTS[role]];
  if (known.has(name)) return undefined;
  const meant = suggest(name, [...known]);
  const names = listNames([...known]);
  const advice = meant === undefined ? `it has ${names}` : `did you mean ${quote(meant)}? It has ${names}`;
  return fail(`${rendered.folder} knows no ${role} ${quote(name)}: ${advice}`);
}

function listNames(names: readonly string[]): string {
  const left = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length === 0 ? 'none' : left > 0 ? `${shown} and ${left} more` : shown;
}
