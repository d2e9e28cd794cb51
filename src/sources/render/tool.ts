import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { once } from '../../std/memoize.js';
import { trustedPath } from '../git-command.js';
import { DEFAULT_LIMITS } from '../source.js';

/** How a run of a tool ended: what it wrote, or why it is of no use. */
export type ToolResult = { readonly stdout: string } | { readonly problem: string };

/** What renders some thousand objects takes seconds. */
const TIMEOUT = 120_000;
/** Nothing listens on the discard port: what a tool asks for by HTTP is refused at once. */
const NOWHERE = 'http://127.0.0.1:9';
const MAX_COMPLAINT = 2000;

/** Returns the program of a name, in folders of PATH that no repository holds, or undefined if it is not installed. */
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

/** Where systems have `unshare` of util-linux. */
const UNSHARE = ['/usr/bin/unshare', '/bin/unshare'];
/**
 * Ways into a network namespace without any network. The first needs no right where the kernel lets every user make user namespaces
 * (user_namespaces(7)), the second CAP_SYS_ADMIN.
 */
const WAYS = [['--user', '--net'], ['--net']];

/** The words that run a program without a network, or undefined if the kernel allows no network namespace. */
export const findIsolation = once((): readonly string[] | undefined => {
  const unshare = UNSHARE.find(isExecutable);
  if (unshare === undefined) return undefined;
  return WAYS.map((way) => [unshare, ...way]).find(
    ([, ...way]) => spawnSync(unshare, [...way, unshare, '--version'], { stdio: 'ignore' }).status === 0,
  );
});

/**
 * Runs a tool on a folder that holds nothing else than what it renders. It gets neither the user's environment nor their home:
 * no token, no kubeconfig, no plugin; it finds no other program, and has no network. Where the kernel allows no network namespace, its
 * requests by HTTP go nowhere.
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
    child.on('close', (code) => {
      if (code === 0) settle({ stdout: Buffer.concat(chunks).toString('utf8') });
      else if (size > DEFAULT_LIMITS.fileBytes) settle({ problem: 'it writes more than Weir reads' });
      else settle({ problem: firstLine(complaint) || 'it was stopped: it did not end in time' });
    });
  });
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

/** Returns the line that says what went wrong; paths of the temporary folder tell nobody anything. */
function firstLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /^error/i.test(line)) ?? lines.at(-1) ?? '').replaceAll(
    /(?:\/[^\s':,]*)?\/weir-render-[^/\s]*\/tree\/?/g,
    '',
  );
}
