import { posix } from 'node:path';
import { compileGlob } from './glob.js';

/** A parsed glob, file or folder to read. */
export interface Pattern {
  /** Text as in the input. */
  readonly text: string;
  /** Absolute path of the folder before the first wildcard. The whole path if there is no wildcard. */
  readonly base: string;
  /** True if it has no wildcard and so names a file or a folder. */
  readonly literal: boolean;
  /** Folder levels below the base that can contain matches. */
  readonly depth: number;
  /** True if a folder of this name below the base can contain matches. */
  readonly enters: (folder: string) => boolean;
  /** True if a path relative to the base matches. '' is the base itself. */
  readonly matches: (below: string) => boolean;
}

const MANIFESTS = '**/*.{yaml,yml,json}';
/** Folders that are read only if a glob names them. They contain copies and files of third parties. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** Matching takes the length of a glob times that of a path, so both are limited. See `pathFits`. */
const MAX_LENGTH = 1000;
const MAX_GLOBSTARS = 3;
const MAX_STARS_IN_NAME = 3;
const MAX_FOLDERS = 100;
const MAX_PATH_LENGTH = 4096;
const MAX_NAME_LENGTH = 255;

/**
 * Parses a glob that is relative to the absolute path `root`. Returns a description if it is invalid. With `dot`, `*`
 * also matches names that start with a dot.
 */
export function parsePattern(text: string, root: string, dot = false): Pattern | string {
  const fault = findFault(text);
  if (fault !== undefined) return fault;
  // Made relative again after normalising, because wildcard characters in the path of the root are literal.
  const segments = posix.relative(root, posix.resolve(root, text)).split('/');
  const wild = segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
  const literal = wild < 0;
  const base = posix.resolve(root, ...(literal ? segments : segments.slice(0, wild)));
  const glob = literal ? MANIFESTS : segments.slice(wild).join('/');
  const named = new Set(glob.split(/[/{},]/));
  const hidden = dot || [...named].some((name) => /^\.[^./]/.test(name));
  const enters = (folder: string) =>
    SKIPPED_FOLDERS.has(folder) ? dot || named.has(folder) : hidden || !folder.startsWith('.');
  const isMatch = compileGlob(glob, dot);
  return {
    ...{ text, base, literal, enters },
    depth: glob.includes('**') ? Infinity : glob.split('/').length - 1,
    matches: (below) =>
      below === '' ? literal : isMatch(below) && (!below.includes('/') || below.split('/').slice(0, -1).every(enters)),
  };
}

function findFault(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (text.includes('\0')) return 'it has a NUL character';
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  if (text.split('**').length - 1 > MAX_GLOBSTARS) return `it has more than ${MAX_GLOBSTARS} **`;
  const crowded = text.split('/').some((name) => name.split('*').length - 1 > MAX_STARS_IN_NAME);
  return crowded ? `a name in it has more than ${MAX_STARS_IN_NAME} *` : undefined;
}

/** Returns true if a path is short enough to be matched. No real path is longer, and matching stays cheap. */
export function pathFits(path: string): boolean {
  if (path.length < MAX_FOLDERS) return true;
  if (path.length > MAX_PATH_LENGTH) return false;
  const names = path.split('/');
  return names.length <= MAX_FOLDERS && names.every((name) => name.length <= MAX_NAME_LENGTH);
}

/**
 * Returns the part of an absolute path below a folder. Returns '' for the folder itself, and undefined for a path
 * outside it.
 */
export function pathBelow(folder: string, path: string): string | undefined {
  if (!path.startsWith(folder)) return undefined;
  if (path.length === folder.length) return '';
  if (folder === '/') return path.slice(1);
  return path.charAt(folder.length) === '/' ? path.slice(folder.length + 1) : undefined;
}

/** Returns the common prefix of all paths in a folder. */
export function folderPrefix(folder: string): string {
  return folder === '/' ? folder : `${folder}/`;
}

/** Returns the path of a file as results and diagnostics show it: relative to the root, or '.' for the root itself. */
export function showPath(root: string, path: string): string {
  return (pathBelow(root, path) ?? posix.relative(root, path)) || '.';
}
