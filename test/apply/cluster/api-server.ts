import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { nameOf } from '../../../src/model/kubernetes-object.js';
import { compose } from '../../../src/yaml/compose.js';
import { createCertificate } from './certificate.js';
import { type Lists, readPage } from './lists.js';
import { create, isRefusal, update } from './object-writes.js';
import { applyFields, ownWhole } from './field-management.js';
import type { Json, JsonObject } from '../../../src/std/json.js';

export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly hasStatus: boolean;
}

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
  /** Puts an object there as another manager. */
  readonly put: (object: JsonObject, manager?: string) => void;
  /** Takes an object away, as another client. */
  readonly drop: (kind: string, name: string) => void;
  /** Forgets what lists were begun: the tokens of their next pages have expired. */
  readonly compact: () => void;
  readonly find: (kind: string, name: string) => JsonObject | undefined;
  readonly all: () => readonly JsonObject[];
  readonly close: () => Promise<void>;
}

const OBJECT_PATH =
  /^\/(?:api|apis\/([^/]+))\/([^/]+)(?:\/namespaces\/([^/]+)(?=\/[^/]+))?\/([^/]+)(?:\/([^/]+))?(?:\/(status))?$/;

interface State {
  readonly kinds: ServedKind[];
  readonly objects: Map<string, JsonObject>;
  readonly lists: Lists;
  readonly token: string;
  version: number;
}

interface Reply {
  readonly status: number;
  readonly body: JsonObject;
}

/** A server that behaves like a Kubernetes API server as far as Weir and `kubectl` use one. */
export async function startApiServer(kinds: readonly ServedKind[], token: string): Promise<ApiServer> {
  const state: State = { kinds: [...kinds], objects: new Map(), lists: new Map(), token, version: 1 };
  const requests: string[] = [];
  const changed: string[] = [];
  const certificate = createCertificate();
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    void readBody(request).then((body) => {
      const text = `${request.method ?? ''} ${request.url ?? ''}`;
      requests.push(text);
      const mishap = api.mishap(text, requests.length);
      if (mishap === 'reset') return void request.socket.destroy();
      if (mishap === 'silence') return;
      const before = state.version;
      const reply = mishap ? refuse(mishap.status, mishap.message) : serve(state, request, body);
      if (state.version !== before) changed.push(text);
      const retry = mishap?.retryAfter === undefined ? {} : { 'retry-after': String(mishap.retryAfter) };
      send(response, reply, retry);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api: ApiServer = {
    certificate: certificate.cert,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    kinds: state.kinds,
    writes: () => changed,
    mishap: () => undefined,
    put: (object, manager = 'kubectl-create') => {
      store(state, ownWhole(object, manager));
    },
    drop: (kind, name) => {
      const [key] = [...state.objects].find(([, one]) => one.kind === kind && nameOf(one).name === name) ?? [];
      if (key !== undefined && state.objects.delete(key)) state.version++;
    },
    compact: () => {
      state.lists.clear();
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

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, { status, body }: Reply, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function failure(code: number, reason: string, message: string, details: JsonObject = {}): Reply {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code };
  return { status: code, body };
}

/** Reasons of the API server for statuses that are no answer to what was asked (apimachinery, `StatusReason`). */
const REASONS: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  401: ['Unauthorized', 'Unauthorized'],
  403: ['Forbidden', 'pods is forbidden: User "weir" cannot list resource "pods" in API group "" at the cluster scope'],
  400: ['BadRequest', 'continue key is not valid'],
  410: ['Expired', 'The provided continue parameter is too old to display a consistent list result.'],
  429: ['TooManyRequests', 'Too many requests, please try again later.'],
};

function refuse(status: number, words?: string): Reply {
  const [reason, message] = REASONS[status] ?? ['InternalError', 'not now'];
  return failure(status, reason, words ?? message);
}

function serve(state: State, request: IncomingMessage, body: string): Reply {
  if (request.headers.authorization !== `Bearer ${state.token}`) return failure(401, 'Unauthorized', 'Unauthorized');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const discovered = discover(state, url.pathname);
  if (discovered) return { status: 200, body: discovered };
  const [, group, version, namespace = '', plural, name, subresource = ''] = OBJECT_PATH.exec(url.pathname) ?? [];
  const apiVersion = group === undefined ? (version ?? '') : `${group}/${version ?? ''}`;
  const kind = state.kinds.find((one) => one.apiVersion === apiVersion && one.plural === plural);
  if (!kind) return failure(404, 'NotFound', 'the server could not find the requested resource');
  if (name === undefined && request.method === 'POST') return put(state, { kind, namespace, name: '' }, body);
  if (name === undefined) {
    const prefix = namespace === '' ? `${kind.plural}/` : `${kind.plural}/${namespace}/`;
    const found = [...state.objects].filter(([key]) => key.startsWith(prefix));
    const page = readPage(state, kind, new Map(found), url.searchParams);
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

function discover({ kinds }: State, path: string): JsonObject | undefined {
  const groups = [...new Set(kinds.map(({ apiVersion }) => apiVersion).filter((one) => one.includes('/')))];
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const entries = groups.map((groupVersion) => {
      const version = { groupVersion, version: groupVersion.split('/')[1] ?? '' };
      return { name: groupVersion.split('/')[0] ?? '', versions: [version], preferredVersion: version };
    });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: entries };
  }
  const groupVersion = path.replace(/^\/apis?\//, '');
  const served = kinds.filter(({ apiVersion }) => apiVersion === groupVersion);
  if (served.length === 0) return undefined;
  const verbs = ['get', 'list', 'patch', 'delete'];
  const resources = served.flatMap(({ plural, kind, namespaced, hasStatus }) => [
    { name: plural, singularName: kind.toLowerCase(), kind, namespaced, verbs },
    ...(hasStatus ? [{ name: `${plural}/status`, singularName: '', kind, namespaced, verbs: ['get', 'patch'] }] : []),
  ]);
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

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
  state.objects.delete(keyOf(id));
  state.version++;
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

/** `test` and `add` of object members (RFC 6902). */
function patch(state: State, id: Id, body: string): Reply {
  const live = state.objects.get(keyOf(id));
  if (!live) return get(state, id);
  const patched = structuredClone(live);
  for (const { op, path, value = null } of JSON.parse(body) as { op: string; path: string; value?: Json }[]) {
    const names = path.split('/').slice(1);
    const last = names.pop() ?? '';
    const holder = names.reduce<JsonObject>((at, name) => at[name] as JsonObject, patched);
    if (op === 'test' && !isDeepStrictEqual(holder[last], value)) {
      return failure(422, 'Invalid', 'the server rejected our request due to an error in our request');
    }
    if (op === 'add') holder[last] = value;
  }
  return { status: 200, body: store(state, patched) };
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
  state.objects.set(key, stored);
  return stored;
}
