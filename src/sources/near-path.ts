import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { suggest } from '../std/suggest.js';

/** Maximum names of a folder that are compared with a mistyped one. */
const MAX_NAMES = 10_000;

/**
 * Returns `: did you mean 'egress/firewall.yaml'?` if a part of a path is missing, but a similar name exists in that
 * folder. Returns '' if none does. `path` is relative to `root`, without wildcards.
 */
export function askIfMeantPath(root: string, path: string): string {
  let found = '';
  for (const part of posix.normalize(path).split('/')) {
    const names = part === '..' ? [part] : listNames(posix.resolve(root, found));
    const meant = names.includes(part) ? part : suggestName(part, names);
    if (meant === undefined) return '';
    found = posix.join(found, meant);
  }
  return found === posix.normalize(path) ? '' : `: did you mean '${found}'?`;
}

/**
 * Returns the most similar name. The part before the extension must be similar, too, because it is short in names such
 * as `b.yaml`.
 */
function suggestName(name: string, names: readonly string[]): string | undefined {
  const stem = stemOf(name);
  return suggest(
    name,
    names.filter((other) => stemOf(other) === stem || suggest(stem, [stemOf(other)]) !== undefined),
  );
}

function stemOf(name: string): string {
  return posix.parse(name).name;
}

/** Returns no names if the folder cannot be read. Reading the file reports that. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MAX_NAMES);
  } catch {
    return [];
  }
}
