import { patternOf } from '../diagnostics/severity-overrides.js';
import { definitions } from './findings.js';
import type { Configuration } from '../model/configuration.js';
import type { Reporter } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { suggest } from '../std/suggest.js';
import { messages } from '../settings/configuration/messages.js';
import { escapePointer } from '../yaml/locate.js';

/**
 * Reports settings under `findings` of weir.yaml that have no effect: for unknown codes, for errors, and for `fixed`
 * codes.
 */
export function checkLevels(
  levels: Configuration['findings'],
  file: SourceFile | undefined,
  fixed: ReadonlySet<string>,
  report: Reporter,
): void {
  if (!file || levels.size === 0) return;
  const origin = { file, start: 0, end: file.text.length, pointer: '' };
  const severitiesOf = new Map(definitions.map(({ code, severities }) => [code, severities]));
  const known = [...severitiesOf.keys(), ...new Set([...severitiesOf.keys()].map(patternOf))];
  const names = new Set(known);
  for (const [code, level] of levels) {
    const location = { origin, pointer: `/findings/${escapePointer(code)}`, part: 'key' as const };
    const isError = severitiesOf.get(code)?.every((severity) => severity === 'error') ?? false;
    if (!names.has(code)) report({ ...messages.unknownFinding(code, suggest(code, known)), location });
    else if (fixed.has(code) || (isError && level !== 'error')) report({ ...messages.fixedSeverity(code), location });
  }
}
