import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { nameOf } from '../../../src/model/kubernetes-object.js';
import { compose } from '../../../src/yaml/compose.js';
import { createCertificate } from './certificate.js';
import { type ServedKind, discover } from './discovery.js';
import { type Lists, readPage } from './lists.js';
import { type Reply, failure, refuse } from './refusals.js';
import { type Watches, createWatches } from './watches.js';
import { type OpenedWatch, type WatchLists, openWatch, selectObjects } from './watch-options.js';
import { create, isRefusal, update } from './object-writes.js';
import { patchObject } from './json-patch.js';
import { proxyToPod } from './pod-proxy.js';
import { readBody, send } from './http.js';
import { servePortForward } from './port-forward.js';
import { applyFields, ownWhole } from './field-management.js';
import type { JsonObject } from '../../../src/std/json.js';

/** What the server does to a request instead of answering it. */
export type Mishap =
  'reset' | 'silence' | { readonly status: number; readonly retryAfter?: number; readonly message?: string };

export interface ApiServer {
  readonly url: string;
  /** Its own certificate authority, as PEM. */
  readonly certificate: string;
  /** `<method> <path with query>` of every request. */
  readonly requests: string[];
  /** Requests that changed something. */
  readonly writes: () => readonly string[];
  /** What it serves, which may change. */
  readonly kinds: ServedKind[];
  /** Decides before a request is served. */
  mishap: (request: string, count: number) => Mishap | undefined;
  /** Names the objects that a list lacks, as that of a server which is behind. Decides for each list. */
  hide: (request: string) => (object: JsonObject) => boolean;
  /** How it treats lists by watches. */
  watchLists: WatchLists;
  /** Puts an object there as another manager. */
  readonly put: (object: JsonObject, manager?: string) => void;
  /** Writes all of an object but its status, which stays with its managers, as `kubectl apply` of a manifest. */
  readonly edit: (object: JsonObject) => void;
  /** Takes an object away, as another client. */
  readonly drop: (kind: string, name: string, namespace?: string) => void;
  /** Forgets what lists were begun and what has changed: the tokens of next pages and the versions of watches have expired. */
  readonly compact: () => void;
  readonly watches: Pick<Watches, 'cut' | 'count' | 'end' | 'total'> & { readonly bookmark: () => void };
  readonly find: (kind: string, name: string) => JsonObject | undefined;
  readonly all: () => readonly JsonObject[];
  /** URLs of the servers in pods, by `<namespace>/<pod>:<port>`. */
  readonly pods: Map<string, string>;
  /** The same for servers that only listen on loopback. */
  readonly loopbacks: Map<string, string>;
  readonly close: () => Promise<void>;
}

const OBJECT_PATH =
  /^\/(?:api|apis\/([^/]+))\/([^/]+)(?:\/namespaces\/([^/]+)(?=\/[^/]+))?\/([^/]+)(?:\/([^/]+))?(?:\/(status))?$/;

interface State {
  readonly kinds: ServedKind[];
  readonly objects: Map<string, JsonObject>;
  readonly lists: Lists;
  readonly watches: Watches;
  readonly token: string;
  readonly pods: Map<string, string>;
  readonly hide: ApiServer['hide'];
  readonly watchLists: () => WatchLists;
  version: number;
}

