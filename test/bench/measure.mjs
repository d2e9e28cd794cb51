import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const HERE = fileURLToPath(new URL('.', import.meta.url));
export const CLI = join(HERE, '../../dist/cli.js');
/** Files in memory, on Linux. */
const MEMORY = '/dev/shm';
export const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Bytes that all lines together take at most. */
const ROOM = 8 * 2 ** 30;
/**
 * A folder for all that is generated, in memory where there is room for it; it goes when the process ends. What a disk takes to
 * make thousands of files changes within minutes by more than Weir takes for them.
 */
const isInMemory = process.env.TMPDIR === undefined && hasRoom(MEMORY);
export const scratch = mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), 'weir-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** Exit code of a command that found differences. */
const DIFFERENT = 2;

const USAGE = join(scratch, 'usage.json');
process.env.WEIR_BENCH_USAGE = USAGE;
/** Where the command keeps its secret. */
process.env.XDG_CACHE_HOME = scratch;

/** Runs a node process to its end and returns its processor time and wall time in milliseconds, and its peak memory in bytes. */
export function run(args) {
  const start = performance.now();
  const command = ['--import', join(HERE, 'usage.mjs'), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const wall = performance.now() - start;
  if (status !== 0 && !(args.includes('diff') && status === DIFFERENT))
    throw new Error(`${args.join(' ')}: exit ${status}\n${stderr}`);
  return { wall, ...JSON.parse(readFileSync(USAGE, 'utf8')) };
}

/** Runs a program of this folder, and returns what it prints as JSON. */
export function readPrinted(program, ...args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8192', join(HERE, program), ...args],
    { encoding: 'utf8', env: { ...process.env, WEIR_BENCH_USAGE: undefined } },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Runs two commands in turn; the median of the ratios pair by pair, so that a machine that slows down slows both. */
export function compare(first, second, measure = 'processor') {
  const ratios = Array.from({ length: ROUNDS }, () => run(first())[measure] / run(second())[measure]);
  return median(ratios);
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
}

let setAside = 0;

/**
 * A cold compilation of a repository. What was rendered before is set aside until the end, or of a line where it is in memory:
 * where many files have just been removed, ext4 takes up to a second to make as many, which is nothing that Weir does.
 */
export const compiling = (repository) => () => {
  const rendered = join(repository, 'rendered');
  if (existsSync(rendered)) renameSync(rendered, join(scratch, `rendered-${setAside++}`));
  rmSync(join(repository, 'weir.lock.yaml'), { force: true });
  return [CLI, 'compile', repository];
};

/** Removes what has been set aside in memory. */
export function clearAside() {
  if (!isInMemory) return;
  for (; setAside > 0; setAside--) rmSync(join(scratch, `rendered-${setAside - 1}`), { recursive: true });
}

/** js-yaml alone on the files of a repository. */
export const loading = (repository) => () => [join(HERE, 'load-all.mjs'), repository];

/** Peak memory of a compilation in bytes. */
export function peakMemory(repository) {
  return run(compiling(repository)()).memory;
}

/** Compiles a repository and returns the bytes that it wrote. */
export function bytesWritten(repository) {
  run(compiling(repository)());
  return bytesBelow(join(repository, 'rendered'));
}

export function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Makes a git repository of a folder, and commits all of it. */
export function commit(folder) {
  const git = (...words) => {
    const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...words], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=base');
}

/** Processor time of a process in milliseconds (proc(5): clock ticks of a hundredth of a second, user and system). */
export function processorOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
