import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built command, or another build of it that the environment names. */
export const CLI = process.env.WEIR_CLI ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const HOST = fileURLToPath(new URL('weir-host.mjs', import.meta.url));

/** What a run of the command left behind. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built command in a folder, with no other environment than PATH and what is given, and nothing to read on
 * standard input. All runs of a test file share a process, one after the other: what takes the time of a run is to load
 * the program. Where the process is what a test is about, it starts one of its own.
 */
export function weir(
  cwd: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const ended = last.then(() =>
    ask({ cwd: resolve(cwd), words, environment: { PATH: process.env.PATH, ...environment } }),
  );
  last = ended.catch(() => undefined);
  return ended;
}

function ask(request: object): Promise<Ended> {
  // It ends with this process, which closes the channel to it.
  host ??= fork(HOST, [CLI], { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const child = host;
  return new Promise((settle, reject) => {
    const onExit = (code: number | null): void => {
      reject(new Error(`the command ended its process (exit code ${code})`));
    };
    child.once('exit', onExit);
    child.once('message', (ended) => {
      child.off('exit', onExit);
      settle(ended as Ended);
    });
    child.send(request);
  });
}
