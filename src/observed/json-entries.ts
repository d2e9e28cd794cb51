import { asObject, parseJson } from '../std/json.js';
import { type ReadEntries, type Reject, MAX_ENTRY_BYTES, TOO_LONG, createSkipper } from './entry-reader.js';
import type { RecordSink } from './flow-record.js';
import { readHubble } from './hubble.js';
import { type ReadText, readLokiLine } from './loki-line.js';
import { createNetobservReader, readNetobserv } from './netobserv.js';
import { INCOMPLETE, INVALID, scanObject, skipBlanks } from './scan-object.js';

const OPEN_BRACE = 0x7b;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** Starts each text of a JSON text sequence (RFC 7464). */
const RECORD_SEPARATOR = 0x1e;

/**
 * Creates a reader of JSON objects, one for each flow: on lines, one after another, or as items of an array. The members
 * of an object tell its format.
 */
export function createJsonReader(sink: RecordSink, reject: Reject, readText: ReadText): ReadEntries {
  const netobserv = createNetobservReader(sink);
  const skipper = createSkipper(reject);
  const parse = (bytes: Buffer, start: number, end: number): string | undefined => {
    const value = asObject(parseJson(bytes.toString('utf8', start, end)));
    return value === undefined ? NOT_JSON : readJsonObject(value, sink, readText);
  };
  return (bytes, start, end, isLast) => {
    let at = skipper.resume(bytes, start, end);
    for (;;) {
      at = skipSeparators(bytes, at, end);
      if (at >= end) return end;
      if (bytes[at] !== OPEN_BRACE) {
        at = skipper.skipLine(bytes, at, end, 'expected a JSON object');
        continue;
      }
      const after = scanObject(bytes, at, end, netobserv.findMember, netobserv.scanned);
      if (after === INCOMPLETE && !isLast && end - at <= MAX_ENTRY_BYTES) return at;
      if (after === INCOMPLETE || after === INVALID) {
        const reason =
          after === INVALID
            ? `${NOT_JSON}, skipped the rest of the line`
            : isLast
              ? 'the file ends within an object'
              : TOO_LONG;
        at = skipper.skipLine(bytes, at, end, reason);
        continue;
      }
      const reason = netobserv.isFlat(bytes) ? netobserv.read(bytes) : parse(bytes, at, after);
      if (reason !== undefined) reject(at, reason);
      at = after;
    }
  };
}

const NOT_JSON = 'invalid JSON';

function skipSeparators(bytes: Buffer, at: number, end: number): number {
  for (;;) {
    at = skipBlanks(bytes, at, end);
    const byte = at < end ? bytes[at] : undefined;
    if (byte !== COMMA && byte !== OPEN_BRACKET && byte !== CLOSE_BRACKET && byte !== RECORD_SEPARATOR) return at;
    at++;
  }
}

/** Reads a parsed object of any format. Returns why it is invalid, or undefined. */
export function readJsonObject(
  value: Readonly<Record<string, unknown>>,
  sink: RecordSink,
  readText: ReadText,
): string | undefined {
  if (value.SrcAddr !== undefined || value.DstAddr !== undefined) return readNetobserv(value, sink);
  if (typeof value.line === 'string') return readLokiLine(value, readText);
  return readHubble(value, sink);
}
