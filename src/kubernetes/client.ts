import type { Failure } from '../model/change.js';
import type { Json, JsonObject } from '../model/manifest.js';
import { type Answer, fail, readAnswer } from './answer.js';
import { type ClusterSelection, loadAccess } from './credentials.js';
import { type FindResource, type Resource, createDiscovery, pathOf } from './discovery.js';
import { type ObjectName, asObject, nameOf, textOf } from './object.js';
import { PATIENCE, type Patience, type Request, send } from './send.js';

export interface Write {
  /** Writes the status through its own path. */
  readonly subresource?: 'status' | undefined;
  /** The server answers as if it had written. */
  readonly dryRun?: boolean | undefined;
}

/** The requests that Weir makes of a Kubernetes API server. */
export interface KubernetesClient {
  readonly findResource: FindResource;
  readonly get: (resource: Resource, object: ObjectName) => Promise<Answer<JsonObject>>;
  /** All objects of a kind, in all namespaces. `missing` and `expired` never come out. */
  readonly listAll: (resource: Resource, labelSelector?: string) => Promise<Answer<readonly JsonObject[]>>;
  /** Server-side apply as field manager `weir`; never takes a field from another manager. */
  readonly serverSideApply: (resource: Resource, object: JsonObject, write?: Write) => Promise<Answer<JsonObject>>;
  /** A JSON patch (RFC 6902). */
  readonly jsonPatch: (
    resource: Resource,
    object: ObjectName,
    operations: readonly JsonObject[],
  ) => Promise<Answer<JsonObject>>;
  /** Deletes an object only if it still is the one that was read. */
  readonly remove: (resource: Resource, live: JsonObject) => Promise<Answer<JsonObject>>;
  readonly close: () => void;
}

export interface ClientOptions extends ClusterSelection {
  readonly patience?: Partial<Patience> | undefined;
  /** Objects a page of a list has. */
  readonly pageSize?: number | undefined;
}

/** The name under which the API server notes which fields are Weir's. */
const FIELD_MANAGER = 'weir';

/** How often a list whose pages have expired (410) is begun anew. */
const LIST_ATTEMPTS = 5;

/** Prepares a client for the cluster of a kubeconfig. Connects when something is asked. */
export function connectKubernetes(options: ClientOptions): KubernetesClient | Failure {
  const access = loadAccess(options);
  if (typeof access === 'string') return fail(access);
  const patience = { ...PATIENCE, ...options.patience };
  const call = async (request: Request): Promise<Answer<JsonObject>> => {
    const answer = await send(access, request, patience);
    return 'result' in answer ? answer : readAnswer(answer, `${request.method} ${request.path.split('?', 1)[0] ?? ''}`);
  };
  const patch = (path: string, query: Readonly<Record<string, string>>, contentType: string, body: Json) =>
    call({ method: 'PATCH', path: withQuery(path, query), contentType, body: JSON.stringify(body) });
  const read = (path: string) => call({ method: 'GET', path });
  return {
    findResource: createDiscovery(read),
    get: (resource, { namespace, name }) => read(pathOf(resource, namespace, name)),
    listAll: (resource, labelSelector) =>
      listAll(read, resource, { limit: String(options.pageSize ?? 500), ...(labelSelector ? { labelSelector } : {}) }),
    serverSideApply: (resource, object, { subresource, dryRun } = {}) => {
      const { namespace, name } = nameOf(object);
      const path = pathOf(resource, namespace, name) + (subresource ? `/${subresource}` : '');
      const query = { fieldManager: FIELD_MANAGER, force: 'false', ...(dryRun ? { dryRun: 'All' } : {}) };
      return patch(path, query, 'application/apply-patch+yaml', object);
    },
    jsonPatch: (resource, { namespace, name }, operations) => {
      const path = pathOf(resource, namespace, name);
      return patch(path, { fieldManager: FIELD_MANAGER }, 'application/json-patch+json', [...operations]);
    },
    remove: (resource, live) => {
      const { namespace, name } = nameOf(live);
      const { uid, resourceVersion } = asObject(live.metadata) ?? {};
      const preconditions = { uid: textOf(uid), resourceVersion: textOf(resourceVersion) };
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions });
      return call({ method: 'DELETE', path: pathOf(resource, namespace, name), body, contentType: 'application/json' });
    },
    close: access.close,
  };
}

/** The pages of a list. A page that has expired (410) means that what is left is another list: it begins anew. */
async function listAll(
  read: (path: string) => Promise<Answer<JsonObject>>,
  resource: Resource,
  query: Readonly<Record<string, string>>,
): Promise<Answer<readonly JsonObject[]>> {
  let items: JsonObject[] = [];
  let next = '';
  for (let attempt = 1; ;) {
    const path = withQuery(pathOf(resource, ''), { ...query, ...(next === '' ? {} : { continue: next }) });
    const answer = await read(path);
    if (answer.result === 'expired' && attempt < LIST_ATTEMPTS) {
      attempt++;
      [items, next] = [[], ''];
      continue;
    }
    if (answer.result === 'expired') return fail(`the list of ${resource.plural} expires before it is read`, true);
    if (answer.result !== 'ok') return answer.result === 'missing' ? { result: 'ok', value: [] } : answer;
    for (const item of Array.isArray(answer.value.items) ? answer.value.items : []) {
      // Items of a list say neither their version nor their kind.
      const { apiVersion, kind } = resource;
      const object = asObject(item);
      if (object) items.push({ ...object, apiVersion, kind });
    }
    const token = textOf(asObject(answer.value.metadata)?.continue);
    if (token === '') return { result: 'ok', value: items };
    if (token === next) return fail(`the list of ${resource.plural} does not go on`, true);
    next = token;
  }
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}
