import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnedRecord } from '../../../model/node-state.js';
import { hasCode } from './checkpoint.js';
import { draftOf } from './drafts.js';
import { HostError } from './read.js';

const FILE = 'owned.json';
const NOTHING: OwnedRecord = { rules: [], routes: [], addresses: [] };

/** Reads the record of objects that Weir owns on a host: empty if there is none. Throws HostError. */
export function readOwned(folder: string): OwnedRecord {
  const path = join(folder, FILE);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isRecord(value)) return value;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return NOTHING;
    if (!(thrown instanceof SyntaxError)) throw thrown;
  }
  throw new HostError(
    `${path} is not a valid record of the objects that Weir owns on this host: remove the file. Weir then owns only desired objects, and \`weir audit node\` lists others that it may have added`,
  );
}

/** Replaces the record atomically if it differs. Only the owner of the checkpoint may call this. */
export function writeOwned(folder: string, { rules, routes, addresses }: OwnedRecord): void {
  const path = join(folder, FILE);
  const text = `${JSON.stringify({ rules, routes, addresses }, null, 2)}\n`;
  if (readText(path) === text) return;
  const draft = draftOf(folder, 'owned');
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined;
    throw thrown;
  }
}

function isRecord(value: unknown): value is OwnedRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { rules, routes, addresses } = value as Partial<Record<keyof OwnedRecord, unknown>>;
  return [rules, routes, addresses].every(
    (list) => Array.isArray(list) && list.every((each) => typeof each === 'string'),
  );
}
