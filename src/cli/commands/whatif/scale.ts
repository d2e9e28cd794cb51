import type { ReadResult } from '../../../compile/1-read/read.js';
import { outerOwnerOf, templateOf, workloadOf } from '../../../compile/3-index/workload.js';
import { hasPodEnded, pathOfName } from '../../../model/kubernetes-object.js';
import type { Manifest } from '../../../model/manifest.js';
import { type JsonObject, asObject } from '../../../std/json.js';
import { suggestionText } from '../../../std/suggest.js';
import { type Alter, mapObjects, pathOf, withObject, withoutEndpoints } from './alter.js';

/** A workload, as `<Kind>/<namespace>/<name>`, and the number of its pods after a change. */
interface Scale {
  readonly workload: string;
  readonly count: number;
}

/**
 * Returns a function that scales a workload (`KIND/NAMESPACE/NAME=N`), or a sentence if the input has none of that name.
 * Removes the last pods, by name, with their endpoints. New pods have the labels of an existing one, and no node and no
 * address.
 */
export function scaleWorkload(found: ReadResult, word: string): Alter | string {
  const [, path = '', text = ''] = /^(.*)=(\d{1,6})$/.exec(word) ?? [];
  if (path === '') return `expected KIND/NAMESPACE/NAME=NUMBER in --scale, found '${word}'`;
  const pods = found.inventory.filter(isRunningPod);
  const owners = [...new Set([...pods.flatMap(ownerPathOf), ...found.inventory.filter(isWorkload).map(pathOf)])];
  const workload = owners.find((one) => one.toLowerCase() === path.toLowerCase());
  if (workload === undefined) return `no workload ${path} in the inventory${suggestionText(path, owners)}`;
  return createScaling({ workload, count: Number(text) });
}

function createScaling({ workload, count }: Scale): Alter {
  return (found) => {
    const own = found.inventory.filter((one) => isRunningPod(one) && ownerPathOf(one).includes(workload));
    const sorted = own.toSorted((a, b) => compareNames(a.name, b.name));
    const gone = new Set(sorted.slice(count).map(({ namespace, name }) => pathOfName({ namespace, name })));
    const left = mapObjects(found, (one) => {
      if (one.kind === 'Pod') return gone.has(pathOfName(one)) ? undefined : one;
      if (pathOf(one) === workload) return count === 0 ? undefined : withReplicas(one, count);
      return withoutEndpoints(one, (endpoint) => gone.has(targetOf(endpoint, one)));
    });
    const template = sorted.at(-1) ?? templatePod(found.inventory.find((one) => pathOf(one) === workload));
    if (!template) return left;
    const added = Array.from({ length: Math.max(0, count - own.length) }, (_, index) =>
      copyPod(template, workload, own.length + index),
    );
    return { ...left, inventory: [...left.inventory, ...added] };
  };
}

const isRunningPod = ({ kind, object }: Manifest): boolean => kind === 'Pod' && !hasPodEnded(object);

/** Returns true for an object with a template of pods that no other owns. */
function isWorkload({ object }: Manifest): boolean {
  const isOwned = workloadOf(asObject(object.metadata) ?? {}) !== undefined;
  return !isOwned && asObject(asObject(object.spec)?.template) !== undefined;
}

/** Returns the path of the outermost workload of a pod. Empty if it has none. */
function ownerPathOf({ namespace, object }: Manifest): string[] {
  const metadata = asObject(object.metadata) ?? {};
  const workload = workloadOf(metadata);
  const labels = Object.entries(asObject(metadata.labels) ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  const owner = workload && (outerOwnerOf({ workload, labels: Object.fromEntries(labels) }) ?? workload);
  return owner ? [`${owner.kind}/${pathOfName({ namespace, name: owner.name })}`] : [];
}

/** Compares names of pods, those of a StatefulSet by their ordinals. */
function compareNames(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** Returns the path of the pod of an endpoint, or '' if it has none. */
function targetOf({ targetRef }: JsonObject, { namespace }: Manifest): string {
  const { kind, name } = asObject(targetRef) ?? {};
  return kind === 'Pod' && typeof name === 'string' ? pathOfName({ namespace, name }) : '';
}

function withReplicas(manifest: Manifest, replicas: number): Manifest {
  const { object } = manifest;
  return withObject(manifest, { ...object, spec: { ...asObject(object.spec), replicas } });
}

/** Returns a pod of a workload without pods. */
function templatePod(workload: Manifest | undefined): Manifest | undefined {
  if (!workload) return undefined;
  const { kind, name } = workload;
  const { template } = templateOf(workload);
  const reference = { apiVersion: workload.apiVersion, kind, name, controller: true, uid: '' };
  const metadata = { ...asObject(template.metadata), ownerReferences: [reference] };
  return { ...workload, apiVersion: 'v1', kind: 'Pod', object: { metadata, spec: template.spec ?? {} } };
}

/** Returns a further pod like another, which is on no node yet. */
function copyPod(pod: Manifest, workload: string, index: number): Manifest {
  const { namespace, object } = pod;
  const name = `${workload.slice(workload.lastIndexOf('/') + 1)}-${index}`;
  const { labels, ownerReferences } = asObject(object.metadata) ?? {};
  const spec = Object.fromEntries(Object.entries(asObject(object.spec) ?? {}).filter(([key]) => key !== 'nodeName'));
  const metadata = {
    ...{ name, namespace },
    ...(labels === undefined ? {} : { labels }),
    ...(ownerReferences === undefined ? {} : { ownerReferences }),
  };
  return { ...pod, name, object: { apiVersion: 'v1', kind: 'Pod', metadata, spec } };
}
