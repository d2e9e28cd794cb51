import type { LogSeverity } from '../model/cluster.js';
import type { JsonObject } from '../std/json.js';

const SEVERITIES: readonly string[] = ['alert', 'warning', 'notice', 'info', 'debug'];

/** The classes of actions that the annotation has levels for. */
export type LoggedClass = 'allow' | 'deny' | 'pass';

/** The level of each class as the annotation writes it, or '' for none. */
export type LogLevels = Readonly<Record<LoggedClass, string>>;

/** Returns true if a level is one that ACLs can log with. */
export function isLogSeverity(level: string): level is LogSeverity {
  return SEVERITIES.includes(level);
}

/**
 * Returns the levels of an annotation as Go's `encoding/json` reads it: keys in any case, of several the last, nulls
 * and other keys passed over. The first level that is no text makes it unreadable: its key and value are given instead.
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
