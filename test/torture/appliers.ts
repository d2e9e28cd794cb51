import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ApplierState } from '../../src/cli/commands/reconcile/applier-state.js';
import { replaceFile } from '../../src/rendered/replace-file.js';
import { type Running, type Start, startWatch } from '../cli/live/run.js';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const [CLOCK, NETWORK] = [pathOf('clock.mjs'), pathOf('network.mjs')];
const [SMALL, UNBUNDLED] = [pathOf('small-transactions.mjs'), pathOf('unbundled.mjs')];
/** Seconds after which a standby of the cluster takes over. */
const LEASE_SECONDS = 3;

/** Seconds between probes of a node. */
export const PROBE_SECONDS = 1;
const PROBES = ['--probe-interval', String(PROBE_SECONDS), '--probe-timeout', '0.5'];

/** A live applier that is killed and started again. */
export interface Applier {
  readonly role: 'zone' | 'cluster';
  readonly start: () => void;
  readonly kill: () => Promise<void>;
  /** Returns what it serves as its state, or undefined if it serves nothing. */
  readonly state: () => Promise<ApplierState | undefined>;
  readonly logs: () => string;
}

export interface ApplierOptions {
  /** Folder of the policy bundle. */
  readonly folder: string;
  readonly kubeconfig: string;
  readonly remote: string;
  readonly zone: string;
  /** Maximum operations of a transaction. If unset, that of the command. */
  readonly operations?: number;
}

/** Creates an applier. It runs from its start to its end. */
export function createApplier(role: Applier['role'], options: ApplierOptions): Applier {
  const { kubeconfig, remote, zone } = options;
  const start = startOf(options);
  const target =
    role === 'zone'
      ? ['northbound', '--zone', zone, '--remote', remote]
      : ['cluster', ...PROBES, '--lease-duration', String(LEASE_SECONDS)];
  const live = ['--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', kubeconfig];
  let running: Running | undefined;
  let logs = '';
  return {
    role,
    start: () => {
      // Two faults can start it at the same time.
      running ??= startWatch(start, ...target, ...live);
    },
    kill: async () => {
      const killed = running;
      killed?.kill('SIGKILL');
      await killed?.ended;
      if (!killed || running !== killed) return;
      logs += killed.logs();
      running = undefined;
    },
    state: async () => {
      const [, address] = /"address":"([^"]+)"/.exec(running?.logs() ?? '') ?? [];
      if (address === undefined) return undefined;
      try {
        return (await (await fetch(`http://${address}/status`)).json()) as ApplierState;
      } catch {
        return undefined;
      }
    },
    logs: () => logs + (running?.logs() ?? ''),
  };
}

function startOf({ folder, operations }: ApplierOptions): Start {
  const surroundings = { WEIR_TEST_CLOCK: clockOf(folder), WEIR_TEST_UNREACHABLE: unreachableOf(folder) };
  const preloads = `--import ${CLOCK} --import ${NETWORK}`;
  const start = { cwd: folder, interval: 1 };
  if (operations === undefined) return { ...start, environment: { NODE_OPTIONS: preloads, ...surroundings } };
  const small = { NODE_OPTIONS: `${preloads} --import ${SMALL}`, WEIR_TEST_OPERATIONS: String(operations) };
  return { ...start, program: UNBUNDLED, environment: { ...surroundings, ...small } };
}

/** Sets the clocks of all appliers of a folder, as milliseconds before or after the right time. */
export function setClock(folder: string, shift: number): void {
  writeFileSync(clockOf(folder), String(shift));
}

/** Sets the nodes that answer no probes, by the addresses of their management ports. */
export function setUnreachable(folder: string, addresses: readonly string[]): void {
  replaceFile(unreachableOf(folder), addresses.join('\n'));
}

const unreachableOf = (folder: string): string => join(folder, 'unreachable');
const clockOf = (folder: string): string => join(folder, 'clock');

/** Returns true if an applier has applied all that it has seen. */
export function isInSync({ standing, cycle, changes, healthy }: ApplierState): boolean {
  const result = cycle?.result;
  return healthy && standing === 'held' && (result === 'in-sync' || result === 'applied') && changes.queued === 0;
}
