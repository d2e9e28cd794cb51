import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** How a run of git ended. `status` is null where it could not be started, or was killed. */
export interface GitResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Settings that go before every command of git, over what the repository's own configuration says: it may be hostile.
 * Git takes `safe.bareRepository` from the command line and the user's files only (git 2.38).
 */
const SETTINGS: readonly string[] = [
  'safe.bareRepository=explicit',
  'protocol.allow=never',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // A commit graph and grafts can claim other parents than a commit has.
  'core.commitGraph=false',
  'core.warnAmbiguousRefs=true',
];
/** simple-git refuses these for what a user might write there; here they switch off what they name. */
const ALLOWED_SETTINGS = {
  allowUnsafeProtocolOverride: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
};

/** What git needs of the user: its own files, which may hold `safe.directory`, and who called sudo. */
const PASSED = ['HOME', 'XDG_CONFIG_HOME', 'SUDO_UID'];

/**
 * Returns the environment of git: no token, and none of the user's `GIT_*`. `GIT_ALLOW_PROTOCOL` counts more than
 * `protocol.<name>.allow` of a repository, and lists nothing here.
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

/** Folders of PATH that no repository holds: git runs in one, and npx adds those of packages. */
export function trustedPath(path: string): string {
  const trusted = path.split(delimiter).filter((one) => isAbsolute(one) && !/\/node_modules\/\.bin\/?$/.test(one));
  return trusted.join(delimiter);
}

/** Starts git in a folder, for a command that is fed and read while it runs. */
export function startGit(folder: string, words: readonly string[]): ChildProcessByStdio<Writable, Readable, Readable> {
  const settings = SETTINGS.flatMap((one) => ['-c', one]);
  return spawn('git', [...settings, ...words], { cwd: folder, env: environment(), stdio: 'pipe' });
}

/** Runs git in a folder to its end, with a text on its standard input, and more in its environment. */
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

/** Runs git in a folder to its end, with nothing on its standard input. */
export async function runGit(folder: string, words: readonly string[]): Promise<GitResult> {
  // Loaded here because only what reads revisions needs it, and every start of Weir would pay.
  const { GitError, simpleGit } = await import('simple-git');
  const passed = environment();
  let [status, stderr] = [null as number | null, ''];
  try {
    const git = simpleGit({
      baseDir: folder,
      config: [...SETTINGS],
      unsafe: ALLOWED_SETTINGS,
      allowEnvironment: Object.keys(passed).filter((name) => name.startsWith('GIT_')),
      // The streams may hold more when the process has ended: they are read until they close.
      completion: { onClose: true, onExit: false },
      errors: (error, { exitCode, stdErr }) => {
        [status, stderr] = [exitCode, Buffer.concat(stdErr).toString()];
        // By default a command that fails without a word counts as one that succeeds.
        return exitCode === 0 ? error : Buffer.from(stderr);
      },
    });
    return { status: 0, stdout: await git.env(passed).raw([...words]), stderr };
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    return { status, stdout: '', stderr: stderr || thrown.message };
  }
}
