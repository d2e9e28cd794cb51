import { asObject, parseJson } from '../std/json.js';
import { readAclLine } from './acl-entries.js';
import { createCsvReader } from './csv-entries.js';
import { type ReadEntries, type Reject, LINE_FEED, createLineReader } from './entry-reader.js';
import type { RecordSink } from './flow-record.js';
import type { FlowFormat } from './flow-format.js';
import { detectFormat } from './format.js';
import { createJsonReader, readJsonObject } from './json-entries.js';
import type { ReadText } from './loki-line.js';
import { createLokiReader } from './loki-response.js';

/** An invalid entry of a file. */
export interface RejectedEntry {
  /** 1 for the first line. */
  readonly line: number;
  readonly reason: string;
}

/** Outcome of reading a file. */
export interface ReadOutcome {
  /** If unset, the format is unknown, and nothing was read. */
  readonly format?: FlowFormat;
  /** True if the file has no bytes. */
  readonly isEmpty: boolean;
  /** The first invalid entries. */
  readonly rejected: readonly RejectedEntry[];
  readonly rejectedCount: number;
}

/** Maximum number of invalid entries with a location. */
const MAX_REJECTED = 5;
/** Bytes by which a format is detected. */
const HEAD_BYTES = 65_536;

/**
 * Reads a file of observed flows from its pieces, and passes each record to `sink`. Memory is independent of the size of
 * the file. If `format` is unset, it is detected.
 */
export async function readFlowPieces(
  pieces: AsyncIterable<Buffer>,
  format: FlowFormat | undefined,
  sink: RecordSink,
): Promise<ReadOutcome> {
  const rejected: RejectedEntry[] = [];
  let rejectedCount = 0;
  let bytes: Buffer = Buffer.alloc(0);
  let linesBefore = 0;
  let counted = 0;
  const reject: Reject = (offset, reason) => {
    rejectedCount++;
    if (rejected.length >= MAX_REJECTED) return;
    linesBefore += countLines(bytes, counted, offset);
    counted = Math.max(counted, offset);
    rejected.push({ line: linesBefore + 1, reason });
  };
  let reader: { readonly format: FlowFormat; readonly read: ReadEntries } | undefined;
  const readPiece = (piece: Buffer, isLast: boolean): boolean => {
    bytes = bytes.length === 0 ? piece : Buffer.concat([bytes, piece]);
    if (!reader) {
      if (!isLast && bytes.length < HEAD_BYTES) return true;
      const head = bytes.subarray(0, HEAD_BYTES);
      const found = format ?? detectFormat(head);
      if (found === undefined) return false;
      reader = { format: found, read: createReader(found, head, sink, reject) };
    }
    const done = reader.read(bytes, 0, bytes.length, isLast);
    // Lines are only counted while the location of an invalid entry may be needed.
    if (rejected.length < MAX_REJECTED) linesBefore += countLines(bytes, counted, done);
    counted = 0;
    bytes = bytes.subarray(done);
    return true;
  };
  let isEmpty = true;
  for await (const piece of pieces) {
    isEmpty &&= piece.length === 0;
    if (!readPiece(piece, false)) return { isEmpty, rejected, rejectedCount };
  }
  if (!readPiece(Buffer.alloc(0), true)) return { isEmpty, rejected, rejectedCount };
  return { isEmpty, ...(reader ? { format: reader.format } : {}), rejected, rejectedCount };
}

function createReader(format: FlowFormat, head: Buffer, sink: RecordSink, reject: Reject): ReadEntries {
  const readText: ReadText = (text, labels, time) => {
    if (!text.startsWith('{')) return readAclLine(text, time, sink);
    const value = asObject(parseJson(text));
    return value ? readJsonObject({ ...labels, ...value }, sink, readText) : 'invalid JSON';
  };
  switch (format) {
    case 'csv': {
      const readLine = createCsvReader(sink);
      return createLineReader((bytes, start, end) => readLine(bytes.toString('utf8', start, end)), reject);
    }
    case 'acl-log':
      return createLineReader(
        (bytes, start, end) => readAclLine(bytes.toString('latin1', start, end), NaN, sink),
        reject,
      );
    case 'loki':
      // Without streams, the file has the lines of `logcli query -o jsonl`.
      if (/"(?:resultType|stream)"\s*:/.test(head.toString('latin1'))) return createLokiReader(reject, readText);
      return createJsonReader(sink, reject, readText);
    case 'netobserv':
    case 'hubble':
      return createJsonReader(sink, reject, readText);
  }
}

function countLines(bytes: Buffer, start: number, end: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED, start); at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}
