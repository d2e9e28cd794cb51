import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApplyOutcome, Plan } from '../../../src/model/change.js';
import type { Configuration } from '../../../src/model/configuration.js';
import { type NodeTargetOptions, createNodeTarget } from '../../../src/apply/node/target.js';
import { dualStack, egressOf, emitAll, ens4, nodesOf, podOf, pointOf } from '../../compile/6-emit/fixture.js';
import { writeRenderedFolder } from '../../rig/rendered-folder.js';
import type { Command, Workspace } from '../../rig/workspace.js';

/** A pod's addresses, by which its traffic is known. */
export const DUCK = ['10.60.2.7', 'fd60::2:7'] as const;
export const COOT = ['10.60.3.7', 'fd60::3:7'] as const;

const NODE = 'egret';
const HELD_TIMER = fileURLToPath(new URL('./held-timer.mjs', import.meta.url));
const TIMER = fileURLToPath(new URL('../../../dist/rollback-timer.js', import.meta.url));

/** Which pods leave with which egress address, each of either family. */
export type Translations = readonly (readonly [egressAddress: string, ...pods: (typeof DUCK | typeof COOT)[]])[];

/** A network namespace that stands for a node's host, with the interface ens4, and a rendered folder for it. */
export interface Host {
  readonly namespace: string;
  readonly folder: string;
  readonly stateFolder: string;
  /** Options of a target of this host, whose timer is long. */
  readonly options: NodeTargetOptions;
  /** Renders a folder in which these addresses are desired. */
  readonly render: (translations: Translations, configuration?: Partial<Configuration>) => void;
  /** Replaces one file of the folder, and what the index says of it. */
  readonly edit: (name: string, change: (text: string) => string) => void;
  readonly plan: (options?: Partial<NodeTargetOptions>) => Promise<Plan>;
  readonly apply: (options?: Partial<NodeTargetOptions>) => Promise<ApplyOutcome>;
  readonly run: (command: string) => Promise<string>;
  /** Everything that the tools list: the same text for the same state. */
  readonly snapshot: () => Promise<string>;
}

/** The tools of this machine and, where it is here, those of another Debian. */
export function findTools(): readonly { readonly name: string; readonly tools: readonly string[] }[] {
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--net', 'nft', '--version']).status !== 0) return [];
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const root = process.env.WEIR_TRIXIE_ROOT ?? join(cache, 'weir/trixie');
  const others = existsSync(join(root, 'usr/sbin/nft')) ? [{ tools: ['chroot', root] }] : [];
  return [{ tools: [] }, ...others].map(({ tools }) => {
    const [file, ...args] = [...tools, 'nft', '--version'];
    return { name: spawnSync(file, args, { encoding: 'utf8' }).stdout.trim(), tools };
  });
}

