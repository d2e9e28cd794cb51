import { showText } from '../../diagnostics/visible.js';
import { type Bounds, SHORT } from './bounds.js';
import { fenceFor, renderCode } from './code-span.js';
import type { Block, Fact, Section } from './document.js';
import { layOut } from './layout.js';
import type { DiffReport } from './report.js';

/** Sections that answer whether a change is safe stay open. */
const CLOSED_SECTIONS: readonly string[] = ['Resources', 'Artefacts'];

/** The parts of a report in GitHub's Markdown: what must be said, and sections that can be left out from the end. */
export interface MarkdownParts {
  readonly head: string;
  readonly sections: readonly string[];
}

/** A report as GitHub's Markdown: sections that fold, and diffs in their colours. Ends with a line break. */
export function renderMarkdown(report: DiffReport): string {
  const { head, sections } = renderMarkdownParts(report);
  return `${[head, ...sections].join('\n\n')}\n`;
}

/** The same in parts, for where a text may only be so long. */
export function renderMarkdownParts(report: DiffReport, bounds: Bounds = SHORT): MarkdownParts {
  const { title, summary, sections } = layOut(report, bounds);
  const counters = summary.map((line, index) => (index === 0 ? `**${line}**` : line)).join('\n');
  return { head: `### Egress: ${renderCode(title)}\n\n${counters}`, sections: sections.map(renderSection) };
}

function renderSection({ title, blocks, more }: Section): string {
  const open = CLOSED_SECTIONS.includes(title) ? '' : ' open';
  return [
    `<details${open}><summary><b>${title}</b> (${blocks.length + more})</summary>`,
    '',
    ...blocks.map(renderBlock),
    ...(more > 0 ? [`… and ${more} more; \`weir diff --format json\` has all.`, ''] : []),
    '</details>',
  ].join('\n');
}

function renderBlock({ title, facts }: Block): string {
  const lines = facts.map(renderFact);
  const fence = fenceFor(lines, 3);
  return [renderCode(title), '', `${fence}diff`, ...lines, fence, ''].join('\n');
}

/** In a `diff` block lines that start with `+`, `-` and `!` have a colour: what only changes has that of the last one. */
function renderFact({ mark, text }: Fact): string {
  const line = showText(text);
  return mark === 'note' ? `    ${line}` : `${mark === '~' ? '!' : mark} ${line}`;
}
