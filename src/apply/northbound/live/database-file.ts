import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Failure, fail } from '../../../model/change.js';
import { connect } from '../../../clients/ovsdb/index.js';
import { readDump } from './dump.js';
import { type ChooseColumns, type ReadLive, readLive } from './read-live.js';
import { GZIP } from './unpack.js';
import { beginningOf, splitPath, withUnpacked } from './packed-database.js';

const run = promisify(execFile);

/** What OVSDB's own files begin with (ovsdb(5)); a clustered one keeps the log of RAFT. */
const STANDALONE = 'OVSDB JSON ';
const CLUSTERED = 'OVSDB CLUSTER ';

/** Bytes of a dump, which is read as one text. */
const MAX_DUMP_BYTES = 256 * 1024 ** 2;

/** How long a throwaway server may take to read its file, in milliseconds. */
const START_TIMEOUT = 30_000;

/**
 * Reads the rows of a Northbound database from a file: an OVSDB database file, which a throwaway ovsdb-server on a unix socket
 * reads from a copy, or what `ovsdb-client -f json dump` printed; either also packed by gzip, or in a tar archive that is: of
 * several databases there the one that the path ends with (`databases.tar.gz/NAME`), or that of the zone. The file itself is
 * never written.
 */
export async function readFromFile(written: string, choose: ChooseColumns, zone?: string): Promise<ReadLive> {
  const packed = splitPath(written);
  const { path } = packed;
  const read = async (file: string): Promise<ReadLive> => readPlain(file, await beginningOf(file), choose);
  try {
    if (!(await beginningOf(path)).startsWith(GZIP)) return await read(path);
    return await withUnpacked({ ...packed, ...(zone === undefined ? {} : { zone }) }, read);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // The message of the system names the path again.
    return fail(`${path} cannot be read: ${error.message.split(',', 1)[0] ?? ''}`);
  }
}

async function readPlain(path: string, beginning: string, choose: ChooseColumns): Promise<ReadLive> {
  if (beginning.startsWith(STANDALONE)) return await readDatabase(path, false, choose);
  if (beginning.startsWith(CLUSTERED)) return await readDatabase(path, true, choose);
  const { size } = await stat(path);
  if (size > MAX_DUMP_BYTES) return fail(`${path} is no database file, and with ${size} bytes too large for a dump`);
  return readDump(await readFile(path, 'utf8'), choose);
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
