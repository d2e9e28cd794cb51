import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../model/change.js';
import type { ZoneRows } from '../model/northbound.js';
import { parseZone } from '../ovsdb/parse-zone.js';
import { describeSystemError, isMissing } from '../sources/system-error.js';

/** The desired rows of a zone and the hexadecimal SHA-256 of the file that they are in. */
export interface RenderedZone {
  readonly result: 'zone';
  readonly rows: ZoneRows;
  readonly digest: string;
}

/**
 * Reads `zones/<zone>/ovn-nb.json` of a rendered folder. That there is no such file is a failure: a misspelt zone must
 * never mean that everything of its database is to be removed.
 */
export async function readRenderedZone(folder: string, zone: string): Promise<RenderedZone | Failure> {
  const zones = await zonesIn(folder);
  const path = join(folder, 'zones', zone, 'ovn-nb.json');
  // What is not listed is not looked for: a name with a path in it would lead out of the folder.
  if (!zones.includes(zone)) {
    const known = zones.length > 0 ? `it has ${zones.join(', ')}` : 'it has no zones';
    return failure(`${folder} has no rows of zone '${zone}'; ${known}`);
  }
  try {
    const text = await readFile(path, 'utf8');
    const parsed = parseZone(zone, text);
    if (parsed.result === 'invalid') return failure(`${path}: ${parsed.problem}`);
    return { result: 'zone', rows: parsed.rows, digest: createHash('sha256').update(text).digest('hex') };
  } catch (thrown) {
    return failure(`${path} cannot be read: ${describeSystemError(thrown)}`);
  }
}

async function zonesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(join(folder, 'zones'))).sort();
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    describeSystemError(thrown);
    return [];
  }
}

function failure(problem: string): Failure {
  return { result: 'failed', problems: [problem], transient: false };
}
