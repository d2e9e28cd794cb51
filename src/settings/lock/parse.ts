import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Lock, LockedEgressIP } from '../../model/lock.js';
import type { Origin, SourceFile } from '../../model/manifest.js';
import type { ReportAt } from '../../model/report-at.js';
import { canonicalAddress } from '../../net/address.js';
import { escapePointer } from '../../yaml/locate.js';
import { readMapping } from '../../yaml/mapping.js';
import { messages } from './messages.js';
import { lockSchema } from './schema.js';
import type { JsonObject } from '../../std/json.js';

/** Validates an object against a JSON Schema, reports what is wrong, and says whether nothing is. */
type SchemaCheck = (schema: JsonObject, object: JsonObject, origin: Origin, report: Reporter) => boolean;

/** What `weir.lock.yaml` may hold, once the schema has taken it. */
interface Written {
  readonly egressIPs?: Readonly<Record<string, WrittenEgressIP>>;
  readonly egressServices?: Readonly<Record<string, string>>;
}

interface WrittenEgressIP {
  readonly mark?: number;
  readonly addresses?: Readonly<Record<string, string>>;
}

/** The lock, beside weir.yaml. */
export const LOCK_PATH = 'weir.lock.yaml';

/** A lock that locks nothing. */
export const EMPTY_LOCK: Lock = { egressIPs: new Map(), egressServices: new Map() };

/**
 * Reads the lock. A file that is missing or empty locks nothing. Returns undefined when there are errors, which are
 * reported: to go on without the lock would move addresses.
 */
export function parseLock(file: SourceFile | undefined, check: SchemaCheck, report: Reporter): Lock | undefined {
  if (!file) return EMPTY_LOCK;
  const origin: Origin = { file, start: 0, end: file.text.length, pointer: '' };
  const object = readMapping(file, messages.notAMapping, report);
  if (!object || !check(lockSchema, object, origin, report)) return undefined;
  const problems: Finding[] = [];
  const reportAt: ReportAt = (finding, pointer) => {
    problems.push(finding);
    report({ ...finding, target: { origin, pointer, part: 'key' } });
  };
  const { egressIPs = {}, egressServices = {} } = object as Written;
  const lock: Lock = {
    egressIPs: new Map(sortEntries(egressIPs).map(([name, written]) => [name, readEgressIP(name, written, reportAt)])),
    egressServices: new Map(sortEntries(egressServices)),
  };
  return problems.length > 0 ? undefined : lock;
}

function readEgressIP(name: string, { mark, addresses = {} }: WrittenEgressIP, reportAt: ReportAt): LockedEgressIP {
  for (const text of Object.keys(addresses)) {
    const canonical = canonicalAddress(text);
    const pointer = `/egressIPs/${escapePointer(name)}/addresses/${escapePointer(text)}`;
    if (canonical === undefined) reportAt(messages.badAddress(text), pointer);
    else if (canonical !== text) reportAt(messages.notCanonical(text, canonical), pointer);
  }
  return { ...(mark === undefined ? {} : { mark }), addresses: new Map(sortEntries(addresses)) };
}

function sortEntries<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
