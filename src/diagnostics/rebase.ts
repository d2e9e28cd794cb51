import type { Diagnostic, Position } from '../model/diagnostic.js';

/**
 * Returns the diagnostics with their paths relative to another folder. `prefix` is the path from there to the folder
 * that the paths are relative to, or '' for the same one. Absolute paths and names such as `<stdin>` stay unchanged.
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
  // A path that leaves its folder (`../inventory/nodes.yaml`) shortens the prefix.
  while (rest.startsWith('../') && parts.length > 0 && parts.at(-1) !== '..') {
    parts.pop();
    rest = rest.slice(3);
  }
  return [...parts, rest].join('/');
}
