import { suggest } from '../std/suggest.js';
import { type Failure, fail } from '../model/change.js';
import { quote } from '../std/quote.js';
import { type RenderedFolder, nameOfOutput } from './read-folder.js';

/** Fields of a folder that list the names of each role. */
const LISTS = { zone: 'zones', node: 'nodes' } as const;
/** Maximum names in a message. */
const MAX_NAMES = 10;

/**
 * Returns a failure if the cluster does not have a zone or node of this name, else undefined. A misspelt name must mean
 * neither that nothing is to do nor that everything managed by Weir is to be removed.
 */
export function refuseUnknownName(
  rendered: Pick<RenderedFolder, 'source' | 'zones' | 'nodes'>,
  role: keyof typeof LISTS,
  name: string,
): Failure | undefined {
  const known = rendered[LISTS[role]];
  if (known.has(name)) return undefined;
  const meant = suggest(name, [...known]);
  const names = listNames([...known]);
  const advice = meant === undefined ? `it has ${names}` : `did you mean ${quote(meant)}? It has ${names}`;
  return fail(`${nameOfOutput(rendered.source)} knows no ${role} ${quote(name)}: ${advice}`);
}

function listNames(names: readonly string[]): string {
  const left = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length === 0 ? 'none' : left > 0 ? `${shown} and ${left} more` : shown;
}