/** A server that behaves like a Kubernetes API server as far as Weir and `kubectl` use one. */
export async function startApiServer(kinds: readonly ServedKind[], token: string): Promise<ApiServer> {
  const watches = createWatches();
  const pods = new Map<string, string>();
  const state: State = {
    ...{ kinds: [...kinds], objects: new Map(), lists: new Map(), watches, token, pods, version: 1 },
    hide: (request) => api.hide(request),
    watchLists: () => api.watchLists,
  };
  const requests: string[] = [];
  const changed: string[] = [];
  const certificate = createCertificate();
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    void readBody(request).then(async (body) => {
      const text = `${request.method ?? ''} ${request.url ?? ''}`;
      requests.push(text);
      const mishap = api.mishap(text, requests.length);
      if (mishap === 'reset') return void request.socket.destroy();
      if (mishap === 'silence') return;
      const before = state.version;
      const reply = mishap ? refuse(mishap.status, mishap.message) : await serve(state, request, body);
      if ('watched' in reply) {
        watches.open(reply.watched, reply.query, response, reply.initial);
        return;
      }
      if (state.version !== before) changed.push(text);
      const retry = mishap?.retryAfter === undefined ? {} : { 'retry-after': String(mishap.retryAfter) };
      send(response, reply, retry);
    });
  });
  const loopbacks = new Map<string, string>();
  const refuses = (request: string): number | undefined => {
    const mishap = api.mishap(request, requests.length);
    return typeof mishap === 'object' ? mishap.status : undefined;
  };
  servePortForward(server, { token, requests, loopbacks, refuses });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api: ApiServer = {
    certificate: certificate.cert,
    pods,
    loopbacks,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    kinds: state.kinds,
    writes: () => changed,
    mishap: () => undefined,
    hide: () => () => false,
    watchLists: 'allowed',
    put: (object, manager = 'kubectl-create') => {
      store(state, ownWhole(object, manager));
    },
    edit: (object) => {
      const kind = state.kinds.find((one) => one.apiVersion === object.apiVersion && one.kind === object.kind);
      const live = kind && state.objects.get(keyOf({ kind, ...nameOf(object) }));
      if (!live) return void store(state, ownWhole(object, 'kubectl-create'));
      const { spec, ...rest } = live;
      if (!isDeepStrictEqual(spec, object.spec)) store(state, { ...rest, spec: object.spec ?? {} });
    },
    drop: (kind, name, namespace) => {
      const isIn = (path: string): boolean => namespace === undefined || path.split('/', 2)[1] === namespace;
      const isNamed = (one: JsonObject): boolean => one.kind === kind && nameOf(one).name === name;
      const [key] = [...state.objects].find(([path, one]) => isNamed(one) && isIn(path)) ?? [];
      if (key !== undefined) forget(state, key);
    },
    compact: () => {
      state.lists.clear();
      watches.compact(state.version);
    },
    watches: {
      ...watches,
      bookmark: () => {
        watches.bookmark(state.version);
      },
    },
    find: (kind, name) =>
      [...state.objects.values()].find((one) => one.kind === kind && (one.metadata as JsonObject).name === name),
    all: () => [...state.objects.values()],
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return api;
}

function serve(state: State, request: IncomingMessage, body: string): Reply | OpenedWatch | Promise<Reply> {
  if (request.headers.authorization !== `Bearer ${state.token}`) return failure(401, 'Unauthorized', 'Unauthorized');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const discovered = discover(state.kinds, url.pathname);
  if (discovered) return { status: 200, body: discovered };
  const proxied = proxyToPod(state.pods, url.pathname);
  if (proxied) return proxied;
  const [, group, version, namespace = '', plural, name, subresource = ''] = OBJECT_PATH.exec(url.pathname) ?? [];
  const apiVersion = group === undefined ? (version ?? '') : `${group}/${version ?? ''}`;
  const kind = state.kinds.find((one) => one.apiVersion === apiVersion && one.plural === plural);
  if (!kind) return failure(404, 'NotFound', 'the server could not find the requested resource');
  if (name === undefined && request.method === 'POST') return put(state, { kind, namespace, name: '' }, body);
  if (name === undefined && url.searchParams.get('watch') === 'true') return openWatch(state, kind, url);
  if (name === undefined) {
    const page = readPage(state, kind, selectObjects(state, kind, namespace, url), url.searchParams);
    return 'refusal' in page ? refuse(page.refusal) : { status: 200, body: page.list };
  }
  const id = { kind, namespace, name: decodeURIComponent(name), subresource };
  if (request.method === 'GET') return get(state, id);
  if (request.method === 'DELETE') return remove(state, id, body);
  if (request.method === 'PUT') return put(state, id, body);
  if (request.headers['content-type'] === 'application/json-patch+json') return patch(state, id, body);
  if (request.headers['content-type'] === 'application/apply-patch+yaml')
    return apply(state, id, body, url.searchParams);
  return failure(415, 'UnsupportedMediaType', 'unsupported');
}

