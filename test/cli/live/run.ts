import { type ChildProcess, spawn } from 'node:child_process';
import { CLI } from '../../rig/weir.js';

const ENVIRONMENT = { PATH: process.env.PATH, ARGOCD_APP_NAMESPACE: 'weir' };

/** How a process of the command is started, and by which words. */
export interface Start {
  readonly cwd: string;
  /** Words before the command. */
  readonly enter?: readonly string[];
  /** Seconds between cycles of a watch. Absent: they follow each other closely. */
  readonly interval?: number;
  /** The program, if it is not the built command. */
  readonly program?: string;
  /** Variables beside those of every run. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A command that keeps running. */
export interface Running {
  /** What it has written to standard error so far. */
  readonly logs: () => string;
  /** Settles when it has ended: its exit code, or null where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => void;
}

/** Runs the command in a process of its own: servers live in this one, and have to answer meanwhile. */
export async function run(
  start: Start,
  ...words: readonly string[]
): Promise<{ status: number | null; out: string; err: string }> {
  const child = startProcess(start, words);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { status: await endOf(child), out, err };
}

/** The same with the folder alone. */
export const weir = (cwd: string, ...words: readonly string[]): ReturnType<typeof run> => run({ cwd }, ...words);

/** Starts `weir apply … --interval`. */
export function startWatch(start: Start, ...words: readonly string[]): Running {
  const options = ['--interval', String(start.interval ?? 0.2), '--listen', '127.0.0.1:0', '--log-level', 'debug'];
  const child = startProcess(start, ['apply', ...words, ...options]);
  let logs = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk: Buffer) => (logs += chunk.toString()));
  return { logs: () => logs, ended: endOf(child), kill: (signal) => void child.kill(signal) };
}

function startProcess({ cwd, enter = [], program = CLI, environment }: Start, words: readonly string[]): ChildProcess {
  const [file = '', ...args] = [...enter, process.execPath, program, ...words];
  return spawn(file, args, { cwd, env: { ...ENVIRONMENT, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}
