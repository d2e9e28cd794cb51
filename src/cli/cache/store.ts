import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../std/json.js';
import { describeSystemError } from '../../std/system-error.js';

/** The cache folder next to weir.yaml. */
export const CACHE_FOLDER = '.weir-cache';
/** Maximum number of entries in a folder, maximum bytes of an entry, and maximum bytes of all. */
const MAX_ENTRIES = 64;
const MAX_BYTES = 8_388_608;
const MAX_BYTES_OF_ALL = 67_108_864;
const SECRET_BYTES = 32;
const SEAL_DIGITS = 64;

/**
 * Stores values by the digests of their inputs. No operation fails: unreadable, truncated, edited or foreign entries
 * are ignored, and failed writes are skipped.
 */
export interface Store {
  readonly find: (name: string) => unknown;
  readonly keep: (name: string, value: unknown) => void;
}

/**
 * Opens the cache of a repository. The repository may contain a foreign cache folder, so each entry has a seal. Only
 * this user can create it, with a secret outside of the repository.
 */
export function openStore(root: string): Store {
  const folder = join(root, CACHE_FOLDER);
  return {
    find: (name) =>
      attempt(() => {
        const file = join(folder, name);
        if (!isFolder(folder) || !lstatSync(file).isFile() || statSync(file).size > MAX_BYTES + SEAL_DIGITS)
          return undefined;
        const text = readFileSync(file, 'utf8');
        const [seal, body] = [text.slice(0, SEAL_DIGITS), text.slice(SEAL_DIGITS)];
        return isSealed(name, body, seal) ? parseJson(body) : undefined;
      }),
    keep: (name, value) => {
      const body = JSON.stringify(value);
      if (Buffer.byteLength(body) > MAX_BYTES) return;
      attempt(() => {
        const seal = sealOf(name, body);
        if (seal === undefined) return;
        openFolder(folder);
        const staged = join(folder, nameAside(name));
        try {
          writeFileSync(staged, seal + body, { flag: 'wx' });
          renameSync(staged, join(folder, name));
        } catch (thrown) {
          rmSync(staged, { force: true });
          throw thrown;
        }
        removeOld(folder);
      });
    },
  };
}

/** Returns the result of a step, or undefined if the operating system rejects it. */
function attempt<Result>(step: () => Result): Result | undefined {
  try {
    return step();
  } catch (thrown) {
    // Throws bugs again.
    describeSystemError(thrown);
    return undefined;
  }
}

/** Returns true for a folder that is not a link, because a link may lead anywhere. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Creates the folder if it is missing, ignored by git. Throws an error of the operating system. */
function openFolder(folder: string): void {
  if (!isFolder(folder)) mkdirSync(folder);
  const ignore = join(folder, '.gitignore');
  if (!lstatSync(ignore, { throwIfNoEntry: false })) writeFileSync(ignore, '*\n', { flag: 'wx' });
}

/** Removes the oldest entries, and temporary files of ended runs, until the limits are met. */
function removeOld(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name !== '.gitignore')
    .map((name) => join(folder, name))
    .map((path) => {
      const { mtimeMs = 0, size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
      return { path, time: mtimeMs, size };
    })
    .sort((a, b) => b.time - a.time);
  let bytes = 0;
  for (const [index, { path, size }] of files.entries()) {
    bytes += size;
    if (index >= MAX_ENTRIES || bytes > MAX_BYTES_OF_ALL) rmSync(path, { force: true });
  }
}

/** Returns a unique name for a temporary file. */
function nameAside(name: string): string {
  return `${name}.${randomBytes(8).toString('hex')}`;
}

function isSealed(name: string, body: string, seal: string): boolean {
  const [own, found] = [Buffer.from(sealOf(name, body) ?? ''), Buffer.from(seal)];
  return own.length === SEAL_DIGITS && own.length === found.length && timingSafeEqual(own, found);
}

/** Returns the seal of an entry, or undefined without a secret. */
function sealOf(name: string, body: string): string | undefined {
  const secret = readSecret();
  if (secret.length !== SECRET_BYTES) return undefined;
  return createHmac('sha256', secret).update(name).update(body).digest('hex');
}

/** Reads the secret of this user, and creates it on first use. Throws an error of the operating system. */
function readSecret(): Buffer {
  const { XDG_CACHE_HOME } = process.env;
  const folder = join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'weir');
  const file = join(folder, 'cache-secret');
  if (!lstatSync(file, { throwIfNoEntry: false })) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const staged = join(folder, nameAside('cache-secret'));
    try {
      writeFileSync(staged, randomBytes(SECRET_BYTES), { flag: 'wx', mode: 0o600 });
      renameSync(staged, file);
    } catch (thrown) {
      rmSync(staged, { force: true });
      throw thrown;
    }
  }
  return readFileSync(file);
}
