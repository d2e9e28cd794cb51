import { AsyncLocalStorage } from 'node:async_hooks';
import type { Memo } from '../../engine/memo.js';
import type { InputMemory } from './reader.js';

const memories = new AsyncLocalStorage<InputMemory>();

/** Runs some work. All runs in it share `memory`, unless they specify their own. */
export function withSharedMemory<Result>(memory: InputMemory, work: () => Promise<Result>): Promise<Result> {
  return memories.run(memory, work);
}

/** Returns the state shared by runs in this process, or undefined if each run reads for itself. */
export function sharedMemory(): InputMemory | undefined {
  return memories.getStore();
}

/** Tasks whose results depend only on files and options. All others also depend on the rest of the cluster. */
export const FILE_TASKS: ReadonlySet<string> = new Set([
  'revision',
  'file of a revision',
  'checked ACL of a template',
  'match of ACL of a template',
]);

/**
 * Returns a memo that keeps results of file contents in `shared`, for all runs that read these files, and other results
 * in `own`.
 */
export function shareFileTasks(shared: Memo, own: Memo): Memo {
  const remember: Memo = (task, key, inputs, work, report) =>
    FILE_TASKS.has(task) ? shared(task, key, inputs, work, report) : own(task, key, inputs, work, report);
  return Object.assign(remember, { engine: shared.engine });
}
