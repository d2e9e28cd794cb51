import type { Finding, Reporter } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { compose } from './compose.js';
import { messages } from './problem-messages.js';
import type { JsonObject } from '../std/json.js';

/**
 * Returns the mapping of a YAML text. An empty text is an empty mapping. Returns undefined, with a report, if the text
 * is invalid or not one mapping, which `notAMapping` reports.
 */
export function readMapping(
  { path, text }: SourceFile,
  notAMapping: () => Finding,
  report: Reporter,
): JsonObject | undefined {
  const { values, problem } = compose(text);
  if (problem) {
    const location = { path, text, offset: problem.offset, length: problem.length };
    report({ ...messages[problem.fact](problem.detail), location });
    return undefined;
  }
  // A trailing `---` makes an empty document, which is ignored.
  const [value = {}, ...others] = values.filter((each) => each !== null);
  if (others.length === 0 && typeof value === 'object' && !Array.isArray(value)) return value;
  report({ ...notAMapping(), location: { path, text, offset: 0, length: 1 } });
  return undefined;
}
