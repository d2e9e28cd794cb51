import { AsyncLocalStorage } from 'node:async_hooks';
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
