import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { JsonObject } from '../../../src/std/json.js';
import { type Ended, weir } from '../../rig/weir.js';

/** A folder for each test of a file. */
export interface LockWorkspace {
  /** The path of a file in the folder of the test that runs. */
  readonly pathOf: (name: string) => string;
  readonly write: (name: string, content: string | readonly JsonObject[]) => void;
  /** Runs Weir in the folder. */
  readonly weir: (...words: readonly string[]) => Promise<Pick<Ended, 'code' | 'out'>>;
}

/** Makes a folder before each test, and takes it away after it. */
export function useLockWorkspace(): LockWorkspace {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-lock-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const pathOf = (name: string): string => join(folder, name);
  return {
    pathOf,
    write: (name, content) => {
      const text =
        typeof content === 'string' ? content : content.map((one) => `---\n${JSON.stringify(one)}\n`).join('');
      writeFileSync(pathOf(name), text);
    },
    weir: async (...words) => {
      const { code, out } = await weir(folder, words);
      return { code, out };
    },
  };
}
