import { FORMATS } from '../diagnostics/formats.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { version } from '../version.js';

/** Renders diagnostics in a format of the command line; '' where the format has nothing to say about none. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  format: string,
  stream: NodeJS.WriteStream,
): string {
  const render = FORMATS.get(format);
  if (!render) throw new Error(`unknown format ${format}`);
  if (format === 'text' && diagnostics.length === 0) return '';
  const color = stream.isTTY && process.env.NO_COLOR === undefined;
  return render(diagnostics, { color, version });
}
