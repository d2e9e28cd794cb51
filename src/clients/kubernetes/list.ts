import { fail } from '../../model/change.js';
import { nameOf, textOf } from '../../model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../std/json.js';
import type { Response, Weight } from './answer.js';
import { type Resource, apiPathOf } from './discovery.js';
import { withQuery } from './send.js';

/** The objects of a list, and the version of the list, from which a watch can continue. */
export interface ObjectList {
  readonly objects: readonly JsonObject[];
  readonly resourceVersion: string;
}

/** A response and its size. */
export interface SizedResponse {
  readonly answer: Response<JsonObject>;
  readonly weight: Weight;
}

/** Limits of all pages of a list together. A server could return continuation tokens forever. */
export interface ListLimits extends Weight {
  readonly pages: number;
}

/** 200,000 large objects are some thousand pages, 2 GB and 20,000,000 objects and arrays. */
export const LARGEST_LIST: ListLimits = { pages: 10_000, bytes: 4 * 2 ** 30, containers: 40_000_000 };

/** Maximum attempts to read a list whose pages expire (410). */
const LIST_ATTEMPTS = 5;

/**
 * Returns the objects of all pages of a list. If a page has expired (410), the rest belongs to another list, so the
 * list is read again. `namespace`: '' for all namespaces.
 */
export async function listObjects(
  read: (path: string) => Promise<SizedResponse>,
  resource: Resource,
  largest: ListLimits,
  query: Readonly<Record<string, string>>,
  namespace = '',
): Promise<Response<ObjectList>> {
  let items: JsonObject[] = [];
  let next = '';
  // Includes expired attempts, because a server could let all of them expire.
  const sum = { pages: 0, bytes: 0, containers: 0 };
  for (let attempt = 1; ;) {
    const path = withQuery(apiPathOf(resource, namespace), { ...query, ...(next === '' ? {} : { continue: next }) });
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
    const page = readPage(answer, resource);
    if (page.result !== 'ok') return page;
    const { objects, token, remaining, resourceVersion } = page.value;
    for (const object of objects) items.push(object);
    // The server reports remaining items without a token for them.
    if (token === '' && remaining > 0) return fail(`the list of ${resource.plural} is cut off`, true);
    if (token === '') return { result: 'ok', value: { objects: items, resourceVersion } };
    if (token === next) return fail(`the list of ${resource.plural} is cut off`, true);
    next = token;
  }
}

/**
 * Returns the number of objects of a kind, from the first page of its list. It is undefined if the server does not say how
 * many remain (Kubernetes API, ListMeta `remainingItemCount`).
 */
export function countObjects(answer: Response<JsonObject>, resource: Resource): Response<number | undefined> {
  const page = readPage(answer, resource);
  if (page.result !== 'ok') return page;
  const { objects, token, remaining } = page.value;
  return { result: 'ok', value: token === '' || remaining > 0 ? objects.length + remaining : undefined };
}

/** A page of a list (Kubernetes API, ListMeta). */
interface ListPage extends ObjectList {
  /** Token of the next page, or '' for the last one. */
  readonly token: string;
  /** Number of objects on later pages. 0 if the server does not say it. */
  readonly remaining: number;
}

function readPage(answer: Response<JsonObject>, resource: Resource): Response<ListPage> {
  if (answer.result !== 'ok') return answer;
  const objects = readItems(answer.value, resource);
  if (!objects) return fail(`the answer about all ${resource.plural} is not a list of them`, true);
  const { continue: token, remainingItemCount, resourceVersion } = asObject(answer.value.metadata) ?? {};
  const remaining = Number(remainingItemCount ?? 0);
  return {
    result: 'ok',
    value: { objects, token: textOf(token), remaining, resourceVersion: textOf(resourceVersion) },
  };
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
    const named = object && readObject(object, resource);
    if (!named) return undefined;
    objects.push(named);
  }
  return objects;
}

/**
 * Returns an object of a list or watch with its version and kind, which items of a list can lack. Returns undefined if it
 * is of another kind.
 */
export function readObject(object: JsonObject, { apiVersion, kind, namespaced }: Resource): JsonObject | undefined {
  const { namespace, name } = nameOf(object);
  const isNamed = name !== '' && (namespace !== '') === namespaced;
  return isNamed && (object.kind ?? kind) === kind ? { ...object, apiVersion, kind } : undefined;
}
