import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import { runGitSync } from './git-command.js';
import { failure } from './git-repository.js';
import { messages } from './messages.js';
import { pathBelow, showPath } from './pattern.js';

export const ATTRIBUTES_FILE = '.gitattributes';
/** Attributes by which a checkout has other bytes than the commit, but for line breaks (gitattributes(5)). */
const CHANGING = ['working-tree-encoding', 'filter', 'ident'];
/** Git LFS: what it leaves in a commit is reported where it is read. */
const LFS = 'filter lfs';

/** Returns true if a text of `.gitattributes` may set one of the attributes for some file. */
export function mayChangeFiles(text: string): boolean {
  return CHANGING.some((name) => text.includes(name));
}

/** The repository and the folder that paths are shown from, absolute. */
interface Place {
  readonly root: string;
  readonly top: string;
}

/** Reports those of some files (absolute paths) of a work tree that git has changed at the checkout. */
export function checkWorkTree(place: Place, paths: readonly string[]): Report[] {
  if (!existsSync(join(place.top, '.git'))) return [];
  const inside = paths.filter((path) => pathBelow(place.top, path) !== undefined);
  return hasChangingAttributes(place.top, inside) ? listChanged(place, inside, []) : [];
}

/** The same for the files of a commit, if they were checked out. */
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

/** Returns true if a `.gitattributes` of the folders of some files, or of one above them, may set the attributes. */
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
  // Most folders have none, and an exception takes longer.
  if (!existsSync(path)) return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Asks git which attributes files have: `<path> NUL <attribute> NUL <value> NUL`, again and again. */
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
