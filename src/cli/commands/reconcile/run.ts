import type { Failure, Planned, ApplyTarget } from '../../../model/change.js';
import type { ResourceNotice } from '../../../model/resource-notice.js';
import type { Live } from '../../live/live.js';
import { type HealthTls, readAuthorities } from '../../../clients/node-probe/health.js';
import { connectKubernetes } from '../../../clients/kubernetes/client.js';
import { parseRemotes } from '../../../clients/ovsdb/index.js';
import { createClusterTarget } from '../../../apply/cluster/target.js';
import { createNodeTarget } from '../../../apply/node/target.js';
import { recoverNode } from '../../../apply/node/recover.js';
import { type NorthboundSource, createNorthboundTarget } from '../../../apply/northbound/target.js';
import type { OutputSource } from '../../../rendered/read-folder.js';
import { showText } from '../../../diagnostics/visible.js';
import { createAnnouncer } from './announcer.js';
import { findConditions } from './notices.js';
import { applyCommand } from './apply.js';
import { describeLockChange } from '../../run/lock-changes.js';
import { printMessage } from '../../process/print.js';
import { CLUSTER_LEASE, type LeaseFlags, NODE_LEASE, openLease } from './lease.js';
import { createProber } from '../../live/probe/prober.js';
import { createProbedSource } from '../../live/probe/probed-source.js';
import { createLog } from './log.js';
import { type CreateTarget, type OpenOptions, openTarget } from './open.js';
import { planCommand, reportProblems } from './plan.js';
import { watch } from './watch.js';

/** An Event that cannot be written now is written by a later cycle. */
const EVENT_PATIENCE = { attempts: 1, silence: 10_000, longest: 30_000 };

export type Verb = 'plan' | 'apply' | 'audit';

/** The parsed options of all targets. Options that a command does not support are unset. */
export interface ReconcileFlags extends LeaseFlags {
  readonly format: 'text' | 'json' | 'transaction';
  readonly out?: string;
  readonly plan?: string;
  readonly force?: boolean;
  readonly maxRemoval?: number;
  readonly listen?: string;
  readonly logLevel?: string;
}

export interface NorthboundFlags extends ReconcileFlags {
  readonly zone: string;
  readonly remote?: string;
  readonly privateKey?: string;
  readonly certificate?: string;
  readonly caCert?: string;
  readonly serverName?: string;
  readonly checkHost?: boolean;
  readonly file?: string;
  readonly wait?: 'none' | 'sb' | 'hv';
}

export interface NodeFlags extends ReconcileFlags {
  readonly node: string;
  readonly state: string;
  readonly confirm?: boolean;
  /** Timeout in seconds. */
  readonly timeout?: number;
}

export interface ClusterFlags extends ReconcileFlags {
  /** Port of gRPC health checks of nodes. */
  readonly probePort?: number;
  /** File with the authorities of health checks over TLS. */
  readonly probeCaCert?: string;
  /** Name in the certificates of health checks. */
  readonly probeServerName?: string;
  /** Seconds between probes of a node. */
  readonly probeInterval?: number;
  /** Timeout of a probe in seconds. 0 for no probes. */
  readonly probeTimeout?: number;
}

/** Runs `weir plan|apply|audit northbound` for the Northbound database of a zone. Returns the exit code. */
export async function reconcileNorthbound(verb: Verb, folder: string, flags: NorthboundFlags): Promise<number> {
  const wanted = describeZone(folder, flags);
  if (typeof wanted === 'string') return reportProblems(`northbound ${flags.zone}`, [wanted]);
  return reconcileTarget(verb, wanted, flags);
}

/** Describes the Northbound database of a zone for `openTarget`. Returns an error message for unusable options. */
export function describeZone(folder: string, flags: Omit<NorthboundFlags, 'format'>): OpenOptions | string {
  const { zone, wait = 'none' } = flags;
  const source = sourceOf(flags);
  if (typeof source === 'string') return source;
  const create = (output: OutputSource): ApplyTarget => createNorthboundTarget({ output, zone, source, wait });
  return { create, words: ['northbound', '--zone', zone], folder, owner: { role: 'zone', name: zone } };
}

/** Runs `weir plan|apply|audit node` for this host. Returns the exit code. */
export async function reconcileNode(verb: Verb, folder: string, flags: NodeFlags): Promise<number> {
  const { node, state, confirm = false, timeout } = flags;
  // A node that only reads a folder needs no API server.
  const needsApi = flags.live === true || flags.configmaps !== undefined;
  const lease = needsApi ? openLease(`${NODE_LEASE}${node}`, flags) : undefined;
  if (lease && 'result' in lease) return reportProblems(`node ${node}`, lease.problems);
  const options = { node, confirm, stateFolder: state, lease, ...(timeout === undefined ? {} : { timeout }) };
  const create = (output: OutputSource): ApplyTarget => createNodeTarget({ ...options, output });
  const answer = `weir confirm --state ${state}`;
  const notice =
    confirm && timeout !== undefined ? `rolls back in ${timeout} s unless \`${answer}\` confirms it` : undefined;
  const prepare = (): Promise<Failure | undefined> => recoverNode(state);
  return reconcileTarget(
    verb,
    { create, words: ['node', '--node', node], folder, owner: { role: 'node', name: node }, notice, prepare },
    flags,
  );
}

