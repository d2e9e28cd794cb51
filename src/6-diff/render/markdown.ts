import { makeVisible } from '../../diagnostics/visible.js';
import type { Block, Fact, Section } from './document.js';
import { layOut } from './layout.js';
import type { DiffReport } from './report.js';

const BOUNDS = { blocks: 20, facts: 8 };
/** Sections that answer whether a change is safe stay open. */
const CLOSED_SECTIONS: readonly string[] = ['Resources', 'Artefacts'];

/** A report as GitHub's Markdown: sections that fold, and diffs in their colours. Ends with a line break. */
export function renderMarkdown(report: DiffReport): string {
  const { title, summary, sections } = layOut(report, BOUNDS);
  const parts = [
    `### Egress: ${escape(title)}`,
    summary.map((line, index) => (index === 0 ? `**${escape(line)}**` : escape(line))).join('\n'),
    ...sections.map(renderSection),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** One section: it can be cut off without harm to the others. */
export function renderSection({ title, blocks, more }: Section): string {
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
