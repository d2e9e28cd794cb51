import { isDeepStrictEqual } from 'node:util';
import { nameOf, textOf } from '../../../src/model/kubernetes-object.js';
import type { JsonObject } from '../../../src/std/json.js';

/** Why a server refuses to create or replace an object: an HTTP status with the reason and text of the API server. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
}

/** What the path of a request names. */
export interface Requested {
  /** Of the kind, with its group: `leases.coordination.k8s.io`. */
  readonly resource: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  /** '' for a creation, whose path has no name. */
  readonly name: string;
}

const metadataOf = ({ metadata }: JsonObject): JsonObject => (metadata ?? {}) as JsonObject;

/** What an API server checks of any object in a body. */
function findMismatch(requested: Requested, object: JsonObject): Refusal | undefined {
  const { apiVersion, kind, namespace, name } = requested;
  const given = nameOf(object);
  const refuse = (message: string): Refusal => ({ status: 400, reason: 'BadRequest', message });
  if (object.apiVersion !== apiVersion || object.kind !== kind) {
    return refuse('the API version in the data does not match the expected API version');
  }
  if (given.namespace !== '' && given.namespace !== namespace) {
    return refuse('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (name !== '' && given.name !== name) {
    return refuse(`the name of the object (${given.name}) does not match the name on the URL (${name})`);
  }
  return undefined;
}

/** A creation by POST: the object to store, or why not (Kubernetes API concepts, and `registry.Store.Create`). */
export function create(
  requested: Requested,
  body: JsonObject,
  { exists, hasNamespace }: { readonly exists: boolean; readonly hasNamespace: boolean },
): JsonObject | Refusal {
  const mismatch = findMismatch(requested, body);
  if (mismatch) return mismatch;
  const { resource, namespace } = requested;
  const { name } = nameOf(body);
  const metadata = metadataOf(body);
  if (metadata.resourceVersion !== undefined && metadata.resourceVersion !== '') {
    return { status: 400, reason: 'BadRequest', message: 'resourceVersion should not be set on objects to be created' };
  }
  if (!hasNamespace) return { status: 404, reason: 'NotFound', message: `namespaces "${namespace}" not found` };
  if (exists) return { status: 409, reason: 'AlreadyExists', message: `${resource} "${name}" already exists` };
  // The server sets the uid.
  const given = Object.fromEntries(Object.entries(metadata).filter(([field]) => field !== 'uid'));
  return {
    ...body,
    metadata: { ...given, ...(namespace === '' ? {} : { namespace }), creationTimestamp: '2026-01-01T00:00:00Z' },
  };
}

/**
 * A replacement by PUT: the object to store, or why not (`registry.Store.Update`). The same object as the live one means
 * that nothing is to be stored.
 */
export function update(requested: Requested, body: JsonObject, live: JsonObject | undefined): JsonObject | Refusal {
  const mismatch = findMismatch(requested, body);
  if (mismatch) return mismatch;
  const { resource, name } = requested;
  if (!live) return { status: 404, reason: 'NotFound', message: `${resource} "${name}" not found` };
  const [given, there] = [metadataOf(body), metadataOf(live)];
  const conflict = (why: string): Refusal => ({
    status: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${resource} "${name}": ${why}`,
  });
  if (given.resourceVersion === undefined || given.resourceVersion === '') {
    const message = `${resource} "${name}" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update`;
    return { status: 422, reason: 'Invalid', message };
  }
  if (given.uid !== undefined && given.uid !== there.uid) {
    return conflict(
      `Precondition failed: UID in precondition: ${textOf(given.uid)}, UID in object meta: ${textOf(there.uid)}`,
    );
  }
  if (given.resourceVersion !== there.resourceVersion) {
    return conflict('the object has been modified; please apply your changes to the latest version and try again');
  }
  const { uid, creationTimestamp } = there;
  const kept = { uid: uid ?? '', ...(creationTimestamp === undefined ? {} : { creationTimestamp }) };
  const next = { ...body, metadata: { ...given, ...kept } };
  return isDeepStrictEqual(next, live) ? live : next;
}

/** Whether a write was refused. */
export function isRefusal(result: JsonObject | Refusal): result is Refusal {
  return typeof result.reason === 'string' && typeof result.message === 'string';
}
