import { OPENSHIFT_RELEASES } from './openshift-releases.js';
import { RELEASES } from './releases/index.js';
import { NODE_ANNOTATION } from './annotations.js';

/** Release of OVN-Kubernetes derived from a version, image or database. */
export interface NearestRelease {
  /** Value of `ovnKubernetes` in weir.yaml. */
  readonly name: string;
  /** Description of the running release, if the named one is only the nearest. If unset, the named release runs. */
  readonly nearestTo?: string;
}

/** Returns the release in a version of OpenShift, such as 4.15.28. Returns undefined if the text is not a version. */
export function releaseOfOpenShift(version: string): NearestRelease | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)(?:\.|$)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  const distance = (one: readonly [number, number]): number => (Number(major) - one[0]) * 1000 + Number(minor) - one[1];
  const [oldest] = OPENSHIFT_RELEASES;
  const found = OPENSHIFT_RELEASES.findLast((one) => distance(one.version) >= 0);
  if (!found) return oldest && { name: oldest.release, nearestTo: 'an older one' };
  if (distance(found.version) > 0) return newerThanAll();
  const { release, upstream } = found;
  return { name: release, ...(upstream === undefined ? {} : { nearestTo: `upstream of ${upstream}` }) };
}

/** Image tags such as `…/ovn-kube-ubuntu:v1.2.0`, `:release-1.2` or `:master`. */
const IMAGE = /(?:^|\/)ovn-kube(?:-[a-z]+)?:(?:(?:v|release-)?1\.(\d+)(?![0-9])[^@]*|(master))(?:@|$)/;

/** Returns the release in the tag of an image of OVN-Kubernetes, or undefined. */
export function releaseOfImage(image: string): NearestRelease | undefined {
  const [, minor, main] = IMAGE.exec(image) ?? [];
  if (main !== undefined) return newerThanAll();
  if (minor === undefined) return undefined;
  const name = `1.${Number(minor)}`;
  return RELEASES.some((release) => release.name === name) ? { name } : newerThanAll();
}

/** Node annotations that identify a release. */
const ANNOTATIONS: readonly { readonly has: string; readonly lacks?: string; readonly release: string }[] = [
  // Written since September 2024. Releases from 1.2 on remove it.
  { has: NODE_ANNOTATION.joinAddressesByNetwork, release: '1.1' },
  // Renamed in summer 2024. The old name may remain in addition to the new one.
  { has: NODE_ANNOTATION.managementMac, lacks: NODE_ANNOTATION.managementMacsByNetwork, release: '1.0' },
];

/**
 * Returns the release that writes such annotations on a node, and the annotation that shows it. Returns undefined if
 * none does.
 */
export function releaseOfAnnotations(
  hasAnnotation: (name: string) => boolean,
): { readonly name: string; readonly annotation: string } | undefined {
  const found = ANNOTATIONS.find(
    (one) => hasAnnotation(one.has) && (one.lacks === undefined || !hasAnnotation(one.lacks)),
  );
  return found && { name: found.release, annotation: found.has };
}

function newerThanAll(): NearestRelease | undefined {
  const newest = RELEASES.at(-1);
  return newest && { name: newest.name, nearestTo: 'a newer one' };
}
