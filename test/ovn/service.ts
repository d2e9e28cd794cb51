/** A Service of the namespace `harbor` for servers on port 80, and its slices; endpoints are `<address> <node>`. */
export function service(name: string, spec: object, endpoints: readonly string[]): object[] {
  const metadata = { namespace: 'harbor', name };
  const slices = (['IPv4', 'IPv6'] as const).map((addressType) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      namespace: 'harbor',
      name: `${name}-${addressType.toLowerCase()}`,
      labels: { 'kubernetes.io/service-name': name },
    },
    addressType,
    endpoints: endpoints
      .map((text) => text.split(' '))
      .filter(([address = '']) => address.includes(':') === (addressType === 'IPv6'))
      .map(([address = '', nodeName = '']) => ({ addresses: [address], nodeName })),
    ports: [
      { name: 'web', protocol: 'TCP', port: 80 },
      { name: 'voice', protocol: 'UDP', port: 80 },
    ],
  }));
  return [{ apiVersion: 'v1', kind: 'Service', metadata, spec }, ...slices];
}
