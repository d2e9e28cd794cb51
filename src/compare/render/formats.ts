import { SHORT } from './bounds.js';
import { renderDiffJson } from './json.js';
import { renderMarkdown } from './markdown.js';
import type { DiffReport } from './report.js';
import { renderDiffText } from './text.js';

/** How a comparison can be written. */
export type DiffFormat = 'text' | 'markdown' | 'json';

const RENDERERS: Readonly<Record<DiffFormat, (report: DiffReport) => string>> = {
  text: renderDiffText,
  markdown: renderMarkdown,
  json: renderDiffJson,
};

/** How many flows of a group a format shows. */
export function shownFlows(format: DiffFormat): number {
  return format === 'json' ? Infinity : SHORT.facts;
}

/**
 * Writes what a comparison found: as text for a terminal, as GitHub's Markdown, or all of it as JSON. Ends with a line
 * break.
 */
export function renderReport(report: DiffReport, format: DiffFormat): string {
  return RENDERERS[format](report);
}
