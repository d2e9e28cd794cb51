import type { Diagnostic, Severity } from '../model/diagnostic.js';
import { describeContext } from './context.js';
import { endColumnOf } from './region.js';
import { makeVisible } from './visible.js';

/** GitHub knows `notice`, `warning` and `error`. What the controllers refuse is an error to whoever reviews it. */
const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', rejected: 'error', warning: 'warning' };

/**
 * Renders diagnostics as workflow commands, one a line, which GitHub Actions turns into annotations of the changed
 * files (GitHub documentation, "Workflow commands"). The annotation's body also says the object, the related places and
 * the help.
 */
export function renderGitHub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${renderCommand(diagnostic)}\n`).join('');
}

function renderCommand(diagnostic: Diagnostic): string {
  const { severity, code, at, excerpt } = diagnostic;
  const properties: readonly (readonly [string, string | number])[] = [
    ...(at
      ? ([
          ['file', at.file],
          ['line', at.line],
          ['endLine', at.line],
          ['col', at.column],
          ['endColumn', endColumnOf(at, excerpt)],
        ] as const)
      : []),
    ['title', code],
  ];
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::${COMMANDS[severity]} ${list}::${escapeData(describe(diagnostic))}`;
}

function describe(diagnostic: Diagnostic): string {
  const { message, help, related } = diagnostic;
  return [
    makeVisible(message),
    makeVisible(describeContext(diagnostic)),
    ...related.map((note) => makeVisible(`note: ${note.message} (${note.at.file}:${note.at.line}:${note.at.column})`)),
    help === '' ? '' : makeVisible(`help: ${help}`),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Escapes the part of a workflow command after the second `::`. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes the value of a workflow command's property, where `:` and `,` end the value. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
