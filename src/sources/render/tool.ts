import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { once } from '../../std/memoize.js';
import { trustedPath } from '../git-command.js';
import { DEFAULT_LIMITS } from '../source.js';

/** Result of a tool: its output, or the reason why there is none. */
export type ToolResult = { readonly stdout: string } | { readonly problem: string };

/** Timeout in milliseconds. Rendering some thousand objects takes seconds. */
const TIMEOUT = 120_000;
/** HTTP proxy that rejects every request. Nothing listens on the discard port. */
const NOWHERE = 'http://127.0.0.1:9';
const MAX_COMPLAINT = 2000;

/**
 * Returns the path of a program in the folders of PATH that a repository cannot provide. Returns undefined if it is not
 * installed.
 */
export function findTool(name: string): string | undefined {
  return trustedPath(process.env.PATH ?? '/usr/bin:/bin')
    .split(':')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Paths of `unshare` (util-linux). */
const UNSHARE = ['/usr/bin/unshare', '/bin/unshare'];
/**
 * Options for a network namespace without a network. The first needs no privilege if the kernel allows unprivileged
 * user namespaces (user_namespaces(7)). The second needs CAP_SYS_ADMIN.
 */
const WAYS = [['--user', '--net'], ['--net']];

/**
 * Returns the command prefix that runs a program without a network. Returns undefined if the kernel allows no network
 * namespace.
 */
export const findIsolation = once((): readonly string[] | undefined => {
  const unshare = UNSHARE.find(isExecutable);
  if (unshare === undefined) return undefined;
  return WAYS.map((way) => [unshare, ...way]).find(
    ([, ...way]) => spawnSync(unshare, [...way, unshare, '--version'], { stdio: 'ignore' }).status === 0,
  );
});

/**
 * Runs a tool in a folder that contains only its input. The tool gets neither the user's environment nor home folder:
 * no token, kubeconfig or plugin. It finds no other program and has no network.
 *
 * If the kernel allows no network namespace, its HTTP requests go to a dead proxy.
 */
export function runTool(program: string, words: readonly string[], folder: string, home: string): Promise<ToolResult> {
  return new Promise((settle) => {
    const [first = program, ...others] = [...(findIsolation() ?? []), program, ...words];
    const child = spawn(first, others, {
      cwd: folder,
      env: environmentIn(home),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > DEFAULT_LIMITS.fileBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (complaint.length < MAX_COMPLAINT) complaint += text;
    });
    child.on('error', ({ message }) => {
      settle({ problem: message });
    });
    child.on('close', (code, signal) => {
      if (code === 0) settle({ stdout: Buffer.concat(chunks).toString('utf8') });
      else if (size > DEFAULT_LIMITS.fileBytes) settle({ problem: 'it writes more than Weir reads' });
      else if (child.killed) settle({ problem: 'it was stopped: it did not end in time' });
      else settle({ problem: firstLine(complaint) || describeEnd(code, signal) });
    });
  });
}

/** Describes the end of a tool that failed without an error message. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null
    ? `it ended with exit code ${code} and without an error message`
    : `it was stopped by ${signal}`;
}

function environmentIn(home: string): Readonly<Record<string, string>> {
  const inside = (name: string): string => join(home, name);
  return {
    PATH: inside('bin'),
    HOME: home,
    TMPDIR: home,
    LC_ALL: 'C',
    KUBECONFIG: inside('kubeconfig'),
    XDG_CONFIG_HOME: inside('config'),
    XDG_CACHE_HOME: inside('cache'),
    XDG_DATA_HOME: inside('data'),
    HELM_PLUGINS: inside('plugins'),
    HTTP_PROXY: NOWHERE,
    HTTPS_PROXY: NOWHERE,
    http_proxy: NOWHERE,
    https_proxy: NOWHERE,
    NO_PROXY: '',
  };
}

/** Returns the line that describes the error, without paths of the temporary folder. */
function firstLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /^error/i.test(line)) ?? lines.at(-1) ?? '').replaceAll(
    /(?:\/[^\s':,]*)?\/weir-render-[^/\s]*\/tree\/?/g,
    '',
  );
}
