import type { Diagnostic, Findings, Position, Severity } from '../model/diagnostic.js';
import { describeContext } from './context.js';
import { renderExcerpt } from './excerpt.js';
import { SHOW_ALL } from './renderer.js';
import { countOmitted, summarise } from './verdict.js';
import { showText } from './visible.js';

/** Select Graphic Rendition parameters (ECMA-48 §8.3.117). */
const SEVERITY_STYLES: Readonly<Record<Severity, string>> = {
  error: '1;31',
  rejected: '1;35',
  warning: '1;33',
  info: '1;36',
};
const FRAME_STYLE = '1;34';
const MESSAGE_STYLE = '1';

type Paint = (style: string, text: string) => string;

/**
 * Renders diagnostics for people: message, place, source line with carets, object, related places, help; what is not
 * shown, by code; a line that counts them comes last. Nothing from the input reaches the terminal as a control character.
 * No findings, ignored ones neither: ''.
 */
export function renderText(findings: Findings, { color }: { readonly color: boolean }): string {
  const { diagnostics, ignoredFindings = 0 } = findings;
  if (diagnostics.length === 0 && ignoredFindings === 0) return '';
  const paint: Paint = color ? (style, text) => `\x1b[${style}m${text}\x1b[0m` : (_, text) => text;
  const blocks = diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, paint));
  return [...blocks, ...renderOmitted(findings, paint), summarise(findings)].join('\n\n') + '\n';
}

function renderOmitted(findings: Findings, paint: Paint): string[] {
  const total = countOmitted(findings);
  if (total === 0) return [];
  const width = String(total).length;
  const lines = findings.omitted.map(
    ({ code, severity, count }) =>
      `  ${String(count).padStart(width)} × ${paint(SEVERITY_STYLES[severity], `${severity}[${code}]`)}`,
  );
  return [[`${total} more ${total === 1 ? 'finding is' : 'findings are'} not shown: ${SHOW_ALL}`, ...lines].join('\n')];
}

function renderDiagnostic(diagnostic: Diagnostic, paint: Paint): string {
  const { severity, code, message, help, at, excerpt, related, packetPath = [] } = diagnostic;
  const style = SEVERITY_STYLES[severity];
  const lines = [at, ...related.map((note) => note.at)].map((position) => position?.line ?? 0);
  const gutter = String(lines.reduce((most, line) => Math.max(most, line), 0)).length;
  const note = (label: string, text: string) => `${' '.repeat(gutter)} ${paint(FRAME_STYLE, '=')} ${label}${text}`;
  const context = describeContext(diagnostic);
  return [
    `${paint(style, `${severity}[${showText(code)}]`)}: ${paint(MESSAGE_STYLE, showText(message))}`,
    ...(at ? renderPlace(at, excerpt, gutter, style, paint) : []),
    ...(context === '' ? [] : [note('', showText(context))]),
    ...related.flatMap((other) => [
      note('note: ', showText(other.message)),
      ...renderPlace(other.at, other.excerpt, gutter, FRAME_STYLE, paint),
    ]),
    ...packetPath.map((line, index) => note(index === 0 ? 'packet path: ' : '  ', showText(line))),
    ...(help === '' ? [] : [note('help: ', showText(help))]),
  ].join('\n');
}

/** The lines of one place; `gutter` is the width of the line numbers in columns. */
function renderPlace(at: Position, line: string | undefined, gutter: number, style: string, paint: Paint): string[] {
  const indent = ' '.repeat(gutter);
  const place = `${indent}${paint(FRAME_STYLE, '-->')} ${showText(at.file)}:${at.line}:${at.column}`;
  // A finding about a file as a whole points to its start; there is nothing to mark.
  if (line === undefined || line === '') return [place];
  const { text, carets } = renderExcerpt(line, at.column, at.length);
  const bar = paint(FRAME_STYLE, '|');
  const spaces = carets.length - carets.trimStart().length;
  return [
    place,
    `${indent} ${bar}`,
    `${paint(FRAME_STYLE, String(at.line).padStart(gutter))} ${bar} ${text}`.trimEnd(),
    `${indent} ${bar} ${carets.slice(0, spaces)}${paint(style, carets.slice(spaces))}`,
  ];
}
