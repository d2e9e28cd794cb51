import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Failure, fail } from '../../../model/change.js';
import { connectOvsdb } from '../../../clients/ovsdb/index.js';
import { readDump } from './dump.js';
import { type ChooseColumns, type ReadLive, readLive } from './read-live.js';
import { GZIP } from './unpack.js';
import { beginningOf, splitPath, withUnpacked } from './packed-database.js';

const run = promisify(execFile);

/** Start of OVSDB database files (ovsdb(5)). A clustered one contains the RAFT log. */
const STANDALONE = 'OVSDB JSON ';
const CLUSTERED = 'OVSDB CLUSTER ';

/** Maximum size of a dump in bytes. It is read as one text. */
const MAX_DUMP_BYTES = 256 * 1024 ** 2;

/** Startup timeout of a temporary server, in milliseconds. */
const START_TIMEOUT = 30_000;

/**
 * Reads the rows of a Northbound database from a file. It is an OVSDB database file, of which a temporary ovsdb-server
 * reads a copy, or the output of `ovsdb-client -f json dump`. Either may be gzipped, or in a gzipped tar archive.
 *
 * If an archive contains several databases, reads the one at the end of the path (`databases.tar.gz/NAME`) or that of
 * the zone. Never writes the file itself.
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
    // The system's message already contains the path.
    return fail(`${path} cannot be read: ${error.message.split(',', 1)[0] ?? ''}`);
  }
}

async function readPlain(path: string, beginning: string, choose: ChooseColumns): Promise<ReadLive> {
  if (beginning.startsWith(STANDALONE)) return await readDatabase(path, false, choose);
  if (beginning.startsWith(CLUSTERED)) return await readDatabase(path, true, choose);
  const { size } = await stat(path);
  if (size > MAX_DUMP_BYTES)
    return fail(`${path} is not a database file, and its ${size} bytes are too many for a dump`);
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

function connectTo(path: string): ReturnType<typeof connectOvsdb> {
  return connectOvsdb({
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
      resolve(fail('ovsdb-server rejects the file: it is damaged, or of a later version'));
    });
  });
}

/** Returns true for an error of the operating system or of a program. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && ('syscall' in error || 'cmd' in error);
}
