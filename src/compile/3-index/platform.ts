import { CLOUDS, CLOUD_EGRESS_ANNOTATION, isCloud } from '../../cloud/platform.js';
import type { Node } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import { asObject, asString } from '../../std/json.js';
import { annotationPointer } from '../../yaml/locate.js';
import { fieldsOf } from './fields.js';
import { type Evidence, nodeEvidence } from './evidence.js';

/** Clouds by the scheme of `spec.providerID`, as the cloud providers of Kubernetes write it. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['aws', 'AWS'],
  ['gce', 'GCP'],
  ['azure', 'Azure'],
  ['openstack', 'OpenStack'],
]);

/**
 * Returns the platform of an Infrastructure object (config.openshift.io/v1) if it differs and at least one of the two
 * is a cloud.
 */
export function findOtherPlatform({ name, object, origin }: Manifest, platform: string): readonly Evidence[] {
  const shown = asString(asObject(asObject(object.status)?.platformStatus)?.type);
  if (shown === undefined || shown === platform || !(isCloud(shown) || isCloud(platform))) return [];
  const resource = { kind: 'Infrastructure', namespace: '', name };
  return [{ resource, origin, pointer: '/status/platformStatus/type', shown }];
}

/** Returns a node to which a cloud attaches egress addresses, although the platform is None or another cloud. */
export function findOtherCloud(node: Node, platform: string): readonly Evidence[] {
  const { annotation } = fieldsOf(node.manifest, () => undefined);
  if (annotation(CLOUD_EGRESS_ANNOTATION) === undefined) return [];
  const cloud = cloudOf(node);
  if (cloud === undefined ? isCloud(platform) : cloud === platform) return [];
  const pointer = annotationPointer(CLOUD_EGRESS_ANNOTATION);
  return [nodeEvidence(node, pointer, cloud ?? CLOUDS.join(' or '))];
}

/** Returns a node whose machine belongs to another cloud. */
export function findOtherMachine(node: Node, platform: string): readonly Evidence[] {
  const cloud = cloudOf(node);
  return cloud === undefined || cloud === platform ? [] : [nodeEvidence(node, '/spec/providerID', cloud)];
}

function cloudOf({ manifest }: Node): string | undefined {
  const text = asString(asObject(manifest.object.spec)?.providerID) ?? '';
  return SCHEMES.get(text.slice(0, Math.max(0, text.indexOf(':'))));
}
