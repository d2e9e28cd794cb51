import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const QUICKSTART = fileURLToPath(new URL('../../fixtures/quickstart/', import.meta.url));
/** The quickstart: a firewall, and two expectations that hold. */
export const FILES = Object.fromEntries(
  ['weir.yaml', 'expectations.yaml', 'egress/shop.yaml', 'inventory/cluster.yaml'].map((path) => [
    path,
    readFileSync(join(QUICKSTART, path), 'utf8'),
  ]),
);
export const FIREWALL = FILES['egress/shop.yaml'] ?? '';
/** The same with a wider network for the partner, which breaks both expectations. */
export const WIDER = FIREWALL.replace('cidrSelector: 203.0.113.0/24', 'cidrSelector: 203.0.112.0/23');

/** A Route to a Service, as a manifest. */
export const route = (name: string, service: string): string =>
  JSON.stringify({
    apiVersion: 'route.openshift.io/v1',
    kind: 'Route',
    metadata: { name, namespace: 'shop' },
    spec: { host: `${name}.example.com`, to: { kind: 'Service', name: service } },
  });
const slice = (service: string): string =>
  JSON.stringify({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: service, namespace: 'shop', labels: { 'kubernetes.io/service-name': service } },
    addressType: 'IPv4',
    ports: [{ port: 8080 }],
    endpoints: [{ addresses: ['10.0.0.1'] }],
  });
/** A repository with a Route, and what is expected of requests. */
export const REQUESTS = {
  'weir.yaml':
    'features: []\ninventory: [cluster/*]\ningressControllers: [{name: default, domain: apps.example.com}]\n',
  'cluster/slices.yaml': [slice('web'), slice('next')].join('\n---\n'),
  'shop.yaml': route('shop', 'web'),
  'expectations.yaml': `expectations:
  - name: only the shop
    exposed: { only: [shop.example.com] }
  - name: the shop is served
    host: http://shop.example.com
    reaches: [shop/web]
`,
};
