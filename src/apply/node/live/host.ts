import { spawn } from 'node:child_process';
import type { HostCommand } from '../../../model/node-state.js';
import { isMissing } from '../../../std/system-error.js';

/** How the tools of a host are started: both are empty on the host itself. */
export interface HostAccess {
  /** Words that lead into the host's network namespace: `ip netns exec NAME`. */
  readonly enter: readonly string[];
  /** Words that lead to where `nft` and `ip` are: `chroot FOLDER`. */
  readonly tools: readonly string[];
}

/** How a program ended. `code` is -1 when it did not start, or was ended by a signal or for taking too long. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program with its arguments, and no shell between. `timeout` in milliseconds. Never rejects. */
export function runProgram(command: readonly string[], input: string, timeout: number): Promise<Ended> {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'pipe', timeout, killSignal: 'SIGKILL' });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString();
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => {
      resolve({ code: -1, stdout: '', stderr: isMissing(error) ? `there is no program ${file}` : error.message });
    });
    child.on('close', (code, signal) => {
      const ended = signal === null ? '' : `ended by ${signal}`;
      resolve({ code: code ?? -1, stdout: text(stdout), stderr: text(stderr) || ended });
    });
    // A program that ends before it has read everything says why by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Runs a command on the host. */
export function runOnHost(
  { enter, tools }: HostAccess,
  { program, args, input }: HostCommand,
  timeout: number,
): Promise<Ended> {
  // What is in /proc is the host's own wherever the other tools are.
  const place = program === 'tee' ? enter : [...enter, ...tools];
  return runProgram([...place, program, ...args], input, timeout);
}

/** How nft begins an error that it shows a part of the text for, in the lines behind it. */
const WITH_EXCERPT = /^\S+:[0-9]+:[0-9]+-[0-9]+: Error: /;

/**
 * What went wrong, in one line for a person: the program, and the first lines of what it said. Of nft without the texts
 * that it shows: they may be those of any file that root can read.
 */
export function describeFailure(
  { program, args }: Pick<HostCommand, 'program' | 'args'>,
  { code, stderr }: Ended,
): string {
  const lines = stderr.trim().split('\n');
  const own = lines.some((line) => WITH_EXCERPT.test(line)) ? lines.filter((line) => WITH_EXCERPT.test(line)) : lines;
  const output = own.slice(0, 3).join(' ').slice(0, 500);
  return `${[program, ...args].join(' ')} failed (exit ${code}): ${output}`;
}
