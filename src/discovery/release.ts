import { nameOf, pathOfName } from '../model/kubernetes-object.js';
import { isAvailable } from '../northbound/schema/version.js';
import {
  type NearestRelease,
  releaseOfAnnotations,
  releaseOfImage,
  releaseOfOpenShift,
} from '../ovn-kubernetes/nearest-release.js';
import { RELEASES } from '../ovn-kubernetes/releases/index.js';
import { type Json, type JsonObject, asList, asObject, asString } from '../std/json.js';
import { type ClusterSettings, take } from './settings.js';

/** Reads `ClusterVersion`: the version installed last, not the target of an incomplete upgrade. */
export function readClusterVersion(object: JsonObject, from: string, settings: ClusterSettings): void {
  const status = asObject(object.status);
  const completed = asList(status?.history).find((item) => asObject(item)?.state === 'Completed');
  const version = asString(asObject(completed)?.version) ?? asString(asObject(status?.desired)?.version);
  if (version !== undefined) takeRelease(settings, releaseOfOpenShift(version), `${from}: OpenShift ${version}`);
}

/** Reads the images of a workload of OVN-Kubernetes. */
export function readWorkload(object: JsonObject, from: string, settings: ClusterSettings): void {
  readImages(asObject(asObject(asObject(object.spec)?.template)?.spec), from, settings);
}

/** Reads the images of the pods of OVN-Kubernetes, and the annotations that only some releases write on nodes. */
export function readPodsAndNodes(objects: readonly JsonObject[], settings: ClusterSettings): void {
  const ofKind = (wanted: string): readonly JsonObject[] =>
    objects.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === wanted);
  for (const pod of ofKind('Pod')) readImages(asObject(pod.spec), `Pod ${pathOfName(nameOf(pod))}`, settings);
  for (const node of ofKind('Node')) {
    const annotations = asObject(asObject(node.metadata)?.annotations) ?? {};
    const found = releaseOfAnnotations((name) => Object.hasOwn(annotations, name));
    if (found) take(settings, 'ovnKubernetes', found.name, `${found.annotation} of Node ${nameOf(node).name}`);
  }
}

/**
 * Sets the newest release whose Northbound schema is not newer than that of a database. Weak evidence, because releases
 * share schemas.
 */
export function takeReleaseOfSchema(settings: ClusterSettings, version: string, from: string): void {
  const found = RELEASES.findLast(({ ovnSchemaVersion }) => isAvailable(ovnSchemaVersion, version)) ?? RELEASES[0];
  if (found) takeRelease(settings, { name: found.name, nearestTo: `schema ${version}` }, from);
}

function readImages(pod: JsonObject | undefined, from: string, settings: ClusterSettings): void {
  for (const container of asList(pod?.containers)) {
    const image = imageOf(container);
    takeRelease(settings, releaseOfImage(image), `image ${image} of ${from}`);
  }
}

function imageOf(container: Json): string {
  return asString(asObject(container)?.image) ?? '';
}

function takeRelease(settings: ClusterSettings, found: NearestRelease | undefined, from: string): void {
  const nearest = found?.nearestTo === undefined ? '' : `, the nearest release to ${found.nearestTo}`;
  take(settings, 'ovnKubernetes', found?.name, from + nearest);
}
