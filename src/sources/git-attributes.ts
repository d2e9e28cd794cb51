import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import { runGitSync } from './git-command.js';
import { failure } from './git-repository.js';
import { messages } from './messages.js';
import { pathBelow, showPath } from './pattern.js';

export const ATTRIBUTES_FILE = '.gitattributes';
/** Attributes that make a checkout differ from the commit by more than line breaks (gitattributes(5)). */
const CHANGING = ['working-tree-encoding', 'filter', 'ident'];
/** Git LFS. Its pointer files are reported when they are read. */
const LFS = 'filter lfs';

/** Returns true if a text of `.gitattributes` may set one of these attributes for a file. */
export function mayChangeFiles(text: string): boolean {
  return CHANGING.some((name) => text.includes(name));
}

/** Absolute paths: the repository `top`, and the folder `root` that shown paths are relative to. */
interface Place {
  readonly root: string;
  readonly top: string;
}

/** Reports the files (absolute paths) of a working tree whose content git changed at checkout. */
export function checkWorkTree(place: Place, paths: readonly string[]): Report[] {
  if (!existsSync(join(place.top, '.git'))) return [];
  const inside = paths.filter((path) => pathBelow(place.top, path) !== undefined);
  return hasChangingAttributes(place.top, inside) ? listChanged(place, inside, []) : [];
}

/** Reports the files (absolute paths) of a commit whose content git would change at checkout. */
export function checkCommit(place: Place, commit: string, paths: readonly string[]): Report[] {
  const folder = mkdtempSync(join(tmpdir(), 'weir-index-'));
  try {
    const environment = { GIT_INDEX_FILE: join(folder, 'index') };
    const { status, stderr } = runGitSync(place.top, ['read-tree', commit], '', environment);
    if (status !== 0) return [{ ...failure({ stderr }), location: { path: '' } }];
    return listChanged(place, paths, ['--cached'], environment);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns true if a `.gitattributes` file in the folders of the files, or above them, may set one of these attributes.
 */
function hasChangingAttributes(top: string, paths: readonly string[]): boolean {
  const seen = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      if (mayChangeFiles(readAttributes(folder))) return true;
      if (folder === top) break;
    }
  }
  return false;
}

function readAttributes(folder: string): string {
  const path = join(folder, ATTRIBUTES_FILE);
  // Most folders have no such file, and an exception takes longer.
  if (!existsSync(path)) return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Reports files with these attributes. `git check-attr -z` prints a sequence of `<path> NUL <attribute> NUL <value>
 * NUL`.
 */
function listChanged(
  { root, top }: Place,
  paths: readonly string[],
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Report[] {
  const input = paths.map((path) => `${pathBelow(top, path) ?? ''}\0`).join('');
  const words = ['check-attr', ...options, '-z', '--stdin', ...CHANGING];
  const { status, stdout, stderr } = runGitSync(top, words, input, environment);
  if (status !== 0) return [{ ...failure({ stderr }), location: { path: '' } }];
  const told = stdout.split('\0');
  const reports: Report[] = [];
  for (let at = 0; at + 2 < told.length; at += 3) {
    const [path = '', name = '', value = ''] = told.slice(at, at + 3);
    if (value === 'unspecified' || value === 'unset' || `${name} ${value}` === LFS) continue;
    const shown = showPath(root, join(top, path));
    const attribute = value === 'set' ? name : `${name}=${value}`;
    reports.push({ ...messages.changedAtCheckout(shown, attribute), location: { path: shown } });
  }
  return reports;
}
