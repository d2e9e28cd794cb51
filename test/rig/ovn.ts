import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Command, WORKSPACES } from './workspace.js';

/** One installed OVN: this machine's own, or that of a root folder with another Debian in it. */
export interface OvnRelease {
  /** `major.minor`, for example `23.03`. */
  readonly version: string;
  /** Version of its Northbound schema, for example `7.0.0`. */
  readonly schemaVersion: string;
  /** How to run one of its programs. Absolute paths under the workspaces mean the same files to it. */
  readonly command: (program: string, ...args: string[]) => Command;
}

/** The OVN releases to test on, and for those that are not here the reason. */
export interface OvnReleases {
  readonly available: readonly OvnRelease[];
  readonly missing: readonly { readonly version: string; readonly reason: string }[];
}

/**
 * Runs a program in another root, in a mount namespace of its own, so that the mounts vanish with the program. The
 * workspaces appear there under their own path.
 */
const IN_ROOT = [
  'set -e',
  'for folder in dev proc sys; do mount --rbind "/$folder" "$0/$folder"; done',
  `mkdir -p "$0${WORKSPACES}" ${WORKSPACES}`,
  `mount --bind ${WORKSPACES} "$0${WORKSPACES}"`,
  'exec chroot "$0" "$@"',
].join('\n');

/** Looks for the OVN releases that `install.sh` provides. */
export function findOvnReleases(): OvnReleases {
  const expected = ['23.03', '25.03'];
  // Also root has no right to do this in most containers.
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--net', '--mount', 'true']).status !== 0) {
    const reason = 'making network namespaces and mounts needs root';
    return { available: [], missing: expected.map((version) => ({ version, reason })) };
  }
  const cache = setting('XDG_CACHE_HOME') ?? join(homedir(), '.cache');
  const root = setting('WEIR_TRIXIE_ROOT') ?? join(cache, 'weir/trixie');
  const found = [releaseAt((program, ...args) => [program, ...args])];
  if (existsSync(join(root, 'usr/bin/ovn-northd'))) {
    found.push(releaseAt((program, ...args) => ['unshare', '--mount', 'sh', '-c', IN_ROOT, root, program, ...args]));
  }
  const available = new Map(
    found.filter((release) => release !== undefined).map((release) => [release.version, release]),
  );
  const missing = expected
    .filter((version) => !available.has(version))
    .map((version) => ({ version, reason: `OVN ${version} is not installed (test/rig/install.sh)` }));
  // A run of all tests has installed it: one that leaves tests out must not look like one that ran them.
  if (setting('WEIR_TESTS') === 'all' && missing[0]) throw new Error(missing[0].reason);
  return { available: [...available.values()], missing };
}

/** An environment variable, as install.sh reads it: empty means absent. */
function setting(name: string): string | undefined {
  return process.env[name] === '' ? undefined : process.env[name];
}

/** Asks a release's own programs for its versions; undefined where there are none. */
function releaseAt(command: OvnRelease['command']): OvnRelease | undefined {
  const [file, ...args] = command('ovn-nbctl', '--version');
  const text = spawnSync(file, args, { encoding: 'utf8' }).stdout;
  const version = /^ovn-nbctl ([0-9]+\.[0-9]+)/.exec(text)?.[1];
  const schemaVersion = /DB Schema ([0-9.]+)/.exec(text)?.[1];
  return version === undefined || schemaVersion === undefined ? undefined : { version, schemaVersion, command };
}

/** The command in a network namespace. */
export function inNamespace(namespace: string, command: Command): Command {
  return ['ip', 'netns', 'exec', namespace, ...command];
}
