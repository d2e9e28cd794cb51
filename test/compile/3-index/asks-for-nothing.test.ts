import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import { configurationOf } from './inventory.js';

const controller = (namespace: string): string =>
  `apiVersion: operator.openshift.io/v1
kind: IngressController
metadata: { name: public, namespace: ${namespace} }
spec: { domain: apps.example.com }
`;

function compiled(text: string, role?: 'inventory') {
  const files = [{ path: 'cluster.yaml', text, ...(role ? { role } : {}) }];
  const { diagnostics, artefacts } = compile({ configuration: configurationOf('features: []'), files });
  return { codes: diagnostics.map(({ code }) => code), paths: artefacts.map(({ path }) => path) };
}

describe('an input without resources', () => {
  it('requests the configuration of routers if a manifest is an IngressController', () => {
    const { codes, paths } = compiled(controller('openshift-ingress-operator'));
    expect(codes).toEqual([]);
    expect(paths).toContain('ingress/public/haproxy.config');
  });

  it('requests nothing if the IngressController is in the inventory, as in every dump of OpenShift', () => {
    const { codes } = compiled(controller('openshift-ingress-operator'), 'inventory');
    expect(codes).toEqual(['manifest/nothing-to-compile']);
  });

  it('requests nothing if the operator ignores the IngressController', () => {
    const { codes } = compiled(controller('shop'));
    expect(codes.sort()).toEqual(['ingress-controller/other-namespace', 'manifest/nothing-to-compile']);
  });
});
