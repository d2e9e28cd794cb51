import { type Failure, fail } from '../../model/change.js';
import type { Response } from './answer.js';
import { textOf } from '../../model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../std/json.js';

/** A kind as the API server serves it. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  /** In paths: `egressips`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Whether the status is written through a path of its own. */
  readonly hasStatus: boolean;
}

/** `missing`: the server does not serve the kind, as before its CRD is installed. */
export type Discovered = { readonly result: 'ok'; readonly value: Resource } | { readonly result: 'missing' } | Failure;

/** Finds the resource of a kind; an API version is asked for once, unless it lacks the kind: that may be installed later. */
export type FindResource = (apiVersion: string, kind: string) => Promise<Discovered>;

/** `read` gets the JSON object of a path. What failed is asked for again. */
export function createDiscovery(read: (path: string) => Promise<Response<JsonObject>>): FindResource {
  const known = new Map<string, ReadonlyMap<string, Resource>>();
  return async (apiVersion, kind) => {
    const found = known.get(apiVersion)?.get(kind);
    if (found) return { result: 'ok', value: found };
    const answer = await read(pathOfVersion(apiVersion));
    if (answer.result === 'failed') return answer;
    const resources = answer.result === 'ok' ? readResources(apiVersion, answer.value) : new Map<string, Resource>();
    if (!resources) return fail(`the answer about the kinds of ${apiVersion} is not a list of them`, true);
    known.set(apiVersion, resources);
    const value = resources.get(kind);
    return value ? { result: 'ok', value } : { result: 'missing' };
  };
}

/** The path of an object, or of all objects of a kind: in one namespace, or in all where it is ''. */
export function apiPathOf({ apiVersion, plural, namespaced }: Resource, namespace: string, name?: string): string {
  const scope = namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const object = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  return `${pathOfVersion(apiVersion)}${scope}/${plural}${object}`;
}

function pathOfVersion(apiVersion: string): string {
  const parts = apiVersion.split('/').map(encodeURIComponent).join('/');
  return apiVersion.includes('/') ? `/apis/${parts}` : `/api/${parts}`;
}

/** The kinds of an `APIResourceList`; undefined for anything else. */
function readResources(apiVersion: string, list: JsonObject): ReadonlyMap<string, Resource> | undefined {
  const { kind, groupVersion, resources } = list;
  if (kind !== 'APIResourceList' || groupVersion !== apiVersion || !Array.isArray(resources)) return undefined;
  const names = new Set(resources.map((entry) => textOf(asObject(entry)?.name)));
  const found = new Map<string, Resource>();
  for (const entry of resources) {
    const { name, kind, namespaced } = asObject(entry) ?? {};
    const plural = textOf(name);
    if (plural === '' || textOf(kind) === '' || typeof namespaced !== 'boolean') return undefined;
    // Others are paths below a kind, as `pods/log`.
    if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(plural)) continue;
    const hasStatus = names.has(`${plural}/status`);
    found.set(textOf(kind), { apiVersion, kind: textOf(kind), plural, namespaced, hasStatus });
  }
  return found;
}
