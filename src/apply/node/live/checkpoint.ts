import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostCommand, OwnedRecord } from '../../../model/node-state.js';
import { draftOf } from './drafts.js';
import type { HostAccess } from './host.js';
import { type ProcessIdentity, identify, isProcessAlive } from './process-identity.js';
import { HostError } from './read.js';

/** The rollback of a running change, stored so that it outlives the process of the change. */
export interface Checkpoint {
  readonly id: string;
  /** Process that makes the change. */
  readonly process: ProcessIdentity;
  /** `confirmation`: the change is complete and verified, and waits for `weir confirm`. */
  readonly awaits: 'completion' | 'confirmation';
  /** The process that rolls the change back unless it is confirmed. Set with `confirmation`. */
  readonly timer?: ProcessIdentity;
  /** The owned objects before and after the change. */
  readonly owned: { readonly before: OwnedRecord; readonly after: OwnedRecord };
  readonly access: HostAccess;
  /** Commands that roll back, from any point of the change. */
  readonly restore: readonly HostCommand[];
}

const FILE = 'checkpoint.json';
const ACQUIRED = /^acquired-[0-9a-f-]+\.([0-9]+)\.([0-9]*)\.json$/;

/**
 * Creates the folder of checkpoints. Returns an error message if other users can write there, because its files contain
 * commands for root.
 */
export function prepareStateFolder(folder: string): string | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  const isOwn = uid === process.getuid?.() && (mode & 0o022) === 0 && lstatSync(folder).isDirectory();
  return isOwn ? undefined : `${folder} must be a folder that only this user can write to`;
}

/** Writes the checkpoint of a change of this process. Returns undefined if one exists. */
export function openCheckpoint(
  folder: string,
  content: Pick<Checkpoint, 'owned' | 'access' | 'restore'>,
): Checkpoint | undefined {
  const checkpoint: Checkpoint = {
    id: randomUUID(),
    process: identify(process.pid) ?? { pid: process.pid, start: '' },
    awaits: 'completion',
    ...content,
  };
  const draft = draftOf(folder, checkpoint.id);
  writeFileSync(draft, JSON.stringify(checkpoint), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, join(folder, FILE));
    return checkpoint;
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return undefined;
    throw thrown;
  } finally {
    rmSync(draft);
  }
}

/**
 * Marks the checkpoint of this process as complete and waiting for confirmation, as long as the process `timer` runs.
 * Returns false if the checkpoint no longer exists.
 */
export function awaitConfirmation(folder: string, checkpoint: Checkpoint, timer: number): boolean {
  if (readCheckpoint(folder)?.id !== checkpoint.id) return false;
  const draft = draftOf(folder, checkpoint.id);
  const waiting = { ...checkpoint, awaits: 'confirmation', timer: identify(timer) };
  writeFileSync(draft, JSON.stringify(waiting), { mode: 0o600, flag: 'wx' });
  renameSync(draft, join(folder, FILE));
  return true;
}

/** Returns the current checkpoint, or undefined if there is none. Throws HostError if it is truncated. */
export function readCheckpoint(folder: string): Checkpoint | undefined {
  return read(join(folder, FILE));
}

/** A checkpoint that one process has acquired, to commit the change or to roll it back. */
export interface AcquiredCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly path: string;
  /** If true, another running process owns the checkpoint. */
  readonly isHeld: boolean;
}

/**
 * Acquires a checkpoint. Only one caller gets it, and decides whether the change is committed or rolled back. `discardAcquired`
 * must follow.
 */
export function acquireCheckpoint(folder: string, checkpoint: Checkpoint): AcquiredCheckpoint | undefined {
  if (readCheckpoint(folder)?.id !== checkpoint.id) return undefined;
  const path = join(folder, `acquired-${checkpoint.id}.${process.pid}.${identify(process.pid)?.start ?? ''}.json`);
  try {
    renameSync(join(folder, FILE), path);
    return { checkpoint, path, isHeld: false };
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined;
    throw thrown;
  }
}

/** Removes an acquired checkpoint. */
export function discardAcquired({ path }: AcquiredCheckpoint): void {
  rmSync(path, { force: true });
}

/** Returns the acquired checkpoints that are not yet discarded. Their process may have ended during a rollback. */
export function readAcquired(folder: string): readonly AcquiredCheckpoint[] {
  return readdirSync(folder).flatMap((name) => {
    const [, pid = '', start = ''] = ACQUIRED.exec(name) ?? [];
    const path = join(folder, name);
    const checkpoint = pid === '' ? undefined : read(path);
    const isHeld = Number(pid) !== process.pid && isProcessAlive({ pid: Number(pid), start });
    return checkpoint ? [{ checkpoint, path, isHeld }] : [];
  });
}

/**
 * Returns true if the process that decides about a checkpoint still runs: its creator or, after completion, its timer.
 */
export function isAttended({ awaits, process: maker, timer }: Checkpoint): boolean {
  if (awaits === 'completion') return isProcessAlive(maker);
  return timer !== undefined && isProcessAlive(timer);
}

function read(path: string): Checkpoint | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isCheckpoint(value)) return value;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined;
    if (!(thrown instanceof SyntaxError)) throw thrown;
  }
  throw new HostError(
    `${path} is an incomplete checkpoint, so an interrupted change cannot be rolled back: run \`weir plan node\` to see the state of this host, then remove the file. The next apply starts from that state`,
  );
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null) return false;
  const { id, process: maker, access, owned, restore: commands } = value as Partial<Record<keyof Checkpoint, unknown>>;
  const isThere = (each: unknown): boolean => typeof each === 'object' && each !== null;
  return typeof id === 'string' && isThere(maker) && isThere(access) && isThere(owned) && Array.isArray(commands);
}

/** Returns true for an error of the operating system with this code, such as `ENOENT`. */
export function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
