import type { SchemaCheck } from '../../model/schema-check.js';
import { lockParts } from '../../kinds/locks.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Lock } from '../../model/lock.js';
import type { Origin, SourceFile } from '../../model/manifest.js';
import type { ReportAt } from '../../model/report-at.js';
import { readMapping } from '../../yaml/mapping.js';
import { messages } from './messages.js';
import { nextLock } from './next.js';
import { lockSchema } from './schema.js';
import { asObject } from '../../std/json.js';

/** Path of the lock, in the folder of weir.yaml. */
export const LOCK_PATH = 'weir.lock.yaml';

/** Lock without assignments. */
export const EMPTY_LOCK: Lock = { egressIPs: new Map(), egressServices: new Map() };

/**
 * Reads the lock. A missing or empty file locks nothing. Returns undefined if there are errors, which are reported:
 * without the lock, addresses would move.
 */
export function parseLock(file: SourceFile | undefined, check: SchemaCheck, report: Reporter): Lock | undefined {
  if (!file) return EMPTY_LOCK;
  const origin: Origin = { file, start: 0, end: file.text.length, pointer: '' };
  const object = readMapping(file, messages.notAMapping, report);
  if (!object || !check(lockSchema, object, origin, report)) return undefined;
  const problems: Finding[] = [];
  const reportAt: ReportAt = (finding, pointer) => {
    problems.push(finding);
    report({ ...finding, location: { origin, pointer, part: 'key' } });
  };
  const parts = lockParts.map(({ field, read }) =>
    read(asObject(object[field]) ?? {}, (finding, pointer) => {
      reportAt(finding, `/${field}${pointer}`);
    }),
  );
  return problems.length > 0 ? undefined : nextLock(EMPTY_LOCK, parts);
}
