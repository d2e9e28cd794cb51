import { FIELD_MANAGER } from '../../../model/field-manager.js';
import { pathOfName, textOf, titleOf } from '../../../model/kubernetes-object.js';
import type { Change } from '../../../model/change.js';
import type { DesiredStatus } from '../../../model/cluster-state.js';
import { dateConditions } from './conditions.js';
import { compareFields } from './fields.js';
import { sortFields } from './objects.js';
import { findUnwanted, readOwnedFields } from './owned-fields.js';
import type { PlannedChange, ClusterStep } from '../../../model/cluster-change.js';
import { type JsonObject, asObject } from '../../../std/json.js';

/**
 * Compares the desired status of an object with its live one. Returns undefined if they match. `now` (RFC 3339) is the
 * time of conditions whose status changes.
 */
export function compareStatus(
  desired: DesiredStatus,
  live: JsonObject | undefined,
  now: string,
): PlannedChange | undefined {
  const name = titleOf(desired.kind, desired);
  const common = { sort: `${desired.kind} status`, name: pathOfName(desired), owner: name };
  if (!live) return { change: { drift: 'missing', ...common, fields: [] }, step: { step: 'await', object: name } };
  const status = dateConditions(desired.status, asObject(live.status), now);
  const owned = readOwnedFields(live, FIELD_MANAGER, desired.subresource);
  const object = {
    apiVersion: desired.apiVersion,
    kind: desired.kind,
    metadata: { name: desired.name, ...(desired.namespace === '' ? {} : { namespace: desired.namespace }) },
    status,
  };
  const fields = [...compareFields({ status }, live, owned), ...(owned ? findUnwanted(owned, object, live) : [])];
  if (fields.length === 0) return undefined;
  const change: Change = { drift: 'changed', ...common, fields: sortFields(fields) };
  return {
    change,
    step: desired.subresource === '' ? patchOf(live, status) : { step: 'apply', object, live, subresource: 'status' },
  };
}

/** Returns a patch for the fields of the status only. It fails if the object has changed since it was read. */
function patchOf(live: JsonObject, status: JsonObject): ClusterStep {
  const version = textOf(asObject(live.metadata)?.resourceVersion);
  const test = { op: 'test', path: '/metadata/resourceVersion', value: version };
  const sets = asObject(live.status)
    ? Object.entries(status).map(([field, value]) => ({ op: 'add', path: `/status/${escape(field)}`, value }))
    : [{ op: 'add', path: '/status', value: status }];
  return { step: 'patch', live, operations: [test, ...sets] };
}

/** Escapes a field name in a JSON pointer. See RFC 6901 §3. */
function escape(field: string): string {
  return field.replaceAll('~', '~0').replaceAll('/', '~1');
}
