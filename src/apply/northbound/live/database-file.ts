import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Failure, fail } from '../../../model/change.js';
import { connect } from '../../../clients/ovsdb/index.js';
import { readDump } from './dump.js';
import { type ChooseColumns, type ReadLive, readLive } from './read-live.js';
import { GZIP, unpack } from './unpack.js';

const run = promisify(execFile);

/** What OVSDB's own files begin with (ovsdb(5)); a clustered one keeps the log of RAFT. */
const STANDALONE = 'OVSDB JSON ';
const CLUSTERED = 'OVSDB CLUSTER ';

/** How long a throwaway server may take to read its file, in milliseconds. */
const START_TIMEOUT = 30_000;

/** Where a tar archive says what it is, and how (POSIX, `ustar`). */
const ARCHIVE = { at: 257, word: 'ustar' };

/**
 * Reads the rows of a Northbound database from a file: an OVSDB database file, which a throwaway ovsdb-server on a unix socket
 * reads from a copy, or what `ovsdb-client -f json dump` printed; either also packed by gzip. The file itself is never written.
 */
export async function readFromFile(path: string, choose: ChooseColumns): Promise<ReadLive> {
  try {
    const beginning = await beginningOf(path);
    return beginning.startsWith(GZIP) ? await readPacked(path, choose) : await readPlain(path, beginning, choose);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // The message of the system names the path again.
    return fail(`${path} cannot be read: ${error.message.split(',', 1)[0] ?? ''}`);
  }
}

async function readPlain(path: string, beginning: string, choose: ChooseColumns): Promise<ReadLive> {
  if (beginning.startsWith(STANDALONE)) return await readDatabase(path, false, choose);
  if (beginning.startsWith(CLUSTERED)) return await readDatabase(path, true, choose);
  return readDump(await readFile(path, 'utf8'), choose);
}

async function readPacked(path: string, choose: ChooseColumns): Promise<ReadLive> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-'));
  try {
    const unpacked = join(folder, 'nb');
    const problem = await unpack(path, unpacked);
    if (problem !== undefined) return fail(problem);
    const beginning = await beginningOf(unpacked);
    if (beginning.startsWith(ARCHIVE.word, ARCHIVE.at)) {
      return fail(`${path} is an archive of several files: unpack it, and name the database of one node`);
    }
    return await readPlain(unpacked, beginning, choose);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As many characters as tell what a file is, one a byte. */
async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const length = ARCHIVE.at + ARCHIVE.word.length;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readDatabase(path: string, clustered: boolean, choose: ChooseColumns): Promise<ReadLive> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-'));
  let server: ChildProcess | undefined;
  try {
    const database = join(folder, 'nb.db');
    if (clustered) await run('ovsdb-tool', ['cluster-to-standalone', database, path]);
    else await copyFile(path, database);
    const socket = join(folder, 's');
    server = spawn('ovsdb-server', [`--remote=punix:${socket}`, '--unixctl=none', '-vconsole:off', database], {
      stdio: 'ignore',
    });
    const started = await Promise.race([failureOf(server), connectTo(socket)]);
    if (started.result === 'failed') return started;
    const read = await readLive(started.client, choose);
    started.client.close();
    return read;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail(`the database in ${path} cannot be read: ${error.message}`);
  } finally {
    server?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

function connectTo(path: string): ReturnType<typeof connect> {
  return connect({
    remotes: [{ protocol: 'unix', path }],
    database: 'OVN_Northbound',
    timeouts: { connect: START_TIMEOUT },
  });
}

/** Resolves when a server ends by itself, or cannot be started. */
function failureOf(server: ChildProcess): Promise<Failure> {
  return new Promise((resolve) => {
    server.on('error', ({ message }) => {
      resolve(fail(`ovsdb-server, which reads database files, cannot be started: ${message}`));
    });
    server.on('exit', () => {
      resolve(fail('ovsdb-server does not accept the file: it is broken, or of a later version'));
    });
  });
}

/** Of the operating system, or of a program that Weir ran. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && ('syscall' in error || 'cmd' in error);
}
