import { readMetadata } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import type { Address } from '../net/address.js';
import { cloudNameOf } from './name.js';
import { type JsonObject, isObject } from '../std/json.js';
import { annotationPointer } from '../yaml/locate.js';
import { ANNOTATION } from '../ovn-kubernetes/annotations.js';

/** JSON pointer to the EgressIP that a CloudPrivateIPConfig is for. */
export const OWNER_POINTER = annotationPointer(ANNOTATION.egressIPOwner);

/** Returns the CloudPrivateIPConfig that attaches an address of an EgressIP (`owner`) to a node, without its status. */
export function cloudObjectOf(address: Address, owner: string, node: string): JsonObject {
  return {
    apiVersion: 'cloud.network.openshift.io/v1',
    kind: 'CloudPrivateIPConfig',
    metadata: { name: cloudNameOf(address), annotations: { [ANNOTATION.egressIPOwner]: owner } },
    spec: { node },
  };
}

/**
 * Returns the EgressIP in the annotation of a CloudPrivateIPConfig, which may be unvalidated. Returns undefined without
 * one.
 */
export function ownerOfCloudObject(object: JsonObject): string | undefined {
  const name = readMetadata(object, 'annotations', ANNOTATION.egressIPOwner);
  return name === '' ? undefined : name;
}

/** Returns `spec.node` of a CloudPrivateIPConfig, which may be unvalidated, or '' without one. */
export function nodeNameOf({ object }: Manifest): string {
  const { spec } = object;
  return isObject(spec) && typeof spec.node === 'string' ? spec.node : '';
}
