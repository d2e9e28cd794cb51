import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isProcessAlive } from './process-identity.js';

const DRAFT = /^draft-.*?(?:\.([0-9]+)\.([0-9]+))?\.json$/;

/**
 * Returns the temporary path at which this process writes a file of the state folder before it renames it. Each `name`
 * has one draft at a time.
 */
export function draftOf(folder: string, name: string): string {
  return join(folder, `draft-${name}.${process.pid}.${identify(process.pid)?.start ?? '0'}.json`);
}

/** Removes the drafts of processes that have ended before they could. */
export function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [draft, pid = '', start = ''] = DRAFT.exec(name) ?? [];
    if (draft === undefined || isProcessAlive({ pid: Number(pid), start })) continue;
    rmSync(join(folder, name), { force: true });
  }
}
