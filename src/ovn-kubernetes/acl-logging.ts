import type { LogSeverity } from '../model/cluster.js';
import type { JsonObject } from '../std/json.js';

const SEVERITIES: readonly string[] = ['alert', 'warning', 'notice', 'info', 'debug'];

/** Classes of actions for which the annotation has levels. */
export type LoggedClass = 'allow' | 'deny' | 'pass';

/** Level of each class as in the annotation, or '' for none. */
export type LogLevels = Readonly<Record<LoggedClass, string>>;

/** Returns true if ACLs can log with a level. */
export function isLogSeverity(level: string): level is LogSeverity {
  return SEVERITIES.includes(level);
}

/**
 * Returns the levels of an annotation as Go's `encoding/json` decodes it. Keys may have any case, and the last of equal
 * ones counts. Nulls and other keys are skipped. The first level that is not text makes the annotation invalid, and its
 * key and value are returned instead.
 */
export function readLogLevels(
  written: JsonObject,
): LogLevels | { readonly key: LoggedClass; readonly value: JsonObject[string] } {
  const levels = { allow: '', deny: '', pass: '' };
  for (const [key, value] of Object.entries(written)) {
    const name = key.toLowerCase();
    if (!isLoggedClass(name) || value === null) continue;
    if (typeof value !== 'string') return { key: name, value };
    levels[name] = value;
  }
  return levels;
}

function isLoggedClass(text: string): text is LoggedClass {
  return text === 'allow' || text === 'deny' || text === 'pass';
}
