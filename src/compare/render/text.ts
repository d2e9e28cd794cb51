import { showText } from '../../diagnostics/visible.js';
import { SHORT } from './bounds.js';
import { layOut } from './layout.js';
import type { DiffReport } from './report.js';

/** Returns a report for a terminal. Control characters of the input are escaped. Ends with a line break. */
export function renderDiffText(report: DiffReport): string {
  const { title, summary, sections } = layOut(report, SHORT);
  const lines = [
    title,
    '',
    ...summary,
    ...sections.flatMap(({ title: heading, count, blocks, more }) => [
      '',
      count === undefined ? heading : `${heading}: ${count}`,
      ...blocks.flatMap((block) => [
        `  ${block.title}`,
        ...block.facts.map(({ mark, text }) => (mark === 'note' ? `        ${text}` : `    ${mark} ${text}`)),
      ]),
      ...(more > 0 ? [`  … and ${more} more (all: --format json)`] : []),
    ]),
  ];
  return `${lines.map(showText).join('\n')}\n`;
}
