import { readFileSync } from 'node:fs';

/** A process, also after its number is used again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in kernel ticks, because process numbers are reused. */
  readonly start: string;
}

/**
 * Returns the identity of a process, or undefined if it does not run. See proc(5): field 22 of the stat file. The name
 * before it may contain blanks and brackets.
 */
export function identify(pid: number): ProcessIdentity | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return { pid, start: text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Returns true if the process runs. */
export function isProcessAlive({ pid, start }: ProcessIdentity): boolean {
  return identify(pid)?.start === start;
}
