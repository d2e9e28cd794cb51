import type { Diagnostic, Findings, Position, Severity } from '../model/diagnostic.js';
import { describeContext } from './context.js';
import { renderExcerpt } from './excerpt.js';
import type { FindingGroup, GroupedFindings } from './group.js';
import { SHOW_ALL } from './renderer.js';
import { countOmitted, summariseFindings } from './verdict.js';
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
/** Maximum locations listed for the other findings of a group. */
const MAX_PLACES = 5;

type Paint = (style: string, text: string) => string;

/**
 * Renders diagnostics for people. Each has its message, location, source line with carets, object, related locations
 * and help. The findings that are not shown follow by code, then a line with the counts. Control characters of the
 * input are escaped. Returns '' without any findings, including ignored ones.
 */
export function renderFindingsText(findings: Findings, { color }: { readonly color: boolean }): string {
  return renderGroups({ groups: findings.diagnostics.map((first) => ({ first, others: [] })), findings }, { color });
}

/**
 * Renders groups of equal findings like `renderFindingsText`: the first finding of each group, and the locations of the
 * others.
 */
export function renderGroups({ groups, findings }: GroupedFindings, { color }: { readonly color: boolean }): string {
  if (groups.length === 0 && (findings.ignoredFindings ?? 0) === 0) return '';
  const paint: Paint = color ? (style, text) => `\x1b[${style}m${text}\x1b[0m` : (_, text) => text;
  const blocks = groups.map((group) => renderGroup(group, paint));
  return [...blocks, ...renderOmitted(findings, paint), summariseFindings(findings)].join('\n\n') + '\n';
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

function renderGroup({ first, others }: FindingGroup, paint: Paint): string {
  const { severity, code, message, help, at, excerpt, related, packetPath = [] } = first;
  const style = SEVERITY_STYLES[severity];
  const lines = [at, ...related.map((note) => note.at)].map((position) => position?.line ?? 0);
  const gutter = String(lines.reduce((most, line) => Math.max(most, line), 0)).length;
  const note = (label: string, text: string) => `${' '.repeat(gutter)} ${paint(FRAME_STYLE, '=')} ${label}${text}`;
  const context = describeContext(first);
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
    ...(others.length === 0 ? [] : [note('', `${others.length} more like this${listPlaces(others)}`)]),
  ].join('\n');
}

/** Returns the locations of findings, such as `: a.yaml:3:5, b.yaml:7:9, …`, or '' if they have none. */
function listPlaces(findings: readonly Diagnostic[]): string {
  const places = findings.flatMap(({ at }) => (at ? [`${showText(at.file)}:${at.line}:${at.column}`] : []));
  if (places.length === 0) return '';
  return `: ${places.slice(0, MAX_PLACES).join(', ')}${places.length > MAX_PLACES ? ', …' : ''}`;
}

/** Returns the lines of one location. `gutter` is the width of the line numbers in columns. */
function renderPlace(at: Position, line: string | undefined, gutter: number, style: string, paint: Paint): string[] {
  const indent = ' '.repeat(gutter);
  const place = `${indent}${paint(FRAME_STYLE, '-->')} ${showText(at.file)}:${at.line}:${at.column}`;
  // A finding about a whole file points to its start, and nothing is marked.
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
