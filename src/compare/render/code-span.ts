import { showText } from '../../diagnostics/visible.js';

/**
 * A text from anywhere as a code span of GitHub's Markdown: the one inline place where it makes no mention, reference, link or
 * markup of it (entities do not help: mentions are found in the rendered text). The fence is longer than any in the text
 * (CommonMark 0.31 §6.1), which is one line.
 */
export function renderCode(text: string): string {
  const line = showText(text);
  if (line === '') return '';
  const fence = fenceFor([line], 1);
  const isPadded = /^[` ]|[` ]$/.test(line);
  return isPadded ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** A fence longer than any in the lines, and at least so long: nothing in them can end the block or the span. */
export function fenceFor(lines: readonly string[], least: number): string {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), least));
}
