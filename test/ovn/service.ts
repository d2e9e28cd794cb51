/** Where the endpoints of a Service are: each is `<address> <node>`. */
export interface ServiceEndpoints {
  readonly namespace: string;
  readonly name: string;
  readonly endpoints: readonly string[];
  readonly ports?: readonly object[];
}

/** The slices of a Service: one a family. */
export function endpointSlices({ namespace, name, endpoints, ports = [] }: ServiceEndpoints): object[] {
  return (['IPv4', 'IPv6'] as const).map((addressType) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      namespace,
      name: `${name}-${addressType.toLowerCase()}`,
      labels: { 'kubernetes.io/service-name': name },
    },
    addressType,
    endpoints: endpoints
      .map((text) => text.split(' '))
      .filter(([address = '']) => address.includes(':') === (addressType === 'IPv6'))
      .map(([address = '', nodeName = '']) => ({ addresses: [address], nodeName })),
    ports,
  }));
}

/** A Service of the namespace `harbor` for servers on port 80, and its slices; endpoints are `<address> <node>`. */
export function service(name: string, spec: object, endpoints: readonly string[]): object[] {
  const metadata = { namespace: 'harbor', name };
  const ports = [
    { name: 'web', protocol: 'TCP', port: 80 },
    { name: 'voice', protocol: 'UDP', port: 80 },
  ];
  const slices = endpointSlices({ ...metadata, endpoints, ports });
  return [{ apiVersion: 'v1', kind: 'Service', metadata, spec }, ...slices];
}
