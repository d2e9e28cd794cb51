import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Failure, fail } from '../../../model/change.js';
import { listNames } from '../../../std/list-text.js';
import { describeSystemError } from '../../../std/system-error.js';
import { type TarEntry, listTar } from './tar.js';
import { GZIP, unpack } from './unpack.js';

/** Magic of a tar archive (POSIX, `ustar`) and its offset. */
const ARCHIVE = { at: 257, word: 'ustar' };
/** A path into an archive, as into a folder. */
const INSIDE = /^(.*\.(?:tar\.gz|tgz))\/(.+)$/;
/** Suffix of the Northbound database of a pod or node in a must-gather. */
const SUFFIX = '_nbdb';
const MAX_NAMES = 20;

/** A gzipped file, and the name of the database if it contains several. */
export interface PackedFile {
  readonly path: string;
  /** Name of the file in the archive. */
  readonly name?: string;
  readonly zone?: string;
}

/** Splits a path into an archive, `<archive>.tar.gz/<name>`. */
export function splitPath(path: string): Pick<PackedFile, 'path' | 'name'> {
  const [, archive, name] = INSIDE.exec(path) ?? [];
  return archive === undefined || name === undefined ? { path } : { path: archive, name };
}

/** Returns the start of a file as text, one character per byte, enough to detect its type. */
export async function beginningOf(path: string): Promise<string> {
  return withFile(path, async (file) => {
    const length = ARCHIVE.at + ARCHIVE.word.length;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  });
}

/** Returns the names of the Northbound databases in an archive, in byte order. */
export async function listDatabases(path: string): Promise<readonly string[] | Failure> {
  const list = async (folder: string): Promise<readonly string[] | Failure> => {
    const unpacked = join(folder, 'file');
    const problem = await unpack(path, unpacked);
    if (problem !== undefined) return fail(problem);
    const entries = await withFile(unpacked, listTar);
    return typeof entries === 'string' ? fail(`${path}: ${entries}`) : databasesOf(entries).map(({ name }) => name);
  };
  try {
    return await inFolder(list);
  } catch (error) {
    return fail(`${path} cannot be read: ${describeSystemError(error)}`);
  }
}

/**
 * Unpacks a database into a temporary folder while `read` runs. In an archive, selects the database by name or zone, or
 * the only one. Throws errors of the operating system.
 */
export async function withUnpacked<Read>(
  packed: PackedFile,
  read: (path: string) => Promise<Read>,
): Promise<Read | Failure> {
  return inFolder(async (folder) => {
    const unpacked = join(folder, 'file');
    const problem = await unpack(packed.path, unpacked);
    if (problem !== undefined) return fail(problem);
    if (!(await beginningOf(unpacked)).startsWith(ARCHIVE.word, ARCHIVE.at)) return read(unpacked);
    const entries = await withFile(unpacked, listTar);
    if (typeof entries === 'string') return fail(`${packed.path}: ${entries}`);
    const entry = choose(databasesOf(entries), packed);
    if ('result' in entry) return entry;
    const [taken, database] = [join(folder, 'entry'), join(folder, 'nb')];
    const range = entry.size === 0 ? { start: 0, end: -1 } : { start: entry.at, end: entry.at + entry.size - 1 };
    await pipeline(createReadStream(unpacked, range), createWriteStream(taken, { mode: 0o600 }));
    if (!(await beginningOf(taken)).startsWith(GZIP)) return read(taken);
    const broken = await unpack(taken, database);
    return broken === undefined ? read(database) : fail(`${entry.name} in ${packed.path} is not a complete gzip file`);
  });
}

function choose(databases: readonly TarEntry[], { path, name, zone }: PackedFile): TarEntry | Failure {
  const named = (wanted: string): TarEntry | undefined =>
    databases.find((one) => one.name === wanted || plainName(one.name) === wanted);
  const found = name === undefined ? (named(`${zone ?? ''}${SUFFIX}`) ?? onlyOne(databases)) : named(plainName(name));
  if (found) return found;
  if (databases.length === 0)
    return fail(`${path} holds no Northbound database: none of its files is called *${SUFFIX}`);
  const names = listNames(
    databases.map((one) => plainName(one.name)),
    MAX_NAMES,
  );
  const missing = name === undefined ? `${path} holds several databases` : `${path} holds no database ${name}`;
  const example = plainName(databases[0]?.name ?? '');
  return fail(`${missing}: name one of ${names}, as ${path}/${example}`);
}

function onlyOne(databases: readonly TarEntry[]): TarEntry | undefined {
  return databases.length === 1 ? databases[0] : undefined;
}

function databasesOf(entries: readonly TarEntry[]): TarEntry[] {
  const own = entries.filter(({ name }) => plainName(name).endsWith(SUFFIX));
  return own.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns a name without its folders and its gzip extension. */
function plainName(name: string): string {
  return basename(name).replace(/\.gz$/, '');
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
