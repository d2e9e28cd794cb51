import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  type Stats,
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CLI, type Ended } from '../rig/weir.js';

/** A repository that cannot be compiled, and what Weir has to say about it. */
export interface BrokenCase {
  /** What is wrong, in words. */
  readonly name: string;
  /** Path → content. Without `bare`, a sound inventory and the output of an earlier run are there as well. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Leaves out the inventory. */
  readonly bare?: boolean;
  /** Does what plain files cannot. */
  readonly prepare?: (root: string) => void;
  /** Arguments instead of `compile <root> --strict`. */
  readonly args?: (root: string) => readonly string[];
  /** Runs the command as another user, without the rights of root; only root can do that. */
  readonly unprivileged?: boolean;
  /** The code that must be among the findings. */
  readonly code: string;
  /**
   * `file:line:column` of that finding, with `<root>` for the repository where the path is absolute; without it the finding
   * is about the input as a whole.
   */
  readonly at?: string;
}

/** The user `nobody` of Debian. */
const NOBODY = 65534;

const INVENTORY = `apiVersion: v1
kind: Namespace
metadata:
  name: harbor
---
apiVersion: v1
kind: Node
metadata:
  name: heron
`;

/** What an earlier run has written, and a file that somebody else keeps there. */
const RENDERED = {
  'rendered/index.json': `${JSON.stringify({ weir: 1, inputs: '', artefacts: [{ path: 'zones/old/ovn-nb.json' }] })}\n`,
  'rendered/zones/old/ovn-nb.json': '{ "rows": {} }\n',
  'rendered/notes.txt': 'keep me\n',
};

/** Makes the repository of a case in a new folder and returns its path; `remove` takes it away. */
export function makeRepository({ files = {}, bare = false, prepare }: BrokenCase): string {
  const root = mkdtempSync(join(tmpdir(), 'weir-broken-'));
  chmodSync(root, 0o755);
  for (const [path, content] of Object.entries({
    ...RENDERED,
    // Files that the settings name are read as they are; the default leaves out what looks like another tool's.
    ...(bare ? {} : { 'weir.yaml': manifestsOf(Object.keys(files)) }),
    ...(bare ? {} : { 'cluster.yaml': INVENTORY }),
    ...files,
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  prepare?.(root);
  return root;
}

/** Settings that name all files of the case. */
function manifestsOf(paths: readonly string[]): string {
  const endings = ['yaml', 'yml', 'json'].filter(
    (end) => end === 'yaml' || paths.some((path) => path.endsWith(`.${end}`)),
  );
  return `manifests: [${endings.map((end) => `'**/*.${end}'`).join(', ')}]\n`;
}

export function removeRepository(root: string): void {
  rmSync(root, { recursive: true, force: true });
}

/**
 * Every entry of a folder: path → what it is, or the digest of what it holds. Names need not be UTF-8: they are given as
 * Latin-1.
 */
export function takeSnapshot(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    for (const name of readdirSync(bytesOf(folder, below), { encoding: 'latin1' }).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      const stats = lstatSync(bytesOf(folder, path));
      found.set(path, describeEntry(bytesOf(folder, path), stats));
      if (stats.isDirectory()) pending.push(path);
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function bytesOf(folder: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
}

function describeEntry(path: Buffer, stats: Stats): string {
  if (stats.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  if (stats.isFile()) return createHash('sha256').update(readFileSync(path)).digest('hex');
  return stats.isDirectory() ? 'folder' : 'other';
}

/** Whether the command can be run as another user. */
export const isRoot = process.getuid?.() === 0;

/** Runs the built command as a user without rights does. */
export function runUnprivileged(cwd: string, args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env.PATH },
    uid: NOBODY,
    gid: NOBODY,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}
