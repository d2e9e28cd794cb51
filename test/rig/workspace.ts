import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, endProcess } from './process.js';

/** Where every workspace lives. Short, because the path of a unix socket has at most 107 bytes. */
export const WORKSPACES = '/run/weir-rig';

/** A program and its arguments. */
export type Command = readonly [file: string, ...args: string[]];

/** What a program that has ended wrote, and its exit code (-1: ended by a signal). */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** A program that keeps running. */
export interface Daemon {
  readonly pid: number;
  /** What it has written to its log file so far: both output streams. */
  readonly log: () => string;
  /** Kills it and returns when its files are free. */
  readonly stop: () => void;
}

/** A folder, programs and network namespaces that exist as long as one test needs them. */
export interface Workspace {
  /** Prefix of the names of its network namespaces. */
  readonly name: string;
  readonly folder: string;
  /** Runs a program to its end. Throws when it exits with another code than 0. */
  readonly run: (command: Command, timeout?: number) => Promise<string>;
  /** Like `run`, but any exit code is a result. */
  readonly attempt: (command: Command, timeout?: number) => Promise<Output>;
  /** Starts a program; it ends with the workspace, at the latest with this process. */
  readonly start: (name: string, command: Command) => Daemon;
  /** Makes a network namespace with its loopback up and gives its full name. */
  readonly addNamespace: (name: string) => Promise<string>;
  /** The log files of all programs, with their names. */
  readonly logs: () => string;
  /** Ends all programs and removes namespaces and folder. Never throws; a second call does nothing. */
  readonly close: () => void;
}

/**
 * Returns the lines of a log of OVN or Open vSwitch that are warnings or worse.
 * The module `timeval` only reports that the machine is busy, so its lines are left out.
 */
export function warningsIn(log: string): readonly string[] {
  return log.split('\n').filter((line) => /\|(WARN|ERR|EMER)\|/.test(line) && !line.includes('|timeval|'));
}

let count = 0;
const open = new Set<Workspace>();

/** Makes an empty workspace, after removing those that dead processes left behind. */
export function openWorkspace(): Workspace {
  removeLeftovers();
  closeAllAtExit();
  count++;
  const name = `weir-${process.pid}-${count}`;
  const folder = join(WORKSPACES, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const daemons: Daemon[] = [];

  const attempt = (command: Command, timeout = 120_000): Promise<Output> => runToEnd(command, timeout);
  const run = async (command: Command, timeout?: number): Promise<string> => {
    const { stdout, stderr, code } = await attempt(command, timeout);
    if (code !== 0) throw new Error(`${command.join(' ')}\nexit ${code}\n${stdout}${stderr}`);
    return stdout;
  };
  const workspace: Workspace = {
    name,
    folder,
    run,
    attempt,
    start: (daemonName, command) => {
      const daemon = startDaemon(join(folder, `${daemonName}.log`), command);
      daemons.push(daemon);
      return daemon;
    },
    addNamespace: async (namespace) => {
      const full = `${name}-${namespace}`;
      await run(['ip', 'netns', 'add', full]);
      await run(['ip', '-n', full, 'link', 'set', 'lo', 'up']);
      return full;
    },
    logs: () =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.log'))
        .map((file) => `==> ${file} <==\n${readFileSync(join(folder, file), 'utf8')}`)
        .join('\n'),
    close: () => {
      if (!open.delete(workspace)) return;
      for (const daemon of daemons) daemon.stop();
      remove((candidate) => candidate === name);
    },
  };
  open.add(workspace);
  return workspace;
}

function runToEnd(command: Command, timeout: number): Promise<Output> {
  const [file, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout, killSignal: 'SIGKILL' });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString(), code: code ?? -1 });
    });
  });
}

function startDaemon(logFile: string, [file, ...args]: Command): Daemon {
  const log = openSync(logFile, 'a');
  // The kernel ends the program when this process dies, however it dies.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', file, ...args], { stdio: ['ignore', log, log] });
  closeSync(log);
  if (child.pid === undefined) throw new Error(`${file} did not start`);
  return {
    pid: child.pid,
    log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''),
    stop: () => {
      endChild(child);
    },
  };
}

/** Name of the workspace in a namespace's name, or of a folder. */
const WORKSPACE_NAME = /^weir-([0-9]+)-[0-9]+/;

/** Removes workspaces whose process is gone. */
function removeLeftovers(): void {
  remove((name) => {
    const pid = WORKSPACE_NAME.exec(name)?.[1];
    return pid !== undefined && !existsSync(`/proc/${pid}`);
  });
}

/** Ends what still runs in the chosen workspaces and removes their network namespaces and folders. */
function remove(isChosen: (name: string) => boolean): void {
  // A program that detached itself is no child of ours any more, but its arguments name the folder of its workspace.
  for (const pid of readdirSync('/proc').filter((entry) => /^[0-9]+$/.test(entry))) {
    const name = new RegExp(`${WORKSPACES}/(weir-[0-9]+-[0-9]+)/`).exec(argumentsOf(pid))?.[1];
    if (name !== undefined && isChosen(name)) endProcess(Number(pid));
  }
  const namespaces = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' }).stdout;
  for (const line of namespaces.split('\n')) {
    const namespace = line.split(' ', 1)[0] ?? '';
    const name = WORKSPACE_NAME.exec(namespace)?.[0];
    if (name !== undefined && isChosen(name)) spawnSync('ip', ['netns', 'delete', namespace]);
  }
  if (!existsSync(WORKSPACES)) return;
  for (const name of readdirSync(WORKSPACES).filter(isChosen)) {
    rmSync(join(WORKSPACES, name), { recursive: true, force: true });
  }
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

let closesAtExit = false;

function closeAllAtExit(): void {
  if (closesAtExit) return;
  closesAtExit = true;
  const closeAll = (): void => {
    for (const workspace of open) workspace.close();
  };
  process.on('exit', closeAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      closeAll();
      process.exit(1);
    });
  }
}
