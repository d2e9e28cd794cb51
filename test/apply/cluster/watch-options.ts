import type { JsonObject } from '../../../src/std/json.js';
import type { ServedKind } from './discovery.js';
import { type Reply, failure } from './refusals.js';
import type { InitialState } from './watches.js';

/**
 * How a server treats lists by watches: `allowed`, `forbidden` because its feature gate `WatchList` is off, or `unknown` as in
 * releases that ignore the parameter.
 */
export type WatchLists = 'allowed' | 'forbidden' | 'unknown';

/**
 * Returns the message of a server that finds a watch invalid (422, Kubernetes `ValidateListOptions`), or undefined. The
 * server answers all of its findings at once.
 */
function findInvalidWatch(query: URLSearchParams, lists: WatchLists): string | undefined {
  if (lists === 'unknown') return undefined;
  const match = query.get('resourceVersionMatch') ?? '';
  const isList = query.has('sendInitialEvents');
  const findings = [
    isList && match !== 'NotOlderThan'
      ? 'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'
      : '',
    isList && lists === 'forbidden'
      ? 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
      : '',
    match !== '' && !isList
      ? 'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
      : '',
  ].filter((finding) => finding !== '');
  if (findings.length === 0) return undefined;
  const [only = ''] = findings;
  return `ListOptions.meta.k8s.io "" is invalid: ${findings.length === 1 ? only : `[${findings.join(', ')}]`}`;
}

/** A watch instead of a reply. */
export interface OpenedWatch {
  readonly watched: ServedKind;
  readonly query: URLSearchParams;
  readonly initial: InitialState | undefined;
}

interface StoredObjects {
  readonly objects: ReadonlyMap<string, JsonObject>;
  readonly version: number;
  readonly hide: (request: string) => (object: JsonObject) => boolean;
  readonly watchLists: () => WatchLists;
}

/** Returns the objects of a kind in a namespace, or in all (''). A server that is behind lacks some. */
export function selectObjects(
  { objects, hide }: StoredObjects,
  { plural }: ServedKind,
  namespace: string,
  { pathname, search }: URL,
): ReadonlyMap<string, JsonObject> {
  const prefix = namespace === '' ? `${plural}/` : `${plural}/${namespace}/`;
  const isHidden = hide(`${pathname}${search}`);
  return new Map([...objects].filter(([key, object]) => key.startsWith(prefix) && !isHidden(object)));
}

/** Returns a watch. One without a version begins with the objects that there are. */
export function openWatch(stored: StoredObjects, kind: ServedKind, url: URL): OpenedWatch | Reply {
  const { searchParams: query } = url;
  const lists = stored.watchLists();
  const invalid = findInvalidWatch(query, lists);
  if (invalid !== undefined) return failure(422, 'Invalid', invalid);
  const isList = query.get('sendInitialEvents') === 'true';
  if (!isList && query.has('resourceVersion')) return { watched: kind, query, initial: undefined };
  const objects = [...selectObjects(stored, kind, '', url).values()];
  return {
    watched: kind,
    query,
    initial: { objects, version: stored.version, isMarked: isList && lists === 'allowed' },
  };
}

/** Returns true if a request begins a list of a kind, by pages or by a watch. */
export function isListOf(request: string, plural: string): boolean {
  const [, query] = request.split(`/${plural}?`, 2);
  if (query === undefined) return false;
  const parameters = new URLSearchParams(query);
  return parameters.has('sendInitialEvents') || (!parameters.has('watch') && !parameters.has('continue'));
}
