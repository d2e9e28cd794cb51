import { type Failure, fail } from '../../model/change.js';
import { FIELD_MANAGER } from '../../model/field-manager.js';
import { type Response, expectObject, weighAnswer } from './answer.js';
import { type ClusterSelection, loadAccess } from './credentials.js';
import { type FindResource, type Resource, createDiscovery, apiPathOf } from './discovery.js';
import { type ObjectName, nameOf, textOf } from '../../model/kubernetes-object.js';
import {
  LARGEST_LIST,
  type ListLimits,
  type ObjectList,
  type SizedResponse,
  countObjects,
  listObjects,
} from './list.js';
import { streamObjects } from './list-stream.js';
import { getByPortForward } from './port-forward.js';
import { PATIENCE, type Patience, type ApiRequest, sendRequest, withQuery } from './send.js';
import { type WatchRequest, watchObjects } from './watch.js';
import type { WatchEnd } from './watch-message.js';
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
  /** Lists all objects of a kind, or a part of them. Never returns `missing` or `expired`. */
  readonly listAll: (resource: Resource, part?: ListPart) => Promise<Response<readonly JsonObject[]>>;
  /** Returns the JSON object at a path of a pod's HTTP server, through the API server. */
  readonly getFromPod: (pod: ObjectName, port: number, path: string) => Promise<Response<JsonObject>>;
  /** Does the same for a server on the loopback of a pod. */
  readonly getFromLoopback: (pod: ObjectName, port: number, path: string) => Promise<Response<JsonObject>>;
  /**
   * Lists all objects of a kind, with the version of the list. Returns `missing` if the kind is not served. The list is a
   * stream if the server supports that, and otherwise consists of pages.
   */
  readonly listVersioned: (resource: Resource) => Promise<Response<ObjectList>>;
  /** Returns the number of objects of a kind. It is undefined if the server does not say it. */
  readonly count: (resource: Resource) => Promise<Response<number | undefined>>;
  /** Receives the changes of a kind since a version, until the server ends the watch. */
  readonly watch: (resource: Resource, options: WatchRequest) => Promise<WatchEnd>;
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

/** A part of the objects of a kind. If `namespace` is unset or '', those of all namespaces. */
export interface ListPart {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** Pods, which every API server serves. */
export const PODS: Resource = { apiVersion: 'v1', kind: 'Pod', plural: 'pods', namespaced: true, hasStatus: true };

export interface KubernetesOptions extends ClusterSelection {
  readonly patience?: Partial<Patience> | undefined;
  /** Objects per page of a list. */
  readonly pageSize?: number | undefined;
  readonly largestList?: Partial<ListLimits> | undefined;
  /** Called before each attempt of a request that may write. A failure is returned in place of a response. */
  readonly mayWrite?: (() => Promise<Failure | undefined>) | undefined;
}

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
  const list = (resource: Resource, { namespace, ...selectors }: ListPart = {}): Promise<Response<ObjectList>> => {
    const query = { limit: String(options.pageSize ?? 500), ...selectors };
    return listObjects((path) => weigh({ method: 'GET', path }), resource, largest, query, namespace);
  };
  // An aggregated API server serves whole API versions, so that one of them may lack streams.
  const withoutStreams = new Set<string>();
  return {
    findResource: createDiscovery(read),
    get: async (resource, object) =>
      expectObject(await read(apiPathOf(resource, object.namespace, object.name)), resource, object),
    listAll: async (resource, part) => {
      const listed = await list(resource, part);
      if (listed.result === 'missing') return { result: 'ok', value: [] };
      return listed.result === 'ok' ? { result: 'ok', value: listed.value.objects } : listed;
    },
    getFromPod: ({ namespace, name }, port, path) => read(`${apiPathOf(PODS, namespace, name)}:${port}/proxy${path}`),
    getFromLoopback: async (pod, port, path) => {
      const answer = await getByPortForward(access.config, pod, port, path, patience.longest);
      return 'result' in answer ? answer : weighAnswer(answer, `GET ${path}`).answer;
    },
    listVersioned: async (resource) => {
      if (!withoutStreams.has(resource.apiVersion)) {
        const streamed = await streamObjects(access, resource, patience, largest);
        if (streamed.result !== 'unsupported') return streamed;
        withoutStreams.add(resource.apiVersion);
      }
      return list(resource);
    },
    count: async (resource) => {
      const path = withQuery(apiPathOf(resource, ''), { limit: '1' });
      return countObjects(await read(path), resource);
    },
    watch: (resource, wanted) => watchObjects(access, resource, wanted),
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
