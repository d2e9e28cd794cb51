import { ownerOfCloudObject as egressIPOf } from '../../../cloud/object.js';
import { FIELD_MANAGER, MANAGED_BY_LABEL } from '../../../model/field-manager.js';
import { readMetadata, textOf, titleOf } from '../../../model/kubernetes-object.js';
import { readOwnedFields } from './owned-fields.js';
import { type JsonObject, asObject } from '../../../std/json.js';

/** Kinds that Weir creates and deletes. In other kinds, such as Node, it only sets fields. */
export const MANAGED_KINDS = [
  { apiVersion: 'cloud.network.openshift.io/v1', kind: 'CloudPrivateIPConfig' },
  { apiVersion: 'k8s.cni.cncf.io/v1', kind: 'NetworkAttachmentDefinition' },
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'v1', kind: 'Service' },
  { apiVersion: 'v1', kind: 'ConfigMap' },
] as const;

/** Returns true if Weir creates objects of the kind. */
export function isManagedKind({ apiVersion, kind }: JsonObject): boolean {
  return MANAGED_KINDS.some((one) => one.apiVersion === apiVersion && one.kind === kind);
}

/**
 * Returns true if Weir created the object: it has the label and fields applied by Weir. A label alone can be copied.
 */
export function isOurs(live: JsonObject): boolean {
  return (
    readMetadata(live, 'labels', MANAGED_BY_LABEL) === FIELD_MANAGER &&
    readOwnedFields(live, FIELD_MANAGER, '') !== undefined
  );
}

/** Returns the object with the label. */
export function labelObject(object: JsonObject): JsonObject {
  const metadata = asObject(object.metadata) ?? {};
  return {
    ...object,
    metadata: { ...metadata, labels: { ...asObject(metadata.labels), [MANAGED_BY_LABEL]: FIELD_MANAGER } },
  };
}

/** Returns the resource that causes an object, `<Kind> <name>`, or '' if the object does not name it. */
export function ownerOf(object: JsonObject): string {
  const egressIP = egressIPOf(object);
  if (egressIP !== undefined) return titleOf('EgressIP', { namespace: '', name: egressIP });
  const { ownerReferences, namespace } = asObject(object.metadata) ?? {};
  const [reference] = Array.isArray(ownerReferences) ? ownerReferences : [];
  const { kind, name } = asObject(reference) ?? {};
  return name === undefined ? '' : titleOf(textOf(kind), { namespace: textOf(namespace), name: textOf(name) });
}