/** Runs `weir plan|apply|audit cluster` for objects and statuses of the API server. Returns the exit code. */
export async function reconcileCluster(verb: Verb, folder: string, flags: ClusterFlags): Promise<number> {
  const { kubeconfig, context } = flags;
  const lease = openLease(CLUSTER_LEASE, flags);
  if (lease && 'result' in lease) return reportProblems('cluster', lease.problems);
  const create: CreateTarget = (output, live) => {
    const notices = (): readonly ResourceNotice[] | undefined => {
      const state = live?.();
      return state && findConditions(state);
    };
    return createClusterTarget({ output, kubeconfig, context, lease, notices });
  };
  const createEvents: OpenOptions['createEvents'] = (warn) => {
    const client = connectKubernetes({ ...flags, patience: EVENT_PATIENCE });
    return 'result' in client ? client : createAnnouncer(client, warn);
  };
  const owner = { role: 'cluster', name: '' } as const;
  const tls = healthTlsOf(flags);
  if (typeof tls === 'string') return reportProblems('cluster', [tls]);
  const adaptSource = probesOf(flags, tls);
  return reconcileTarget(verb, { create, words: ['cluster'], folder, owner, createEvents, adaptSource }, flags);
}

/** Returns how health checks are encrypted, undefined if they are not, or an error message for unusable options. */
function healthTlsOf({
  probePort,
  probeCaCert: ca,
  probeServerName: serverName,
}: ClusterFlags): HealthTls | undefined | string {
  if (ca === undefined && serverName === undefined) return undefined;
  if (ca === undefined || serverName === undefined || probePort === undefined)
    return 'health checks over TLS need --probe-port, --probe-ca-cert and --probe-server-name';
  return readAuthorities(ca) ? { ca, serverName } : `${showText(ca)} has no certificates that can be read`;
}

/** Returns the function that adds probes of nodes to an inventory. Returns undefined if there are none. */
function probesOf(
  { interval, probeTimeout = 0, probeInterval = 0, probePort: port }: ClusterFlags,
  tls: HealthTls | undefined,
): OpenOptions['adaptSource'] {
  if (interval === undefined || probeTimeout === 0) return undefined;
  const options = { port, tls, timeout: 1000 * probeTimeout, period: 1000 * probeInterval };
  return (source) => createProbedSource(source, createProber(options));
}

/** Returns the source of the rows of a zone. Returns an error message if a requested check is impossible. */
function sourceOf(flags: Omit<NorthboundFlags, 'format'>): NorthboundSource | string {
  const { remote, file, privateKey, certificate, caCert, serverName } = flags;
  if (file !== undefined) return remote === undefined ? { file } : '--remote and --file cannot be combined';
  const parsed = parseRemotes(remote ?? 'unix:/var/run/ovn/ovnnb_db.sock');
  if ('problem' in parsed) return parsed.problem;
  const { remotes } = parsed;
  const checked = flags.checkHost === true ? 'host' : serverName === undefined ? undefined : { name: serverName };
  if (checked && remotes.some(({ protocol }) => protocol !== 'ssl')) {
    return '--server-name and --check-host check certificates, which only ssl: remotes have';
  }
  if (privateKey === undefined && certificate === undefined && caCert === undefined && !checked) return { remotes };
  if (privateKey === undefined || certificate === undefined || caCert === undefined) {
    return 'a TLS identity needs --private-key, --certificate and --ca-cert';
  }
  return { remotes, tls: { privateKey, certificate, ca: caCert, ...(checked ? { serverName: checked } : {}) } };
}

async function reconcileTarget(verb: Verb, wanted: OpenOptions, flags: ReconcileFlags): Promise<number> {
  const found = openTarget(wanted, flags);
  if ('result' in found) return reportProblems(found.name, found.problems);
  const { target: opened, watched, live } = found;
  const { format, out, plan: reviewed, force = false, maxRemoval = 50, listen = '', logLevel = 'info' } = flags;
  const once = async (code: Promise<number>): Promise<number> => {
    const exitCode = await code;
    if (live) printLockMismatches(opened.name, live);
    return exitCode;
  };
  if (verb !== 'apply') return once(planCommand(opened, { style: verb, format, out, words: wanted.words }));
  const { notice, prepare } = wanted;
  if (flags.interval === undefined) {
    const plan = async (): Promise<Planned> => (await prepare?.()) ?? opened.plan();
    const target: ApplyTarget = { ...opened, plan };
    return once(applyCommand(target, { format, plan: reviewed, force, maximumRemoval: maxRemoval, notice }));
  }
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      end.abort();
    });
  const { interval: seconds } = flags;
  const options = { watched, live: live?.state, prepare, seconds, listen, force, maximumRemoval: maxRemoval };
  const log = createLog(logLevel);
  const warn = (problem: string): void => {
    log.warn({ target: opened.name }, showText(problem));
  };
  const events = live ? wanted.createEvents?.(warn) : undefined;
  if (events && 'result' in events) return reportProblems(opened.name, events.problems);
  try {
    return await watch(opened, {
      ...options,
      follow: live?.follow,
      announce: events?.announce,
      log,
      signal: end.signal,
    });
  } finally {
    await events?.close();
  }
}

/** Prints a warning for assignments that differ from the lock. */
function printLockMismatches(name: string, { state }: Live): void {
  const mismatches = state()?.mismatches ?? [];
  for (const change of mismatches) printMessage(`${name}: lock mismatch: ${describeLockChange(change)}`);
  if (mismatches.length > 0) printMessage(`${name}: \`weir lock --from-cluster\` shows changes that resolve it`);
}
