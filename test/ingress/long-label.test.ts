import { expect, it } from 'vitest';
import { compile } from '../../src/compile/compile.js';
import { configurationOf } from '../compile/3-index/inventory.js';

it('an Ingress may have a host with a label of more than 63 characters, of which no Route can be made', () => {
  const text = `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {ports: [{name: http, port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: shop}
spec:
  rules:
  - host: ${'a'.repeat(64)}.example.com
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}
`;
  const configuration = configurationOf('ingressControllers: [{name: default, domain: apps.example.com}]\n');
  const { diagnostics } = compile({ configuration, files: [{ path: 'web.yaml', text }], purpose: 'findings' });
  const own = diagnostics.filter(({ resource }) => resource?.kind === 'Ingress');
  expect(own.map(({ code, severity }) => [code, severity])).toEqual([['ingress/rejected-route', 'rejected']]);
});
