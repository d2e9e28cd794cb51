import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { suggest } from '../std/suggest.js';

/** Names of a folder that are compared with a mistyped one. */
const MAX_NAMES = 10_000;

/**
 * `: did you mean 'egress/firewall.yaml'?` for a path of which a part is not there, but another name in that folder is
 * near, or '' if none is. `path` is relative to `root`, without wildcards.
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

/** What stands before the extension must be near, too: all of it is short in `b.yaml`. */
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

/** Nothing where the folder cannot be read: whoever names the file is told that. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MAX_NAMES);
  } catch {
    return [];
  }
}
