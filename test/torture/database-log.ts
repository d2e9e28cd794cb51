import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { JsonObject } from '../../src/std/json.js';

/** A record of the file of a database. `isFirst`: a file begins with it, as after a compaction. */
export interface LogRecord {
  readonly content: JsonObject;
  readonly isFirst: boolean;
}

/** The file of a database, which its server appends to. */
export interface DatabaseLog {
  /** Returns the records since the last call, also across compactions. */
  readonly read: () => readonly LogRecord[];
  readonly close: () => void;
}

interface OpenFile {
  readonly descriptor: number;
  readonly inode: number;
  offset: number;
}

/**
 * Follows the file of a database (ovsdb(5)). A compaction replaces the file: the old one is read to its end before the
 * new one, so that no commit is missed.
 */
export function followDatabaseLog(path: string): DatabaseLog {
  let file = openFile(path);
  return {
    read: () => {
      const records = readOn(file);
      while (statSync(path).ino !== file.inode) {
        records.push(...readOn(file));
        closeSync(file.descriptor);
        file = openFile(path);
        records.push(...readOn(file));
      }
      return records;
    },
    close: () => {
      closeSync(file.descriptor);
    },
  };
}

function openFile(path: string): OpenFile {
  const descriptor = openSync(path, 'r');
  return { descriptor, inode: fstatSync(descriptor).ino, offset: 0 };
}

/** Reads the whole records after those that were read. */
function readOn(file: OpenFile): LogRecord[] {
  const bytes = Buffer.alloc(fstatSync(file.descriptor).size - file.offset);
  readSync(file.descriptor, bytes, 0, bytes.length, file.offset);
  const records: LogRecord[] = [];
  let start = 0;
  for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
    // `OVSDB JSON <length> <SHA-1>`, or `OVSDB CLUSTER …`.
    const length = Number(bytes.subarray(start, end).toString().split(' ')[2]);
    const next = end + 1 + length;
    if (next > bytes.length) break;
    const content = JSON.parse(bytes.subarray(end + 1, next).toString()) as JsonObject;
    records.push({ content, isFirst: file.offset + start === 0 });
    start = next;
  }
  file.offset += start;
  return records;
}
