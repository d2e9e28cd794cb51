import { showText } from '../../diagnostics/visible.js';

/**
 * Returns a text of any origin as a code span of GitHub's Markdown. A code span is the only inline place that creates
 * no mention, reference, link or markup. Entities do not help, because mentions are found in the rendered text.
 *
 * The fence is longer than any in the text, which is one line. See CommonMark 0.31 §6.1.
 */
export function renderCode(text: string): string {
  const line = showText(text);
  if (line === '') return '';
  const fence = fenceFor([line], 1);
  const isPadded = /^[` ]|[` ]$/.test(line);
  return isPadded ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/**
 * Returns a fence of at least `least` backticks that is longer than any in the lines, so that no line ends the block or
 * span.
 */
export function fenceFor(lines: readonly string[], least: number): string {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), least));
}
