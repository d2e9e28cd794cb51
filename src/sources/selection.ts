import type { Report } from '../model/diagnostic.js';
import { messages } from './messages.js';
import { type Pattern, parsePattern, pathBelow } from './pattern.js';
import type { SourceOptions } from './source.js';

/** Parsed globs for included and excluded files. */
export interface FileSelection {
  readonly patterns: readonly Pattern[];
  /** True if a file or folder (absolute path), or a folder above it, is excluded. */
  readonly excludes: (path: string) => boolean;
  /** Problems of the globs themselves. */
  readonly reports: readonly Report[];
}

/** Maximum number of globs with wildcards, because each file is matched against all of them. */
const MAX_GLOBS = 200;

/** Parses the globs of `options`, which are relative to the absolute path `root`. */
export function parseSelection(root: string, { include, exclude }: SourceOptions): FileSelection {
  const reports: Report[] = [];
  const parse = (texts: readonly string[], dot: boolean) =>
    [...new Set(texts)].flatMap((text) => {
      const pattern = parsePattern(text, root, dot);
      if (typeof pattern !== 'string') return [pattern];
      reports.push({ ...messages.badPattern(text, pattern), location: { path: '' } });
      return [];
    });
  const patterns = parse(include, false);
  const exclusions = parse(exclude, true);
  if ([...patterns, ...exclusions].filter((pattern) => !pattern.literal).length > MAX_GLOBS) {
    return { patterns: [], excludes: () => false, reports: [reportTooMany()] };
  }
  return { patterns, excludes: createExclusion(exclusions), reports };
}

function reportTooMany(): Report {
  return { ...messages.tooManyPatterns(MAX_GLOBS), location: { path: '' } };
}

function createExclusion(exclusions: readonly Pattern[]): (path: string) => boolean {
  const literals = new Set(exclusions.filter((pattern) => pattern.literal).map((pattern) => pattern.base));
  const globs = exclusions.filter((pattern) => !pattern.literal);
  const excludedFolders = new Map<string, boolean>();
  const isMatch = (path: string) =>
    literals.has(path) ||
    globs.some((pattern) => {
      const below = pathBelow(pattern.base, path);
      return below !== undefined && below !== '' && pattern.matches(below);
    });
  const folderExcluded = (path: string): boolean => {
    const slash = path.lastIndexOf('/');
    if (slash <= 0) return false;
    const folder = path.slice(0, slash);
    let known = excludedFolders.get(folder);
    if (known === undefined) excludedFolders.set(folder, (known = folderExcluded(folder) || isMatch(folder)));
    return known;
  };
  return exclusions.length === 0 ? () => false : (path) => folderExcluded(path) || isMatch(path);
}
