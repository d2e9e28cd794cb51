import { compareText } from '../../std/compare-text.js';
import { FIELD_MANAGER, MANAGED_BY_LABEL } from '../../model/field-manager.js';
import { createHash } from 'node:crypto';
import { compareObject, findStaleNodeFields, findStaleObjects } from './diff/objects.js';
import { MANAGED_KINDS, isManagedKind, isOurs } from './diff/ownership.js';
import { type AddNotices, createNoticeAdder } from './diff/notice-conditions.js';
import { compareStatus } from './diff/statuses.js';
import { type LiveCluster, keyOf, keyOfName, readLive } from './live/read-live.js';
import { type MayWrite, type ResourceOf, rehearse, write } from './live/write.js';
import { type KubernetesOptions, type KubernetesClient, connectKubernetes } from '../../clients/kubernetes/client.js';
import { keyOfKind, textOf } from '../../model/kubernetes-object.js';
import {
  type ApplyOutcome,
  type Planned,
  type ApplyTarget,
  type PlanDigests,
  type TargetLease,
  fail,
} from '../../model/change.js';
import type { PlannedChange } from '../../model/cluster-change.js';
import type { DesiredCluster } from '../../model/cluster-state.js';
import type { ResourceNotice } from '../../model/resource-notice.js';
import type { OutputSource } from '../../rendered/read-folder.js';
import { readRenderedCluster } from '../../rendered/read-cluster.js';
import type { JsonObject } from '../../std/json.js';

export interface ClusterTargetOptions extends KubernetesOptions {
  readonly output: OutputSource;
  /** Right to change the cluster. If unset, everyone may. */
  readonly lease?: TargetLease | undefined;
  /**
   * Returns what users must act on in the output. Becomes conditions of statuses. If unset or undefined, it is unknown, and
   * the live conditions stay.
   */
  readonly notices?: (() => readonly ResourceNotice[] | undefined) | undefined;
}

const NODE = { apiVersion: 'v1', kind: 'Node' };

/** Creates the target for the API of a cluster. The desired state is the objects and statuses of an output. */
export function createClusterTarget({ output, lease, notices, ...selection }: ClusterTargetOptions): ApplyTarget {
  const connected = connectKubernetes({ ...selection, mayWrite: lease?.check });
  return {
    name: 'cluster',
    plan: () =>
      'result' in connected
        ? Promise.resolve(connected)
        : plan(connected, output, createNoticeAdder(notices?.()), lease?.check),
    ...(lease ? { stand: lease.stand } : {}),
    close: async () => {
      await lease?.release();
      if (!('result' in connected)) connected.close();
    },
  };
}

interface Comparison {
  readonly planned: readonly PlannedChange[];
  readonly desired: DesiredCluster;
  readonly owned: number;
  readonly resourceOf: ResourceOf;
}

async function plan(
  client: KubernetesClient,
  output: OutputSource,
  addNotices: AddNotices,
  mayWrite?: MayWrite,
): Promise<Planned> {
  const compared = await compare(client, output, addNotices);
  if ('result' in compared) return compared;
  const { planned, desired, owned, resourceOf } = compared;
  const changes = planned.map(({ change }) => change);
  const digests = (): PlanDigests => ({
    desired: desired.digest,
    observed: createHash('sha256')
      .update(JSON.stringify([changes, owned]))
      .digest('hex'),
  });
  const apply = async (): Promise<ApplyOutcome> => {
    const outcome = await write(client, planned, resourceOf, mayWrite);
    if (outcome.result === 'failed' || planned.length === 0) return outcome;
    return (await findLeftOver(client, output, addNotices)) ?? outcome;
  };
  return { result: 'planned', plan: { changes, digests, owned, apply } };
}

/** Reads the state again. Remaining differences were made by other managers, or by the cluster itself. */
async function findLeftOver(
  client: KubernetesClient,
  output: OutputSource,
  addNotices: AddNotices,
): Promise<Extract<ApplyOutcome, { result: 'failed' }> | undefined> {
  const compared = await compare(client, output, addNotices);
  if ('result' in compared) return compared;
  const left = compared.planned.map(({ change }) => `${change.sort} ${change.name}`);
  if (left.length === 0) return undefined;
  return fail(
    `not in the desired state after the apply, because another writer changes it: ${left.slice(0, 20).join(', ')}`,
    true,
  );
}

async function compare(
  client: KubernetesClient,
  output: OutputSource,
  addNotices: AddNotices,
): Promise<Comparison | Extract<Planned, { result: 'failed' }>> {
  const desired = readRenderedCluster(output);
  if ('result' in desired) return desired;
  const labelSelector = `${MANAGED_BY_LABEL}=${FIELD_MANAGER}`;
  const live = await readLive(client, desired, { labelled: MANAGED_KINDS, labelSelector, whole: [NODE] });
  if ('result' in live) return live;
  const resourceOf: ResourceOf = ({ apiVersion, kind }) =>
    live.resources.get(keyOfKind({ apiVersion: textOf(apiVersion), kind: textOf(kind) }));
  const planned = await rehearse(client, compareAll(desired, live, addNotices), resourceOf);
  if ('result' in planned) return planned;
  const all = [...live.objects.values()];
  return { planned: planned.toSorted(byPlace), desired, owned: all.filter(isMine).length, resourceOf };
}

function compareAll(desired: DesiredCluster, live: LiveCluster, addNotices: AddNotices): readonly PlannedChange[] {
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const wanted = new Set(desired.objects.map(keyOf));
  const isWanted = (object: JsonObject) => wanted.has(keyOf(object));
  const all = [...live.objects.values()];
  return [
    ...desired.objects.flatMap((object) => compareObject(object, live.objects.get(keyOf(object))) ?? []),
    ...desired.statuses.flatMap((status) => {
      const object = live.objects.get(keyOfName(status));
      return compareStatus(addNotices(status, object), object, now) ?? [];
    }),
    ...findStaleObjects(all, isWanted),
    ...findStaleNodeFields(
      all.filter(({ kind }) => kind === NODE.kind),
      isWanted,
    ),
  ];
}

function isMine(live: JsonObject): boolean {
  return isManagedKind(live) && isOurs(live);
}

function byPlace({ change: a }: PlannedChange, { change: b }: PlannedChange): number {
  return compareText(`${a.sort}\0${a.name}`, `${b.sort}\0${b.name}`);
}
