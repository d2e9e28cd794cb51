import { isObject } from '../std/json.js';
import { parseFlowTime } from './flow-record.js';

/**
 * Reads the text of an entry: a JSON object or a line of an ACL log. `labels` are further members of the object, and
 * `time` that of the entry, in milliseconds. Returns why the text is invalid, or undefined.
 */
export type ReadText = (text: string, labels: Readonly<Record<string, unknown>>, time: number) => string | undefined;

/** Reads an object of `logcli query -o jsonl`: `{"labels": {…}, "line": "…", "timestamp": "…"}`. */
export function readLokiLine(value: Readonly<Record<string, unknown>>, readText: ReadText): string | undefined {
  const { labels, line, timestamp } = value;
  const time = typeof timestamp === 'string' ? parseFlowTime(timestamp) : NaN;
  return readText(String(line), isObject(labels) ? labels : {}, time);
}
