import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** How long a killed process may take to give back what it holds, in milliseconds: one that writes to a slow disk does. */
const PATIENCE = 120_000;

/**
 * Kills a process, whoever started it, and returns when the kernel has closed its files: from then on their locks are free
 * and nothing is written any more. It waits without giving way to other work, so that it also serves when this process
 * ends. Does nothing to a process that is gone.
 */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
  const end = performance.now() + PATIENCE;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (holdsFiles(pid)) {
    if (performance.now() > end) throw new Error(`process ${pid} does not end`);
    Atomics.wait(clock, 0, 0, 1);
  }
}

/** Like `endProcess`, for a child. Node.js has forgotten one that it knows to have ended, and its pid may be another's. */
export function endChild({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) endProcess(pid);
}

/**
 * Whether a process still has its files: the kernel closes them before the last thread is a zombie, and forgets all
 * threads but the first by itself (proc(5), `/proc/pid/task`).
 */
function holdsFiles(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.length > 1 || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
