import { AsyncLocalStorage } from 'node:async_hooks';
import type { InputMemory } from './reader.js';

const memories = new AsyncLocalStorage<InputMemory>();

/** Does some work, of which all runs that name no memory of their own share this one. */
export function withSharedMemory<Result>(memory: InputMemory, work: () => Promise<Result>): Promise<Result> {
  return memories.run(memory, work);
}

/** What runs share here; undefined where each reads for itself. */
export function sharedMemory(): InputMemory | undefined {
  return memories.getStore();
}
