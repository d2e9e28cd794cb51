import { FORMATS } from '../../diagnostics/formats.js';
import { groupFindings } from '../../diagnostics/group.js';
import { renderGroups } from '../../diagnostics/text.js';
import { definitions } from '../../compile/findings.js';
import { type Stream, printRendered, supportsColor } from '../process/print.js';
import { printExplanation } from '../process/next.js';
import type { Findings } from '../../model/diagnostic.js';
import { version } from '../process/version.js';

/** Default maximum number of findings to print. */
export const MAX_FINDINGS = 1000;

/** Maximum number of groups of equal findings on a terminal, unless an option sets another: about two screens. */
export const MAX_GROUPS = 25;

/** Prints errors that end a run to standard error, and the command that explains them. */
export function printErrors(findings: Findings): void {
  printFindings(findings, 'text', 'stderr');
  const [first] = findings.diagnostics;
  if (first) printExplanation(first);
}

/** Prints findings to standard output for a terminal: equal ones in one group, the most severe first. */
export function printGroups(findings: Findings, maxGroups: number): void {
  printRendered(renderGroups(groupFindings(findings, maxGroups), { color: supportsColor('stdout') }));
}

/** Prints findings in a format of the command line. Prints nothing if the format has no output for an empty list. */
export function printFindings(findings: Findings, format: string, stream: Stream): void {
  const render = FORMATS.get(format);
  if (!render) throw new Error(`unknown format ${format}`);
  printRendered(render(findings, { color: supportsColor(stream), version, definitions }), stream);
}
