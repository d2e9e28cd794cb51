import { compareText } from '../../std/compare-text.js';
import { nameOf, pathOfName } from '../../model/kubernetes-object.js';
import type { Retained } from '../../kinds/retained.js';
import type { PulledKind } from './kinds.js';
import { type Json, type JsonObject, asObject } from '../../std/json.js';
import { ANNOTATION, NODE_ANNOTATION, POD_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** The metadata that the compiler reads; `managedFields` and the like would be most of an inventory. */
const METADATA = [
  'name',
  'namespace',
  'labels',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'ownerReferences',
] as const;

/** Annotations of OVN-Kubernetes, OpenShift's cloud network and Multus that the compiler and discovery read; others may hold anything. */
const ANNOTATIONS = new Set([
  ...Object.values(NODE_ANNOTATION),
  ...Object.values(POD_ANNOTATION),
  ...Object.values(ANNOTATION),
  'cloud.network.openshift.io/egress-ipconfig',
  'k8s.v1.cni.cncf.io/network-status',
]);

/** The objects of one kind as an inventory holds them: only fields in use, in byte order of namespace and name. */
export function retainObjects(
  objects: readonly JsonObject[],
  { apiVersion, kind, retained }: PulledKind,
): JsonObject[] {
  return objects
    .map((object) => ({ object, name: pathOfName(nameOf(object)) }))
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ object }) => {
      const content = asObject(retain(object, retained)) ?? {};
      return { apiVersion, kind, metadata: retainMetadata(asObject(object.metadata) ?? {}), ...content };
    });
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

/** `*` is every field of an object. Fields come out sorted, whatever order the API server has them in. */
function retain(value: Json, retained: Retained): Json {
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
