import { makeJsonVisible } from '../../diagnostics/visible.js';
import type { DiffReport } from './report.js';

/** Version of the layout of the JSON. */
const LAYOUT = 1;

/** Returns the full report as JSON. Ends with a line break. */
export function renderDiffJson(report: DiffReport): string {
  return `${makeJsonVisible(JSON.stringify({ weir: LAYOUT, ...report }, null, 2))}\n`;
}
