import { readFileSync } from 'node:fs';

/** A process, also after its number is used again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the kernel's ticks: numbers of processes are used again. */
  readonly start: string;
}

/** Undefined where no such process runs. proc(5): field 22 of the stat file. The name before it may have blanks and brackets. */
export function identify(pid: number): ProcessIdentity | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return { pid, start: text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Whether the process runs. */
export function isAlive({ pid, start }: ProcessIdentity): boolean {
  return identify(pid)?.start === start;
}
