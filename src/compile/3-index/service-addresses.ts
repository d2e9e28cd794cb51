import type { ServiceAddress } from '../../model/address-inventory.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, parseLenientAddress, withText } from '../../net/address.js';
import { asObject, asList, asString } from '../../std/json.js';

/** An address of a Service as it is written. */
export interface WrittenServiceAddress extends Omit<ServiceAddress, 'address'> {
  /** '' where the field says none, as an ingress that is a host name. */
  readonly text: string;
  /** Absent where the text is no address (`None`). */
  readonly address?: CanonicalAddress;
}

/**
 * Every address that a Service answers for, external ones first, those of one field in its order. As in the Kubernetes
 * API, `spec.clusterIP` counts only where `spec.clusterIPs` is empty.
 */
export function readServiceAddresses({ object }: Manifest): readonly WrittenServiceAddress[] {
  const spec = asObject(object.spec) ?? {};
  const loadBalancer = asObject(asObject(object.status)?.loadBalancer) ?? {};
  const clusterIPs = asList(spec.clusterIPs);
  const hasList = clusterIPs.length > 0;
  const written = [
    ...asList(spec.externalIPs).map((item, index) => ({
      text: asString(item),
      scope: 'external' as const,
      field: 'spec.externalIPs',
      pointer: `/spec/externalIPs/${index}`,
    })),
    ...asList(loadBalancer.ingress).map((item, index) => ({
      text: asString(asObject(item)?.ip),
      scope: 'external' as const,
      field: 'status.loadBalancer.ingress',
      pointer: `/status/loadBalancer/ingress/${index}/ip`,
    })),
    {
      text: asString(spec.loadBalancerIP),
      scope: 'external' as const,
      field: 'spec.loadBalancerIP',
      pointer: '/spec/loadBalancerIP',
    },
    ...(hasList ? clusterIPs : [spec.clusterIP]).map((item, index) => ({
      text: asString(item),
      scope: 'cluster' as const,
      field: hasList ? 'spec.clusterIPs' : 'spec.clusterIP',
      pointer: hasList ? `/spec/clusterIPs/${index}` : '/spec/clusterIP',
    })),
  ];
  return written.map(({ text = '', ...rest }) => {
    const address = parseLenientAddress(text);
    return { text, ...rest, ...(address && { address: withText(address) }) };
  });
}
