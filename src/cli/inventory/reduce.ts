import { compareText } from '../../std/compare-text.js';
import { nameOf, pathOfName } from '../../model/kubernetes-object.js';
import type { RetainedFields } from '../../kinds/shared/retained.js';
import type { PulledKind } from './kinds.js';
import { type Json, type JsonObject, asObject } from '../../std/json.js';
import { ANNOTATION, NODE_ANNOTATION, POD_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Metadata that the compiler reads. Others, such as `managedFields`, would dominate the size of an inventory. */
const METADATA = [
  'name',
  'namespace',
  'labels',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'ownerReferences',
] as const;

/**
 * Annotations of OVN-Kubernetes, OpenShift's cloud network and Multus that the compiler and discovery read. Others may
 * contain any data.
 */
const ANNOTATIONS = new Set([
  ...Object.values(NODE_ANNOTATION),
  ...Object.values(POD_ANNOTATION),
  ...Object.values(ANNOTATION),
  'cloud.network.openshift.io/egress-ipconfig',
  'k8s.v1.cni.cncf.io/network-status',
]);

/** Returns the objects of a kind for an inventory: only used fields, in byte order of namespace and name. */
export function retainObjects(objects: readonly JsonObject[], kind: PulledKind): JsonObject[] {
  return objects
    .map((object) => ({ object, name: pathOfName(nameOf(object)) }))
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ object }) => retainObject(object, kind));
}

/** Returns the used fields of an object of a kind. */
export function retainObject(object: JsonObject, { apiVersion, kind, retained }: PulledKind): JsonObject {
  const content = asObject(retain(object, retained)) ?? {};
  return { apiVersion, kind, metadata: retainMetadata(asObject(object.metadata) ?? {}), ...content };
}

function retainMetadata(metadata: JsonObject): JsonObject {
  const annotations = Object.entries(asObject(metadata.annotations) ?? {}).filter(([name]) => ANNOTATIONS.has(name));
  const own = METADATA.flatMap((name) => {
    const value = metadata[name];
    return value === undefined || value === null ? [] : [[name, sortFields(value)] as const];
  });
  return {
    ...Object.fromEntries(own),
    ...(annotations.length === 0 ? {} : { annotations: sortFields(Object.fromEntries(annotations)) }),
  };
}

/** Returns the retained fields of a value, sorted. `*` is every field of an object. */
function retain(value: Json, retained: RetainedFields): Json {
  if (retained === true) return sortFields(value);
  if (Array.isArray(value)) return value.map((item) => retain(item, retained));
  const object = asObject(value);
  if (!object) return value;
  const fields = Object.keys(object).sort();
  return Object.fromEntries(
    fields.flatMap((field) => {
      const inner = Object.hasOwn(retained, field) ? retained[field] : retained['*'];
      const there = object[field];
      return inner === undefined || there === undefined || there === null ? [] : [[field, retain(there, inner)]];
    }),
  );
}

function sortFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortFields);
  const object = asObject(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((field) => [field, sortFields(object[field] ?? null)]),
  );
}
