import type { Diagnostic, Position } from '../model/diagnostic.js';

/**
 * The same diagnostics with the paths that they name seen from another folder: `prefix` is the way from there to the
 * folder that the paths are relative to, '' for the same one. What is no path (`<stdin>`) or absolute stays.
 */
export function rebase(diagnostics: readonly Diagnostic[], prefix: string): readonly Diagnostic[] {
  if (prefix === '') return diagnostics;
  const move = (at: Position): Position => ({ ...at, file: rebasePath(at.file, prefix) });
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    ...(diagnostic.at ? { at: move(diagnostic.at) } : {}),
    ...(diagnostic.edit ? { edit: { ...diagnostic.edit, at: move(diagnostic.edit.at) } } : {}),
    related: diagnostic.related.map((note) => ({ ...note, at: move(note.at) })),
  }));
}

function rebasePath(path: string, prefix: string): string {
  if (path.startsWith('/') || path.startsWith('<')) return path;
  const parts = prefix.split('/');
  let rest = path;
  // A path that leaves its folder (`../inventory/nodes.yaml`) takes a step of the way back.
  while (rest.startsWith('../') && parts.length > 0 && parts.at(-1) !== '..') {
    parts.pop();
    rest = rest.slice(3);
  }
  return [...parts, rest].join('/');
}
