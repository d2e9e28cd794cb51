import type { Diagnostic, Position } from '../model/diagnostic.js';
import { makeJsonVisible } from './visible.js';

/**
 * Renders diagnostics as a JSON array with one diagnostic a line: `code`, `severity`, `message`, `help`, then
 * `resource`, `pointer` and `at` where known, then `related`. Fields always come in this order.
 */
export function renderJson(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return '[]\n';
  const lines = diagnostics.map((diagnostic) => makeJsonVisible(JSON.stringify(selectFields(diagnostic))));
  return `[\n${lines.join(',\n')}\n]\n`;
}

function selectFields({ code, severity, message, help, resource, pointer, at, related }: Diagnostic): object {
  return {
    ...{ code, severity, message, help },
    ...(resource && { resource: { kind: resource.kind, namespace: resource.namespace, name: resource.name } }),
    ...(pointer !== undefined && { pointer }),
    ...(at && { at: selectPosition(at) }),
    related: related.map((note) => ({ message: note.message, at: selectPosition(note.at) })),
  };
}

function selectPosition({ file, line, column, length }: Position): Position {
  return { file, line, column, length };
}
