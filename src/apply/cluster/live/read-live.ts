import type { KubernetesClient } from '../../../clients/kubernetes/client.js';
import type { Resource } from '../../../clients/kubernetes/discovery.js';
import { type KindName, keyOfKind, nameOf, textOf, titleOf } from '../../../model/kubernetes-object.js';
import type { Failure } from '../../../model/change.js';
import type { DesiredCluster } from '../../../model/cluster-state.js';
import type { JsonObject } from '../../../std/json.js';

/** The part of a cluster to compare with the desired state. */
export interface LiveCluster {
  /** Objects by apiVersion, kind, namespace and name. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** Resources by apiVersion and kind. */
  readonly resources: ReadonlyMap<string, Resource>;
}

/** The objects to read independently of the desired ones: those with a label, and all of some kinds. */
export interface Search {
  readonly labelled: readonly KindName[];
  readonly labelSelector: string;
  readonly whole: readonly KindName[];
}

/**
 * Reads the desired objects and those of a search. Fails if a kind or namespace of a desired object is missing. Kinds
 * that are only searched for may be missing.
 */
export async function readLive(
  client: KubernetesClient,
  desired: DesiredCluster,
  search: Search,
): Promise<LiveCluster | Failure> {
  const resources = await findResources(client, desired, search);
  if ('result' in resources) return resources;
  const objects = new Map<string, JsonObject>();
  const statusKinds = new Set(desired.statuses.map(keyOfKind));
  const whole = new Set([...statusKinds, ...search.whole.map(keyOfKind)]);
  const labelled = new Set(search.labelled.map(keyOfKind).filter((id) => !whole.has(id)));
  for (const [id, resource] of resources) {
    if (!whole.has(id) && !labelled.has(id)) continue;
    const { labelSelector } = search;
    const listed = await client.listAll(resource, whole.has(id) ? {} : { labelSelector });
    if (listed.result === 'failed') return listed;
    if (listed.result !== 'ok') continue;
    for (const object of listed.value) objects.set(keyOf(object), object);
  }
  const unknown = desired.objects.filter(
    (object) => !objects.has(keyOf(object)) && !whole.has(keyOfKind(namesOf(object))),
  );
  const problem = await readEach(client, unknown, resources, objects);
  return problem ?? { objects, resources };
}

async function findResources(
  client: KubernetesClient,
  { objects, statuses }: DesiredCluster,
  { labelled, whole }: Search,
): Promise<ReadonlyMap<string, Resource> | Failure> {
  const needed = new Set([...objects.map(namesOf), ...statuses].map(keyOfKind));
  const kinds = new Map(
    [...objects.map(namesOf), ...statuses, ...labelled, ...whole].map((one) => [keyOfKind(one), one]),
  );
  const found = new Map<string, Resource>();
  const problems: string[] = [];
  for (const [id, { apiVersion, kind }] of kinds) {
    const resource = await client.findResource(apiVersion, kind);
    if (resource.result === 'failed') return resource;
    if (resource.result === 'ok') found.set(id, resource.value);
    else if (needed.has(id)) problems.push(`the cluster does not serve ${kind} of ${apiVersion}: install its CRD`);
  }
  return problems.length > 0 ? { result: 'failed', problems, transient: false } : found;
}

/** Reads each object that no list contained. If it is missing, reads its namespace, too. */
async function readEach(
  client: KubernetesClient,
  wanted: readonly JsonObject[],
  resources: ReadonlyMap<string, Resource>,
  objects: Map<string, JsonObject>,
): Promise<Failure | undefined> {
  const namespaces = new Map<string, boolean>();
  const problems: string[] = [];
  for (const object of wanted) {
    const resource = resources.get(keyOfKind(namesOf(object)));
    if (!resource) continue;
    const answer = await client.get(resource, nameOf(object));
    if (answer.result === 'failed') return answer;
    if (answer.result === 'ok') objects.set(keyOf(object), answer.value);
    const { namespace } = nameOf(object);
    if (answer.result !== 'missing' || !resource.namespaced || namespaces.has(namespace)) continue;
    const there = await client.get(NAMESPACES, { namespace: '', name: namespace });
    if (there.result === 'failed') return there;
    namespaces.set(namespace, there.result === 'ok');
    if (there.result !== 'ok') {
      const title = titleOf(textOf(object.kind), nameOf(object));
      problems.push(`the cluster has no namespace ${namespace}, which ${title} is in: create it first`);
    }
  }
  return problems.length > 0 ? { result: 'failed', problems, transient: false } : undefined;
}

const NAMESPACES: Resource = {
  apiVersion: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  hasStatus: true,
};

/** Returns the key of an object in `LiveCluster.objects`. */
export function keyOf(object: JsonObject): string {
  return keyOfName({ ...namesOf(object), ...nameOf(object) });
}

/** Returns the key of an object reference. */
export function keyOfName({
  apiVersion,
  kind,
  namespace,
  name,
}: KindName & { readonly namespace: string; readonly name: string }): string {
  return `${apiVersion} ${titleOf(kind, { namespace, name })}`;
}

function namesOf({ apiVersion, kind }: JsonObject): KindName {
  return { apiVersion: textOf(apiVersion), kind: textOf(kind) };
}
