import type { ServiceAddress } from '../../model/address-inventory.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, readLenientAddress } from '../../net/address.js';
import { type Json, asObject, asList, asString } from '../../std/json.js';

/** An address of a Service as it is written. */
export interface WrittenServiceAddress extends Omit<ServiceAddress, 'address'> {
  /** '' if the field says none, as an ingress that is a host name. */
  readonly text: string;
  /** Unset if the text is no address (`None`). */
  readonly address?: CanonicalAddress;
}

/**
 * Returns every address that a Service answers for, external ones first, those of one field in its order. As in the
 * Kubernetes API, `spec.clusterIP` counts only where `spec.clusterIPs` is empty.
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
