import type { Finding, Reporter } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { compose } from './compose.js';
import { messages } from './problem-messages.js';
import type { JsonObject } from '../std/json.js';

/**
 * Returns the one mapping that a YAML text is; an empty text is an empty one. Undefined, with a report, where it is
 * broken or something else, which is what `notAMapping` says.
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
  // A document without content is nothing, as `---` at the end makes one.
  const [value = {}, ...others] = values.filter((each) => each !== null);
  if (others.length === 0 && typeof value === 'object' && !Array.isArray(value)) return value;
  report({ ...notAMapping(), location: { path, text, offset: 0, length: 1 } });
  return undefined;
}
