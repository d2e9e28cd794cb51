import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Result of a git run. `status` is null if git could not be started or was killed. */
export interface GitResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Settings that precede every git command and override the repository's configuration, which can be hostile. Git
 * accepts `safe.bareRepository` only from the command line and the user's files (git 2.38).
 */
const SETTINGS: readonly string[] = [
  'safe.bareRepository=explicit',
  'protocol.allow=never',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // A commit graph and grafts can claim different parents for a commit.
  'core.commitGraph=false',
  'core.warnAmbiguousRefs=true',
];
/** simple-git rejects these settings because a user could enable the features. Here they disable them. */
const ALLOWED_SETTINGS = {
  allowUnsafeProtocolOverride: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
};

/**
 * Variables that git gets from the user: the location of the user's files, which may contain `safe.directory`, and the
 * caller of sudo.
 */
const PASSED = ['HOME', 'XDG_CONFIG_HOME', 'SUDO_UID'];

/**
 * Returns the environment of git, without tokens and the user's `GIT_*` variables. `GIT_ALLOW_PROTOCOL` takes
 * precedence over `protocol.<name>.allow` of a repository and is empty here.
 */
function environment(): Readonly<Record<string, string>> {
  const passed = PASSED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    PATH: trustedPath(process.env.PATH ?? '/usr/bin:/bin'),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: '',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/**
 * Returns the folders of PATH that a repository cannot provide. Relative folders depend on the working folder, and npx
 * adds folders of packages.
 */
export function trustedPath(path: string): string {
  const trusted = path.split(delimiter).filter((one) => isAbsolute(one) && !/\/node_modules\/\.bin\/?$/.test(one));
  return trusted.join(delimiter);
}

/** Starts git in a folder, for a command with streamed input and output. */
export function startGit(folder: string, words: readonly string[]): ChildProcessByStdio<Writable, Readable, Readable> {
  const settings = SETTINGS.flatMap((one) => ['-c', one]);
  return spawn('git', [...settings, ...words], { cwd: folder, env: environment(), stdio: 'pipe' });
}

/** Runs git in a folder until it exits, with a text on standard input and additional environment variables. */
export function runGitSync(
  folder: string,
  words: readonly string[],
  input: string,
  more: Readonly<Record<string, string>>,
): GitResult {
  const settings = SETTINGS.flatMap((one) => ['-c', one]);
  const options = {
    cwd: folder,
    env: { ...environment(), ...more },
    input,
    encoding: 'utf8',
    maxBuffer: Infinity,
  } as const;
  const { status, stdout, stderr, error } = spawnSync('git', [...settings, ...words], options);
  return error ? { status: null, stdout: '', stderr: error.message } : { status, stdout, stderr };
}

/** Runs git in a folder until it exits, without input. */
export async function runGit(folder: string, words: readonly string[]): Promise<GitResult> {
  // Imported here because only reading revisions needs it. It would slow down every start of Weir.
  const { GitError, simpleGit } = await import('simple-git');
  const passed = environment();
  let [status, stderr] = [null as number | null, ''];
  try {
    const git = simpleGit({
      baseDir: folder,
      config: [...SETTINGS],
      unsafe: ALLOWED_SETTINGS,
      allowEnvironment: Object.keys(passed).filter((name) => name.startsWith('GIT_')),
      // The streams can contain more after the process has exited, so they are read until they close.
      completion: { onClose: true, onExit: false },
      errors: (error, { exitCode, stdErr }) => {
        [status, stderr] = [exitCode, Buffer.concat(stdErr).toString()];
        // By default, a command that fails without output counts as successful.
        return exitCode === 0 ? error : Buffer.from(stderr);
      },
    });
    return { status: 0, stdout: await git.env(passed).raw([...words]), stderr };
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    return { status, stdout: '', stderr: stderr || thrown.message };
  }
}
