import { expect, it } from 'vitest';
import { compile } from '../../src/compile/compile.js';
import { readChunks } from '../../src/std/byte-writer.js';
import { configurationOf } from '../compile/3-index/inventory.js';

it('a path whose Route the API server refuses is rejected with all errors in its order, and the others compile', () => {
  const label = 'a'.repeat(64);
  const backend = 'backend: {service: {name: web, port: {number: 80}}}';
  const text = `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {ports: [{name: http, port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
  namespace: shop
  annotations: {route.openshift.io/termination: passthrough}
spec:
  rules:
  - host: shop.example.com
    http: {paths: [{pathType: ImplementationSpecific, ${backend}}]}
  - host: ${label}.example.com
    http: {paths: [{path: "/a b", pathType: Prefix, ${backend}}]}
`;
  const configuration = configurationOf('ingressControllers: [{name: default, domain: apps.example.com}]\n');
  const { diagnostics, artefacts } = compile({ configuration, files: [{ path: 'web.yaml', text }] });
  const own = diagnostics.filter(({ code }) => code === 'ingress/rejected-route');
  const path = 'spec.path: Invalid value: "/a b"';
  expect(own.map(({ severity, message }) => [severity, message])).toEqual([
    [
      'rejected',
      `the API server rejects the Route: [${path}: cannot contain # or spaces, spec.host: Invalid value: "${label}.example.com": must be no more than 63 characters, ${path}: passthrough termination does not support paths]`,
    ],
  ]);
  const map = artefacts.find((artefact) => artefact.path === 'ingress/default/os_sni_passthrough.map');
  expect(map && readChunks(map.content)).toContain('shop\\.example\\.com');
});
