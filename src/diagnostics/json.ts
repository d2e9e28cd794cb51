import type { Diagnostic, Findings, OmittedFindings, Position } from '../model/diagnostic.js';
import { SHOW_ALL } from './renderer.js';
import { makeJsonVisible } from './visible.js';

/**
 * Renders diagnostics as a JSON array with one diagnostic per line. The fields are `code`, `severity`, `message`,
 * `help`, then `resource`, `pointer`, `at` and `edit` if known, then `related`, always in this order. For findings that
 * are not shown, one entry per code comes last, with their number in `omitted`.
 */
export function renderFindingsJson({ diagnostics, omitted }: Findings): string {
  if (diagnostics.length === 0) return '[]\n';
  const entries = [...diagnostics.map(selectFields), ...omitted.map(describeOmitted)];
  return `[\n${entries.map((entry) => makeJsonVisible(JSON.stringify(entry))).join(',\n')}\n]\n`;
}

function describeOmitted({ code, severity, count }: OmittedFindings): object {
  const message = `${count} more ${count === 1 ? 'finding' : 'findings'} of this code`;
  return { code, severity, message, help: SHOW_ALL, related: [], omitted: count };
}

/** Returns the fields of a diagnostic for programs, in their order. */
export function selectFields(diagnostic: Diagnostic): object {
  const { code, severity, message, help, resource, pointer, at, edit, packetPath, related } = diagnostic;
  return {
    ...{ code, severity, message, help },
    ...(resource && { resource: { kind: resource.kind, namespace: resource.namespace, name: resource.name } }),
    ...(pointer !== undefined && { pointer }),
    ...(at && { at: selectPosition(at) }),
    ...(edit && { edit: { at: selectPosition(edit.at), text: edit.text } }),
    ...(packetPath && { packetPath }),
    related: related.map((note) => ({ message: note.message, at: selectPosition(note.at) })),
  };
}

/** Returns a location for programs. */
export function selectPosition({ file, line, column, length }: Position): Position {
  return { file, line, column, length };
}
