import type { AddressedService } from '../model/address-inventory.js';
import type { Manifest } from '../model/manifest.js';
import { formatAddress, parseLenientAddress } from '../net/address.js';
import { asList, asObject, asString } from './fields.js';

/** Reads a Service: every address that it answers for. Texts that are no address (`None`, host names) are passed over. */
export function readService(manifest: Manifest): AddressedService {
  const spec = asObject(manifest.object.spec) ?? {};
  const loadBalancer = asObject(asObject(manifest.object.status)?.loadBalancer) ?? {};
  const clusterIPs = asList(spec.clusterIPs);
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
    ...(clusterIPs.length > 0 ? clusterIPs : [spec.clusterIP]).map((item, index) => ({
      text: asString(item),
      scope: 'cluster' as const,
      field: clusterIPs.length > 0 ? 'spec.clusterIPs' : 'spec.clusterIP',
      pointer: clusterIPs.length > 0 ? `/spec/clusterIPs/${index}` : '/spec/clusterIP',
    })),
  ];
  const addresses = written.flatMap(({ text, ...rest }) => {
    const address = parseLenientAddress(text ?? '');
    return address ? [{ address: formatAddress(address), ...rest }] : [];
  });
  return { namespace: manifest.namespace, name: manifest.name, addresses, ports: readPorts(spec.ports), manifest };
}

/** The protocol is TCP where none is written, as the API server completes it. */
function readPorts(value: Parameters<typeof asList>[0]): readonly string[] {
  const ports = asList(value).flatMap((item) => {
    const { port, protocol } = asObject(item) ?? {};
    return typeof port === 'number' ? [`${port}/${asString(protocol) ?? 'TCP'}`] : [];
  });
  return [...new Set(ports)];
}