/** Makes a host with ens4 as the nodes of the fixtures have it; `peer` is where its other end is. */
export async function openHost(
  workspace: Workspace,
  name: string,
  tools: readonly string[] = [],
  peer?: string,
): Promise<Host> {
  const namespace = await workspace.addNamespace(name);
  const folder = join(workspace.folder, name, 'rendered');
  const stateFolder = join(workspace.folder, name, 'state');
  const enter = ['ip', 'netns', 'exec', namespace];
  const run = (command: string): Promise<string> =>
    // An older nft cannot list what a newer one has loaded.
    workspace.run([
      ...enter,
      ...(command.startsWith('nft ') ? tools : []),
      ...command.split(' '),
    ] as unknown as Command);
  const end = peer === undefined ? ['wire'] : [`to-${name}`, 'netns', peer];
  await workspace.run(['ip', '-n', namespace, 'link', 'add', 'ens4', 'index', '5', 'type', 'veth', 'peer', ...end]);
  // Link-local addresses come when they like.
  await run('ip link set ens4 addrgenmode none');
  if (peer === undefined) await run('ip link set wire addrgenmode none up');
  else await workspace.run(['ip', '-n', peer, 'link', 'set', `to-${name}`, 'up']);
  await run('ip link set ens4 up');
  await run('ip address add 10.20.30.13/24 dev ens4');
  await run('ip address add fd20::13/64 dev ens4 nodad');
  const options: NodeTargetOptions = {
    output: folder,
    node: NODE,
    access: { enter, tools },
    stateFolder,
    timer: [process.execPath, TIMER],
  };
  const files = new Map<string, string>();
  const write = (): void => {
    writeFolder(folder, files);
  };
  const plan = async (changed: Partial<NodeTargetOptions> = {}): Promise<Plan> => {
    const planned = await createNodeTarget({ ...options, ...changed }).plan();
    if (planned.result === 'failed') throw new Error(planned.problems.join('\n'));
    return planned.plan;
  };
  return {
    namespace,
    folder,
    stateFolder,
    options,
    render: (translations, configuration = dualStack) => {
      files.clear();
      for (const [path, text] of renderFiles(translations, configuration)) files.set(path, text);
      write();
    },
    edit: (file, change) => {
      const path = `nodes/${NODE}/${file}`;
      files.set(path, change(files.get(path) ?? ''));
      write();
    },
    plan,
    apply: async (changed) => (await plan(changed)).apply(),
    run,
    snapshot: async () => {
      const ruleset = await run('nft list ruleset');
      const rest = ['ip -4 rule', 'ip -6 rule', 'ip -4 route show table all', 'ip -6 route show table all'];
      const texts = [];
      for (const command of [...rest, 'ip -o address show scope global']) texts.push(await run(command));
      // Sets have no order.
      return [
        ruleset
          .split(/[\s,]+/)
          .sort()
          .join(' '),
        ...texts,
      ].join('\n');
    },
  };
}

function renderFiles(translations: Translations, configuration: Partial<Configuration>): [string, string][] {
  const [, node] = nodesOf(true);
  const host = { ...node, interfaces: [ens4] };
  const intents = translations.flatMap(([address, ...pods], index) => {
    const selected = pods.map((addresses) => podOf('heron', addresses[0], [...addresses]));
    return egressOf(`egress-${index}`, selected, [pointOf(host, address)]);
  });
  const { files } = emitAll([host], intents, configuration);
  return Object.entries(files).filter(([path]) => path.startsWith('nodes/'));
}

function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  writeRenderedFolder(folder, files, { sources: ['EgressIP egress-0'], nodes: [NODE] });
}

/** What a command of the host has to be to change something. */
const WRITES = 'case "$*" in *"nft -f"*|*"-batch"*|tee*)';

/** Words before a host's commands that note in `log` those that write. */
export function noteWrites(
  workspace: Workspace,
  name: string,
): { readonly words: readonly string[]; readonly log: string } {
  const log = join(workspace.folder, `${name}.writes`);
  writeFileSync(log, '');
  return { words: [writeScript(workspace, name, `${WRITES} echo "$*" >>'${log}';; esac`)], log };
}

/** Words before a host's commands by which the process that starts the writing command `count` (from 1) is killed. */
export function killAt(workspace: Workspace, name: string, count: number, isAfter: boolean): readonly string[] {
  const log = join(workspace.folder, `${name}.count`);
  writeFileSync(log, '');
  const body = [
    `${WRITES} echo >>'${log}'`,
    `if [ "$(wc -l <'${log}')" -eq ${count} ]; then ${isAfter ? '"$@"; ' : ''}kill -9 "$PPID"; exit 1; fi;; esac`,
  ];
  return [writeScript(workspace, name, body.join('\n'))];
}

/** A timer for a change of a host, whose time passes when `expire` is called and not before. */
export function holdTimer(host: Host): { readonly timer: readonly string[]; readonly expire: () => void } {
  const expiry = `${host.stateFolder}.expired`;
  // The one of an earlier timer of this host.
  rmSync(expiry, { force: true });
  return {
    timer: [process.execPath, HELD_TIMER, expiry, TIMER],
    expire: () => {
      writeFileSync(expiry, '');
    },
  };
}

/** A script that does something of its own and then becomes the program that its arguments name. */
export function writeScript(workspace: Workspace, name: string, body: string): string {
  const path = join(workspace.folder, `${name}.sh`);
  writeFileSync(path, `#!/bin/sh\n${body}\nexec "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}
