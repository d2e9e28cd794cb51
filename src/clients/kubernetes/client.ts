import { type Failure, fail } from '../../model/change.js';
import { FIELD_MANAGER } from '../../model/field-manager.js';
import { type Response, type Weight, expectObject, weighAnswer } from './answer.js';
import { type ClusterSelection, loadAccess } from './credentials.js';
import { type FindResource, type Resource, createDiscovery, apiPathOf } from './discovery.js';
import { type ObjectName, nameOf, textOf } from '../../model/kubernetes-object.js';
import { PATIENCE, type Patience, type ApiRequest, sendRequest } from './send.js';
import { type Json, type JsonObject, asObject } from '../../std/json.js';

export interface Write {
  /** If set, writes the subresource `status`. */
  readonly subresource?: 'status' | undefined;
  /** If true, the server responds as for a write, but does not store it. */
  readonly dryRun?: boolean | undefined;
}

/** Requests of Weir to a Kubernetes API server. */
export interface KubernetesClient {
  readonly findResource: FindResource;
  readonly get: (resource: Resource, object: ObjectName) => Promise<Response<JsonObject>>;
  /** Lists all objects of a kind in all namespaces. Never returns `missing` or `expired`. */
  readonly listAll: (resource: Resource, labelSelector?: string) => Promise<Response<readonly JsonObject[]>>;
  /** Applies an object by server-side apply as Weir's field manager. Never takes a field from another manager. */
  readonly serverSideApply: (resource: Resource, object: JsonObject, write?: Write) => Promise<Response<JsonObject>>;
  /** Applies a JSON patch (RFC 6902). */
  readonly jsonPatch: (
    resource: Resource,
    object: ObjectName,
    operations: readonly JsonObject[],
  ) => Promise<Response<JsonObject>>;
  /** Creates an object. Returns a conflict if it exists, and `missing` if its namespace is missing. */
  readonly create: (resource: Resource, object: JsonObject) => Promise<Response<JsonObject>>;
  /** Replaces an object. Returns a conflict unless it still has the `resourceVersion` of `object`. */
  readonly update: (resource: Resource, object: JsonObject) => Promise<Response<JsonObject>>;
  /** Deletes an object only if it did not change since it was read. */
  readonly remove: (resource: Resource, live: JsonObject) => Promise<Response<JsonObject>>;
  readonly close: () => void;
}

export interface KubernetesOptions extends ClusterSelection {
  readonly patience?: Partial<Patience> | undefined;
  /** Objects per page of a list. */
  readonly pageSize?: number | undefined;
  readonly largestList?: Partial<ListLimits> | undefined;
  /** Called before each attempt of a request that may write. A failure is returned in place of a response. */
  readonly mayWrite?: (() => Promise<Failure | undefined>) | undefined;
}

/** A response and its size. */
interface SizedResponse {
  readonly answer: Response<JsonObject>;
  readonly weight: Weight;
}

/** Limits of all pages of a list together. A server could return continuation tokens forever. */
export interface ListLimits extends Weight {
  readonly pages: number;
}

/** 200,000 large objects are some thousand pages, 2 GB and 20,000,000 objects and arrays. */
const LARGEST_LIST: ListLimits = { pages: 10_000, bytes: 4 * 2 ** 30, containers: 40_000_000 };

/** Maximum attempts to read a list whose pages expire (410). */
const LIST_ATTEMPTS = 5;

