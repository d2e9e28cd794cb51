import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';

const ROUTE = `apiVersion: route.openshift.io/v1
kind: Route
metadata: {name: web, namespace: shop, labels: {shard: none}}
spec: {host: web.example.com, to: {kind: Service, name: web}}
`;
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';

/** A controller of the inventory that selects Routes of its own shard only. */
const shard = (name: string): string => `---
apiVersion: operator.openshift.io/v1
kind: IngressController
metadata: {name: ${name}, namespace: openshift-ingress-operator}
spec: {domain: ${name}.example.com, routeSelector: {matchLabels: {shard: ${name}}}}
`;

function isReported(inventory: string, configuration = ''): boolean {
  const files = [
    { path: 'route.yaml', text: ROUTE },
    { path: 'inventory.yaml', text: NAMESPACE + inventory, role: 'inventory' as const },
  ];
  const found = check({ configuration: `features: []\n${configuration}`, files });
  return found.some(({ code }) => code === 'route/no-controller');
}

describe('a Route that no known ingress controller selects', () => {
  it('is reported where the inventory has the default controller', () => {
    expect(isReported(shard('default') + shard('blue'))).toBe(true);
  });

  it('is not reported where the inventory shows some other controllers only', () => {
    expect(isReported(shard('blue'))).toBe(false);
  });

  it('is reported where weir.yaml lists the controllers', () => {
    const listed =
      'ingressControllers: [{name: blue, domain: blue.example.com, environment: {ROUTE_LABELS: shard=blue}}]\n';
    expect(isReported('', listed)).toBe(true);
  });
});
