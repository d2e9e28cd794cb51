import { join } from 'node:path';
import { type KubernetesClient, connectKubernetes } from '../../../clients/kubernetes/client.js';
import { readConfigMap } from '../../../clients/kubernetes/config-map.js';
import { type Failure, type ApplyTarget, fail } from '../../../model/change.js';
import { INDEX } from '../../../output-index/artefact-path.js';
import { SHARD_KEY } from '../../../rendered/bundles/bundle.js';
import type { OutputSource } from '../../../rendered/read-folder.js';
import { type ReadFiles, createDeliveredTarget } from '../../../rendered/bundles/delivered.js';
import type { FileOwner } from '../../../model/artefact.js';
import { type ReadShard, readBundle, readPolicyBundle } from '../../../rendered/bundles/unbundle.js';
import type { Announcer } from './announcer.js';
import { type Live, type ReadLivePolicy, createLive } from '../../live/live.js';
import { policyInventoryKinds } from '../../live/compile-policy.js';
import { type InventorySource, createFollowedSource, createPulledSource } from '../../live/inventory-source.js';
import { createLiveTarget } from '../../live/live-target.js';
import { createPolicyFileReader } from '../../live/read-policy-file.js';

/** Source of the desired state, if it is not an output folder. */
export interface OriginFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
  /** Namespace of the ConfigMaps. */
  readonly configmaps?: string;
  /** If true, compiles a policy with the inventory of the cluster. */
  readonly live?: boolean;
  /** File of a policy bundle. */
  readonly policyBundle?: string;
  /** Interval of cycles in seconds. If set, the inventory is followed between them. */
  readonly interval?: number;
}

/** Creates a target of an output. `live`: returns the state that the output was compiled of, if it is compiled here. */
export type CreateTarget = (output: OutputSource, live?: Live['state']) => ApplyTarget;

/** The factory for a target of an output, and the owner of the files if they are delivered. */
export interface OpenOptions {
  readonly create: CreateTarget;
  /** Arguments of a command that name the target, without its connection options. */
  readonly words: readonly string[];
  readonly folder: string;
  readonly owner: FileOwner;
  readonly notice?: string | undefined;
  /** Called before an apply reads anything. A failure ends the run, or the cycle of a watch. */
  readonly prepare?: () => Promise<Failure | undefined>;
  /** Adapts the source of the inventory. If unset, it stays as it is. */
  readonly adaptSource?: ((source: InventorySource) => InventorySource) | undefined;
  /** Creates the announcer of a watch that compiles a policy. `warn` receives its failures. */
  readonly createEvents?: (warn: (problem: string) => void) => Announcer | Failure;
}

/** A target and the source of its desired state. */
export interface OpenedTarget {
  readonly target: ApplyTarget;
  /** File that changes with the desired state. If unset, each plan queries the cluster. */
  readonly watched?: string;
  readonly live?: Live;
}

/**
 * Opens a target: for an output folder, for bundles, or with `live` for a policy that is compiled with the inventory of
 * the cluster.
 */
export function openTarget(
  wanted: OpenOptions,
  flags: OriginFlags,
): OpenedTarget | (Failure & { readonly name: string }) {
  const { create, folder, owner } = wanted;
  const { configmaps: namespace, policyBundle: bundle, live = false } = flags;
  const name = `${owner.role === 'zone' ? 'northbound' : owner.role} ${owner.name}`.trimEnd();
  const refuse = (problem: string): Failure & { readonly name: string } => ({ ...fail(problem), name });
  if (!live && bundle !== undefined) return refuse('--policy-bundle requires --live');
  if (!live && namespace === undefined) return { target: create(folder), watched: join(folder, INDEX) };
  if (live && (bundle === undefined) === (namespace === undefined)) {
    return refuse('--live requires --policy-bundle FILE or --configmaps NAMESPACE');
  }
  const client = connectKubernetes(flags);
  if ('result' in client) return { ...client, name };
  const read: ReadShard = (shard) => readConfigMap(client, namespace ?? '', shard, SHARD_KEY);
  if (!live) {
    const { role } = owner;
    if (role === 'cluster') return refuse('the ConfigMaps of artefacts have none for the cluster, add --live');
    return { target: deliver(wanted, client, () => readBundle({ role, name: owner.name }, read)) };
  }
  const readFile = createPolicyFileReader(bundle ?? '');
  const readPolicy: ReadLivePolicy = () =>
    bundle === undefined ? readPolicyBundle(read) : Promise.resolve(readFile());
  const createSource = flags.interval === undefined ? createPulledSource : createFollowedSource;
  const inventory = createSource(client, policyInventoryKinds);
  const source = createLive(owner, readPolicy, wanted.adaptSource?.(inventory) ?? inventory);
  return {
    target: createLiveTarget(deliver(wanted, client, source.read, source.state), source),
    live: source,
    ...(bundle === undefined ? {} : { watched: bundle }),
  };
}

/** Creates a target whose files are delivered through a cluster. */
function deliver(
  { create }: OpenOptions,
  client: KubernetesClient,
  read: ReadFiles,
  live?: Live['state'],
): ApplyTarget {
  const target = createDeliveredTarget(read, (output) => create(output, live));
  const close = async (): Promise<void> => {
    await target.close();
    client.close();
  };
  return { ...target, close };
}
