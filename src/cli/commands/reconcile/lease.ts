import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { connectKubernetes } from '../../../clients/kubernetes/client.js';
import type { OriginFlags } from './open.js';
import { type ElectionTimes, createElection } from '../../../clients/kubernetes/election.js';
import { createLeaseClient } from '../../../clients/kubernetes/lease.js';
import type { Failure, TargetLease } from '../../../model/change.js';
import type { ObjectName } from '../../../model/kubernetes-object.js';

/** The options of a Lease. */
export interface LeaseFlags extends OriginFlags {
  /** If false, no Lease is used. */
  readonly lease?: boolean;
  readonly leaseNamespace?: string;
  /** Duration of the Lease in seconds. */
  readonly leaseDuration?: number;
  readonly interval?: number;
}

/** Name of the Lease of the API objects of the cluster. */
export const CLUSTER_LEASE = 'weir-cluster';
/** Start of the name of the Lease of a node, before the name of the node. */
export const NODE_LEASE = 'weir-node-';

/** Default duration in seconds (client-go: LeaseDuration 15 s, RenewDeadline 10 s, RetryPeriod 2 s). */
export const LEASE_SECONDS = 15;
const DEADLINE_SHARE = 2 / 3;
const RETRY_SHARE = 2 / 15;

/** Namespace of a Lease outside of a pod and without ConfigMaps. */
const DEFAULT_NAMESPACE = 'weir';
const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/** Returns the times of an election for a duration in seconds, in the proportions of client-go. */
export function electionTimesOf(duration: number): ElectionTimes {
  return { duration, deadline: duration * DEADLINE_SHARE, retry: duration * RETRY_SHARE };
}

/**
 * Opens a Lease by its name. The namespace is that of the options, of the pod, of the ConfigMaps, or `weir`. Returns
 * undefined for a single apply, and if the user has turned Leases off.
 */
export function openLease(name: string, flags: LeaseFlags): TargetLease | Failure | undefined {
  if (flags.interval === undefined || flags.lease === false) return undefined;
  const times = electionTimesOf(flags.leaseDuration ?? LEASE_SECONDS);
  // Two attempts fit before the deadline.
  const longest = (1000 * times.deadline) / 2;
  const client = connectKubernetes({ ...flags, patience: { attempts: 1, silence: longest, longest } });
  if ('result' in client) return client;
  const { leaseNamespace = namespaceOfPod() ?? flags.configmaps ?? DEFAULT_NAMESPACE } = flags;
  const lease: ObjectName = { namespace: leaseNamespace, name };
  const election = createElection({
    client: createLeaseClient(client, lease),
    title: `${leaseNamespace}/${name}`,
    identity: `${hostname()}_${randomUUID()}`,
    times,
  });
  const release = async (): Promise<void> => {
    await election.release();
    client.close();
  };
  return { ...election, release };
}

/** Returns the namespace of this pod, or undefined outside of a pod. */
function namespaceOfPod(): string | undefined {
  try {
    return readFileSync(NAMESPACE_FILE, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
