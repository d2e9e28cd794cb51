import { spawn } from 'node:child_process';
import type { HostCommand } from '../../../model/node-state.js';
import { isMissing } from '../../../std/system-error.js';

/** The prefixes of commands for the tools of a host. Both are empty on the host itself. */
export interface HostAccess {
  /** Prefix to enter the host's network namespace, such as `ip netns exec NAME`. */
  readonly enter: readonly string[];
  /** Prefix for `nft` and `ip`, such as `chroot FOLDER`. */
  readonly tools: readonly string[];
}

/** Result of a program. `code` is -1 if it did not start, or was ended by a signal or a timeout. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program with its arguments, without a shell. `timeout` is in milliseconds. Never rejects. */
export function runHostProgram(command: readonly string[], input: string, timeout: number): Promise<Ended> {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'pipe', timeout, killSignal: 'SIGKILL' });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString();
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => {
      resolve({ code: -1, stdout: '', stderr: isMissing(error) ? `program ${file} not found` : error.message });
    });
    child.on('close', (code, signal) => {
      const ended = signal === null ? '' : `ended by ${signal}`;
      resolve({ code: code ?? -1, stdout: text(stdout), stderr: text(stderr) || ended });
    });
    // A program that ends before it has read its input reports the reason by its exit code.
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
  // /proc is always that of the host, even if the other tools are elsewhere.
  const place = program === 'tee' ? enter : [...enter, ...tools];
  return runHostProgram([...place, program, ...args], input, timeout);
}

/** Start of an nft error with an excerpt of the text in the following lines. */
const WITH_EXCERPT = /^\S+:[0-9]+:[0-9]+-[0-9]+: Error: /;

/**
 * Formats a failure on one line: the program, and the first lines of its error. Excerpts of nft are removed, because
 * they may contain any file that root can read.
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