interface Id {
  readonly kind: ServedKind;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

const keyOf = ({ kind, namespace, name }: Omit<Id, 'subresource'>): string => `${kind.plural}/${namespace}/${name}`;

function get(state: State, id: Id): Reply {
  const body = state.objects.get(keyOf(id));
  return body ? { status: 200, body } : failure(404, 'NotFound', `${id.kind.plural} "${id.name}" not found`);
}

function remove(state: State, id: Id, body: string): Reply {
  const live = state.objects.get(keyOf(id));
  if (!live) return get(state, id);
  const { uid, resourceVersion } = live.metadata as JsonObject;
  const wanted = ((body === '' ? {} : (JSON.parse(body) as JsonObject)).preconditions ?? {}) as JsonObject;
  const isSame = (wanted.uid ?? uid) === uid && (wanted.resourceVersion ?? resourceVersion) === resourceVersion;
  if (!isSame) return failure(409, 'Conflict', 'Precondition failed');
  const metadata = live.metadata as JsonObject;
  if (metadata.finalizers !== undefined) {
    const going = { ...metadata, deletionTimestamp: metadata.deletionTimestamp ?? '2001-01-01T00:00:00Z' };
    return { status: 200, body: store(state, { ...live, metadata: going }) };
  }
  forget(state, keyOf(id));
  return { status: 200, body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' } };
}

/** Creates an object (the name is in the body), or replaces one. */
function put(state: State, { kind, namespace, name }: Omit<Id, 'subresource'>, body: string): Reply {
  const object = JSON.parse(body) as JsonObject;
  const live = state.objects.get(keyOf({ kind, namespace, name: name === '' ? nameOf(object).name : name }));
  const [group = '', version] = kind.apiVersion.split('/');
  const resource = version === undefined ? kind.plural : `${kind.plural}.${group}`;
  const requested = { ...kind, resource, namespace, name };
  const hasNamespace = namespace === '' || state.objects.has(`namespaces//${namespace}`);
  const next =
    name === ''
      ? create(requested, object, { exists: live !== undefined, hasNamespace })
      : update(requested, object, live);
  if (isRefusal(next)) return failure(next.status, next.reason, next.message);
  return { status: name === '' ? 201 : 200, body: next === live ? live : store(state, next) };
}

function patch(state: State, id: Id, body: string): Reply {
  const live = state.objects.get(keyOf(id));
  if (!live) return get(state, id);
  const patched = patchObject(live, body);
  if (patched) return { status: 200, body: store(state, patched) };
  return failure(422, 'Invalid', 'the server rejected our request due to an error in our request');
}

function apply(state: State, id: Id, body: string, query: URLSearchParams): Reply {
  const applied = compose(body).values[0] as JsonObject;
  const { kind, namespace, name, subresource } = id;
  const live = state.objects.get(keyOf(id));
  if (!live && subresource !== '') return get(state, id);
  const manager = query.get('fieldManager') ?? '';
  if (!live && namespace !== '' && !state.objects.has(`namespaces//${namespace}`)) {
    return failure(404, 'NotFound', `namespaces "${namespace}" not found`);
  }
  const { apiVersion = '', metadata = {}, status = {} } = applied;
  const statusOnly = { apiVersion, kind: kind.kind, metadata, status };
  const part = subresource === 'status' ? statusOnly : kind.hasStatus ? without(applied, 'status') : applied;
  const base = live ?? { apiVersion, kind: kind.kind, metadata: { name, ...(namespace === '' ? {} : { namespace }) } };
  const merged = applyFields(base, part, manager, subresource);
  if (Array.isArray(merged)) {
    const conflicts = merged as readonly { field: string; manager: string }[];
    const causes = conflicts.map((one) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with "${one.manager}" using ${kind.apiVersion}`,
      field: one.field,
    }));
    const word = `Apply failed with ${causes.length} conflict${causes.length === 1 ? '' : 's'}`;
    const text = causes.map((cause) => `${cause.message}: ${cause.field}`).join('; ');
    return failure(409, 'Conflict', `${word}: ${text}`, { name, causes });
  }
  const next = merged as JsonObject;
  const isDry = query.get('dryRun') === 'All';
  if (isDry || (live && isDeepStrictEqual(next, live))) return { status: 200, body: next };
  return { status: live ? 200 : 201, body: store(state, next) };
}

function without(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name)));
}

function store(state: State, object: JsonObject): JsonObject {
  const metadata = object.metadata as JsonObject;
  const kind = state.kinds.find((one) => one.apiVersion === object.apiVersion && one.kind === object.kind);
  if (!kind) throw new Error(`not served: ${JSON.stringify(object.kind)}`);
  const key = keyOf({ kind, ...nameOf(object) });
  const resourceVersion = String(++state.version);
  const stored = { ...object, metadata: { uid: `uid-${resourceVersion}`, ...metadata, resourceVersion } };
  state.watches.record(kind.plural, state.objects.has(key) ? 'MODIFIED' : 'ADDED', stored, state.version);
  state.objects.set(key, stored);
  return stored;
}

/** Removes an object. Its last state has the version of the removal (Kubernetes API, watch events of type DELETED). */
function forget(state: State, key: string): void {
  const object = state.objects.get(key);
  if (!object || !state.objects.delete(key)) return;
  const metadata = { ...(object.metadata as JsonObject), resourceVersion: String(++state.version) };
  state.watches.record(key.split('/', 1)[0] ?? '', 'DELETED', { ...object, metadata }, state.version);
}
