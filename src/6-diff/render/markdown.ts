import { makeVisible } from '../../diagnostics/visible.js';
import type { Bounds } from './bounds.js';
import type { Block, Fact, Section } from './document.js';
import { layOut } from './layout.js';
import type { DiffReport } from './report.js';

const BOUNDS: Bounds = { blocks: 20, facts: 8 };
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
export function renderMarkdownParts(report: DiffReport, bounds: Bounds = BOUNDS): MarkdownParts {
  const { title, summary, sections } = layOut(report, bounds);
  const counters = summary.map((line, index) => (index === 0 ? `**${escape(line)}**` : escape(line))).join('\n');
  return { head: `### Egress: ${escape(title)}\n\n${counters}`, sections: sections.map(renderSection) };
}

function renderSection({ title, blocks, more }: Section): string {
  const open = CLOSED_SECTIONS.includes(title) ? '' : ' open';
  return [
    `<details${open}><summary><b>${escape(title)}</b> (${blocks.length + more})</summary>`,
    '',
    ...blocks.map(renderBlock),
    ...(more > 0 ? [`… and ${more} more; \`weir diff --format json\` has all.`, ''] : []),
    '</details>',
  ].join('\n');
}

function renderBlock({ title, facts }: Block): string {
  const lines = facts.map(renderFact);
  const fence = fenceFor(lines);
  return [escape(title), '', `${fence}diff`, ...lines, fence, ''].join('\n');
}

/** In a `diff` block lines that start with these marks are coloured. */
function renderFact({ mark, text }: Fact): string {
  const line = makeVisible(text);
  return mark === 'note' ? `    ${line}` : `${mark} ${line}`;
}

/** A fence longer than any in the lines: nothing in them can end the block. */
function fenceFor(lines: readonly string[]): string {
  const longest = lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  return '`'.repeat(longest + 1);
}

/** Text as text: no markup, no mention of people, no link to issues. */
function escape(text: string): string {
  return makeVisible(text)
    .replace(/[\\`*_{}[\]<>#|~!&]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('@', '&#64;');
}