/** Creates a client for the cluster of a kubeconfig. It connects at the first request. */
export function connectKubernetes(options: KubernetesOptions): KubernetesClient | Failure {
  const access = loadAccess(options);
  if (typeof access === 'string') return fail(access);
  const patience = { ...PATIENCE, ...options.patience };
  const largest = { ...LARGEST_LIST, ...options.largestList };
  const weigh = async (request: ApiRequest): Promise<SizedResponse> => {
    const answer = await sendRequest(access, request, patience, options.mayWrite);
    if ('result' in answer) return { answer, weight: { bytes: 0, containers: 0 } };
    return weighAnswer(answer, `${request.method} ${request.path.split('?', 1)[0] ?? ''}`);
  };
  const call = async (request: ApiRequest): Promise<Response<JsonObject>> => (await weigh(request)).answer;
  const patch = (path: string, query: Readonly<Record<string, string>>, contentType: string, body: Json) =>
    call({ method: 'PATCH', path: withQuery(path, query), contentType, body: JSON.stringify(body) });
  const put = async (
    method: 'POST' | 'PUT',
    path: string,
    resource: Resource,
    name: ObjectName,
    object: JsonObject,
  ): Promise<Response<JsonObject>> => {
    const url = withQuery(path, { fieldManager: FIELD_MANAGER });
    const body = JSON.stringify(object);
    return expectObject(await call({ method, path: url, contentType: 'application/json', body }), resource, name);
  };
  const read = (path: string) => call({ method: 'GET', path });
  return {
    findResource: createDiscovery(read),
    get: async (resource, object) =>
      expectObject(await read(apiPathOf(resource, object.namespace, object.name)), resource, object),
    listAll: (resource, labelSelector) =>
      listAll((path) => weigh({ method: 'GET', path }), resource, largest, {
        limit: String(options.pageSize ?? 500),
        ...(labelSelector ? { labelSelector } : {}),
      }),
    serverSideApply: async (resource, object, { subresource, dryRun } = {}) => {
      const { namespace, name } = nameOf(object);
      const path = apiPathOf(resource, namespace, name) + (subresource ? `/${subresource}` : '');
      const query = { fieldManager: FIELD_MANAGER, force: 'false', ...(dryRun ? { dryRun: 'All' } : {}) };
      const answer = await patch(path, query, 'application/apply-patch+yaml', object);
      return expectObject(answer, resource, { namespace, name });
    },
    jsonPatch: async (resource, object, operations) => {
      const path = apiPathOf(resource, object.namespace, object.name);
      const query = { fieldManager: FIELD_MANAGER };
      return expectObject(await patch(path, query, 'application/json-patch+json', [...operations]), resource, object);
    },
    create: async (resource, object) => {
      const { namespace, name } = nameOf(object);
      return put('POST', apiPathOf(resource, namespace), resource, { namespace, name }, object);
    },
    update: async (resource, object) => {
      const { namespace, name } = nameOf(object);
      return put('PUT', apiPathOf(resource, namespace, name), resource, { namespace, name }, object);
    },
    remove: async (resource, live) => {
      const { namespace, name } = nameOf(live);
      const { uid, resourceVersion } = asObject(live.metadata) ?? {};
      const preconditions = { uid: textOf(uid), resourceVersion: textOf(resourceVersion) };
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions });
      const path = apiPathOf(resource, namespace, name);
      const answer = await call({ method: 'DELETE', path, body, contentType: 'application/json' });
      // The response for an object that waits for a finalizer is the object itself.
      const isDone = answer.result === 'ok' && answer.value.kind === 'Status' && answer.value.status === 'Success';
      return isDone ? answer : expectObject(answer, resource, { namespace, name });
    },
    close: access.close,
  };
}

/**
 * Returns the objects of all pages of a list. If a page has expired (410), the rest belongs to another list, so the
 * list is read again.
 */
async function listAll(
  read: (path: string) => Promise<SizedResponse>,
  resource: Resource,
  largest: ListLimits,
  query: Readonly<Record<string, string>>,
): Promise<Response<readonly JsonObject[]>> {
  let items: JsonObject[] = [];
  let next = '';
  // Includes expired attempts, because a server could let all of them expire.
  const sum = { pages: 0, bytes: 0, containers: 0 };
  for (let attempt = 1; ;) {
    const path = withQuery(apiPathOf(resource, ''), { ...query, ...(next === '' ? {} : { continue: next }) });
    const { answer, weight } = await read(path);
    sum.pages++;
    sum.bytes += weight.bytes;
    sum.containers += weight.containers;
    if (sum.pages > largest.pages || sum.bytes > largest.bytes || sum.containers > largest.containers) {
      return fail(`the list of ${resource.plural} is longer than that of any cluster`);
    }
    if (answer.result === 'expired' && attempt < LIST_ATTEMPTS) {
      attempt++;
      [items, next] = [[], ''];
      continue;
    }
    if (answer.result === 'expired') return fail(`the list of ${resource.plural} expires before it is read`, true);
    if (answer.result !== 'ok') return answer.result === 'missing' ? { result: 'ok', value: [] } : answer;
    const page = readItems(answer.value, resource);
    if (!page) return fail(`the answer about all ${resource.plural} is not a list of them`, true);
    for (const item of page) items.push(item);
    const { continue: given, remainingItemCount } = asObject(answer.value.metadata) ?? {};
    const token = textOf(given);
    // The server reports remaining items (Kubernetes API, ListMeta) without a token for them.
    if (token === '' && Number(remainingItemCount ?? 0) > 0) {
      return fail(`the list of ${resource.plural} is cut off`, true);
    }
    if (token === '') return { result: 'ok', value: items };
    if (token === next) return fail(`the list of ${resource.plural} is cut off`, true);
    next = token;
  }
}

/**
 * Returns the objects of a page. Returns undefined if the response is not a list of the kind, or contains an object of
 * another kind.
 */
function readItems({ apiVersion, kind, items }: JsonObject, resource: Resource): readonly JsonObject[] | undefined {
  if (apiVersion !== resource.apiVersion || !textOf(kind).endsWith('List') || !Array.isArray(items)) return undefined;
  const objects: JsonObject[] = [];
  for (const item of items) {
    const object = asObject(item);
    if (!object) return undefined;
    const { namespace, name } = nameOf(object);
    const isNamed = name !== '' && (namespace !== '') === resource.namespaced;
    if (!isNamed || (object.kind ?? resource.kind) !== resource.kind) return undefined;
    // Items of a list can lack their version and kind.
    objects.push({ ...object, apiVersion: resource.apiVersion, kind: resource.kind });
  }
  return objects;
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}
