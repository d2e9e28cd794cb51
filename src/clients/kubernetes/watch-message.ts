import { type Failure, fail } from '../../model/change.js';
import { textOf } from '../../model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../std/json.js';
import type { Weight } from './answer.js';
import type { Resource } from './discovery.js';
import { readObject } from './list.js';

/** A change of an object. A removed object is in its last state. */
export interface WatchEvent {
  readonly type: 'stored' | 'removed';
  readonly object: JsonObject;
}

/**
 * The end of a watch. `ended`: by the server after its time, or by the signal. `expired`: the version is too old (410).
 * `missing`: the kind is not served.
 */
export type WatchEnd = { readonly result: 'ended' | 'expired' | 'missing' } | Failure;

/** A message of a watch: a version that is complete, and its change. A bookmark has none. */
export interface WatchMessage {
  readonly resourceVersion: string;
  readonly event: WatchEvent | undefined;
  /** If true, the watch has sent all objects that it began with. */
  readonly isInitialEnd: boolean;
  readonly weight: Weight;
}

/** Annotation of the bookmark after the objects that a watch began with (Kubernetes API, "Streaming lists"). */
const INITIAL_END = 'k8s.io/initial-events-end';

/** Passes a message on. Returns the end of the watch if the message is its end. */
export function readWatchMessage(
  text: Buffer,
  resource: Resource,
  deliver: (message: Omit<WatchMessage, 'weight'>) => void,
): WatchEnd | undefined {
  const invalid = fail(`watch ${resource.plural}: the server sent something that is not an event`, true);
  const { type, object } = parse(text) ?? {};
  const changed = asObject(object);
  if (!changed) return invalid;
  if (type === 'ERROR') return readError(changed, resource);
  const { resourceVersion: version, annotations } = asObject(changed.metadata) ?? {};
  const resourceVersion = textOf(version);
  if (resourceVersion === '') return invalid;
  if (type === 'BOOKMARK') {
    const isInitialEnd = asObject(annotations)?.[INITIAL_END] === 'true';
    deliver({ resourceVersion, event: undefined, isInitialEnd });
    return undefined;
  }
  const read = readObject(changed, resource);
  const isStored = type === 'ADDED' || type === 'MODIFIED';
  if (!read || !(isStored || type === 'DELETED')) return invalid;
  const event: WatchEvent = { type: isStored ? 'stored' : 'removed', object: read };
  deliver({ resourceVersion, event, isInitialEnd: false });
  return undefined;
}

/** Reads the Status of an event of type ERROR. */
function readError({ code, reason, message }: JsonObject, { plural }: Resource): WatchEnd {
  if (code === 410 || reason === 'Expired' || reason === 'Gone') return { result: 'expired' };
  return fail(`watch ${plural}: ${textOf(message).slice(0, 500)}`, true);
}

function parse(message: Buffer): JsonObject | undefined {
  try {
    return asObject(JSON.parse(message.toString()));
  } catch {
    return undefined;
  }
}
