import { FORMATS } from '../../diagnostics/formats.js';
import { definitions } from '../../findings.js';
import { type Stream, isTerminal, printRendered } from '../print.js';
import type { Findings } from '../../model/diagnostic.js';
import { version } from '../version.js';

/** How many findings are shown unless somebody asks for more: of thousands of one sort nobody reads more. */
export const MAX_FINDINGS = 1000;

/** Writes findings in a format of the command line; nothing where the format has nothing to say about none. */
export function printFindings(findings: Findings, format: string, stream: Stream): void {
  const render = FORMATS.get(format);
  if (!render) throw new Error(`unknown format ${format}`);
  const color = isTerminal(stream) && process.env.NO_COLOR === undefined;
  printRendered(render(findings, { color, version, definitions }), stream);
}
