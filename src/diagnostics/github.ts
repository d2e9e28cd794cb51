import type { Diagnostic, Findings, OmittedFindings, Severity } from '../model/diagnostic.js';
import { describeContext } from './context.js';
import { endColumnOf } from './region.js';
import { SHOW_ALL } from './renderer.js';
import { makeVisible, showText } from './visible.js';

/**
 * Commands of GitHub, which has `notice`, `warning` and `error`. A rejection by the controllers is an error for a
 * reviewer.
 */
const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  rejected: 'error',
  warning: 'warning',
  info: 'notice',
};

/**
 * Renders diagnostics as workflow commands, one per line. GitHub Actions turns them into annotations of the changed
 * files (GitHub documentation, "Workflow commands"). The annotation's body also contains the object, the related
 * locations and the help.
 */
export function renderGitHub({ diagnostics, omitted }: Findings): string {
  return [...diagnostics.map(renderCommand), ...omitted.map(renderOmitted)].map((command) => `${command}\n`).join('');
}

function renderOmitted({ code, severity, count }: OmittedFindings): string {
  const text = `${count} more ${count === 1 ? 'finding' : 'findings'} of this code: ${SHOW_ALL}`;
  return `::${COMMANDS[severity]} title=${escapeProperty(code)}::${escapeData(text)}`;
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
  const { message, help, related, packetPath = [] } = diagnostic;
  return [
    showText(message),
    showText(describeContext(diagnostic)),
    ...related.map((note) => showText(`note: ${note.message} (${note.at.file}:${note.at.line}:${note.at.column})`)),
    ...packetPath.map((line, index) => showText(index === 0 ? `packet path: ${line}` : `  ${line}`)),
    help === '' ? '' : showText(`help: ${help}`),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Escapes the part of a workflow command after the second `::`. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * Escapes the value of a workflow command's property, in which `:` and `,` end the value. GitHub has no escapes for
 * other control characters, and the log would show them raw. Therefore a file name with control characters is written
 * in its visible form.
 */
function escapeProperty(text: string): string {
  return makeVisible(escapeData(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
