import { SHORT } from './bounds.js';
import { renderDiffJson } from './json.js';
import { renderMarkdown } from './markdown.js';
import type { DiffReport } from './report.js';
import { renderDiffText } from './text.js';

/** Output formats of a comparison. */
export type DiffFormat = 'text' | 'markdown' | 'json';

const RENDERERS: Readonly<Record<DiffFormat, (report: DiffReport) => string>> = {
  text: renderDiffText,
  markdown: renderMarkdown,
  json: renderDiffJson,
};

/** Returns the maximum number of flows of a group that a format shows. */
export function shownFlows(format: DiffFormat): number {
  return format === 'json' ? Infinity : SHORT.facts;
}

/** Renders a comparison as text for a terminal, as GitHub's Markdown, or in full as JSON. Ends with a line break. */
export function renderReport(report: DiffReport, format: DiffFormat): string {
  return RENDERERS[format](report);
}
