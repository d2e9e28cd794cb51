import { showText } from '../../diagnostics/visible.js';
import { type Bounds, SHORT } from './bounds.js';
import { fenceFor, renderCode } from './code-span.js';
import type { Block, Fact, Section } from './document.js';
import { layOut } from './layout.js';
import type { DiffReport } from './report.js';

/** Sections that are folded at first. Those that show whether a change is safe stay open. */
const CLOSED_SECTIONS: readonly string[] = ['Resources', 'Artefacts'];

/** Parts of a report in GitHub's Markdown: a required head, and sections that may be omitted from the end. */
export interface MarkdownParts {
  readonly head: string;
  readonly sections: readonly string[];
}

/** Returns a report as GitHub's Markdown, with sections that fold and coloured diffs. Ends with a line break. */
export function renderMarkdown(report: DiffReport): string {
  const { head, sections } = renderMarkdownParts(report);
  return `${[head, ...sections].join('\n\n')}\n`;
}

/** Returns the parts of a report, for a caller with a length limit. */
export function renderMarkdownParts(report: DiffReport, bounds: Bounds = SHORT): MarkdownParts {
  const { title, summary, sections } = layOut(report, bounds);
  const counters = summary.map((line, index) => (index === 0 ? `**${line}**` : line)).join('\n');
  return { head: `### Egress: ${renderCode(title)}\n\n${counters}`, sections: sections.map(renderSection) };
}

function renderSection({ title, count, blocks, more }: Section): string {
  const open = CLOSED_SECTIONS.includes(title) ? '' : ' open';
  return [
    `<details${open}><summary><b>${title}</b> (${count ?? blocks.length + more})</summary>`,
    '',
    ...blocks.map(renderBlock),
    ...(more > 0 ? [`… and ${more} more (all: \`weir diff --format json\`)`, ''] : []),
    '</details>',
  ].join('\n');
}

function renderBlock({ title, facts }: Block): string {
  const lines = facts.map(renderFact);
  const fence = fenceFor(lines, 3);
  return [renderCode(title), '', `${fence}diff`, ...lines, fence, ''].join('\n');
}

/**
 * Returns a fact as a line of a `diff` block. Lines that start with `+`, `-` and `!` are coloured there. Changes use
 * `!`.
 */
function renderFact({ mark, text }: Fact): string {
  const line = showText(text);
  return mark === 'note' ? `    ${line}` : `${mark === '~' ? '!' : mark} ${line}`;
}
