import type { ServiceAddress } from '../../model/address-inventory.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, readLenientAddress } from '../../net/address.js';
import { type Json, asObject, asList, asString } from '../../std/json.js';

/** Address of a Service as in the manifest. */
export interface WrittenServiceAddress extends Omit<ServiceAddress, 'address'> {
  /** Text of the address, or '' if the field has none, such as an ingress with a host name. */
  readonly text: string;
  /** If unset, the text is not an address (`None`). */
  readonly address?: CanonicalAddress;
}

/**
 * Returns every address of a Service, external ones first, those of one field in its order. As in the Kubernetes API,
 * `spec.clusterIP` counts only if `spec.clusterIPs` is empty.
 */
export function readServiceAddresses({ object }: Manifest): readonly WrittenServiceAddress[] {
  const spec = asObject(object.spec) ?? {};
  const loadBalancer = asObject(asObject(object.status)?.loadBalancer) ?? {};
  const clusterIPs = asList(spec.clusterIPs);
  const found: WrittenServiceAddress[] = [];
  asList(spec.externalIPs).forEach((item, index) => {
    found.push(readAddress(item, 'external', 'spec.externalIPs', `/spec/externalIPs/${index}`));
  });
  asList(loadBalancer.ingress).forEach((item, index) => {
    const pointer = `/status/loadBalancer/ingress/${index}/ip`;
    found.push(readAddress(asObject(item)?.ip, 'external', 'status.loadBalancer.ingress', pointer));
  });
  if (spec.loadBalancerIP !== undefined) {
    found.push(readAddress(spec.loadBalancerIP, 'external', 'spec.loadBalancerIP', '/spec/loadBalancerIP'));
  }
  clusterIPs.forEach((item, index) => {
    found.push(readAddress(item, 'cluster', 'spec.clusterIPs', `/spec/clusterIPs/${index}`));
  });
  if (clusterIPs.length === 0) found.push(readAddress(spec.clusterIP, 'cluster', 'spec.clusterIP', '/spec/clusterIP'));
  return found;
}

function readAddress(
  value: Json | undefined,
  scope: WrittenServiceAddress['scope'],
  field: string,
  pointer: string,
): WrittenServiceAddress {
  const text = asString(value) ?? '';
  const address = text === '' ? undefined : readLenientAddress(text);
  return address ? { text, scope, field, pointer, address } : { text, scope, field, pointer };
}
