import { readMetadata } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import type { Address } from '../net/address.js';
import { cloudNameOf } from './name.js';
import { type JsonObject, isObject } from '../std/json.js';
import { annotationPointer } from '../yaml/locate.js';
import { ANNOTATION } from '../ovn-kubernetes/annotations.js';

/** Where a CloudPrivateIPConfig says which EgressIP it is for. */
export const OWNER_POINTER = annotationPointer(ANNOTATION.egressIPOwner);

/** Returns the CloudPrivateIPConfig that brings an address of an EgressIP (`owner`) to a node, without its status. */
export function cloudObjectOf(address: Address, owner: string, node: string): JsonObject {
  return {
    apiVersion: 'cloud.network.openshift.io/v1',
    kind: 'CloudPrivateIPConfig',
    metadata: { name: cloudNameOf(address), annotations: { [ANNOTATION.egressIPOwner]: owner } },
    spec: { node },
  };
}

/** Returns the EgressIP that a CloudPrivateIPConfig, which may not be validated, says it is for. */
export function ownerOfCloudObject(object: JsonObject): string | undefined {
  const name = readMetadata(object, 'annotations', ANNOTATION.egressIPOwner);
  return name === '' ? undefined : name;
}

/** `spec.node` of a CloudPrivateIPConfig, which may not be validated, or '' without one. */
export function nodeNameOf({ object }: Manifest): string {
  const { spec } = object;
  return isObject(spec) && typeof spec.node === 'string' ? spec.node : '';
}
