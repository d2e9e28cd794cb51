import { type Failure, fail } from '../../model/change.js';
import type { Response } from './answer.js';
import { textOf } from '../../model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../std/json.js';

/** A kind as served by the API server. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  /** Name in paths, such as `egressips`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** True if the status is written as a subresource. */
  readonly hasStatus: boolean;
}

/** `missing`: the server does not serve the kind, for example before its CRD is installed. */
export type Discovered = { readonly result: 'ok'; readonly value: Resource } | { readonly result: 'missing' } | Failure;

/**
 * Finds the resource of a kind. Each API version is read once, unless it lacks the kind, which may be installed later.
 */
export type FindResource = (apiVersion: string, kind: string) => Promise<Discovered>;

/**
 * Creates a function that finds resources. `read` returns the JSON object of a path. After a failure, the next call
 * reads again.
 */
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

/** Returns the path of an object, or of all objects of a kind. If `namespace` is '', the path covers all namespaces. */
export function apiPathOf({ apiVersion, plural, namespaced }: Resource, namespace: string, name?: string): string {
  const scope = namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const object = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  return `${pathOfVersion(apiVersion)}${scope}/${plural}${object}`;
}

function pathOfVersion(apiVersion: string): string {
  const parts = apiVersion.split('/').map(encodeURIComponent).join('/');
  return apiVersion.includes('/') ? `/apis/${parts}` : `/api/${parts}`;
}

/** Returns the kinds of an `APIResourceList`, or undefined for any other object. */
function readResources(apiVersion: string, list: JsonObject): ReadonlyMap<string, Resource> | undefined {
  const { kind, groupVersion, resources } = list;
  if (kind !== 'APIResourceList' || groupVersion !== apiVersion || !Array.isArray(resources)) return undefined;
  const names = new Set(resources.map((entry) => textOf(asObject(entry)?.name)));
  const found = new Map<string, Resource>();
  for (const entry of resources) {
    const { name, kind, namespaced } = asObject(entry) ?? {};
    const plural = textOf(name);
    if (plural === '' || textOf(kind) === '' || typeof namespaced !== 'boolean') return undefined;
    // Other names are subresources, such as `pods/log`.
    if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(plural)) continue;
    const hasStatus = names.has(`${plural}/status`);
    found.set(textOf(kind), { apiVersion, kind: textOf(kind), plural, namespaced, hasStatus });
  }
  return found;
}
