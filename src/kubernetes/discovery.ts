import type { Failure } from '../model/change.js';
import type { JsonObject } from '../model/manifest.js';
import type { Answer } from './answer.js';
import { asObject, textOf } from './object.js';

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
export function createDiscovery(read: (path: string) => Promise<Answer<JsonObject>>): FindResource {
  const known = new Map<string, ReadonlyMap<string, Resource>>();
  return async (apiVersion, kind) => {
    const found = known.get(apiVersion)?.get(kind);
    if (found) return { result: 'ok', value: found };
    const answer = await read(pathOfVersion(apiVersion));
    if (answer.result === 'failed') return answer;
    const resources = answer.result === 'ok' ? readResources(apiVersion, answer.value) : new Map<string, Resource>();
    known.set(apiVersion, resources);
    const value = resources.get(kind);
    return value ? { result: 'ok', value } : { result: 'missing' };
  };
}

/** The path of an object, or of all objects of a kind: in one namespace, or in all where it is ''. */
export function pathOf({ apiVersion, plural, namespaced }: Resource, namespace: string, name?: string): string {
  const scope = namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const object = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  return `${pathOfVersion(apiVersion)}${scope}/${plural}${object}`;
}

function pathOfVersion(apiVersion: string): string {
  const parts = apiVersion.split('/').map(encodeURIComponent).join('/');
  return apiVersion.includes('/') ? `/apis/${parts}` : `/api/${parts}`;
}

function readResources(apiVersion: string, list: JsonObject): ReadonlyMap<string, Resource> {
  const entries = (Array.isArray(list.resources) ? list.resources : []).map((entry) => asObject(entry) ?? {});
  const names = new Set(entries.map(({ name }) => textOf(name)));
  return new Map(
    entries
      .filter(({ name }) => /^[a-z0-9.-]+$/.test(textOf(name)))
      .map(({ name, kind, namespaced }) => {
        const plural = textOf(name);
        const hasStatus = names.has(`${plural}/status`);
        return [textOf(kind), { apiVersion, kind: textOf(kind), plural, namespaced: namespaced === true, hasStatus }];
      }),
  );
}
