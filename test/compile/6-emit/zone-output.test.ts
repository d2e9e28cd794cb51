import { expect, test } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import { createEngine } from '../../../src/engine/engine.js';
import { memoize } from '../../../src/std/memoize.js';
import { configurationOf } from '../3-index/inventory.js';

const CLUSTER = ['east', 'west']
  .map(
    (zone, index) => `---
apiVersion: v1
kind: Node
metadata:
  name: ${zone}-node
  labels: {k8s.ovn.org/egress-assignable: ""}
  annotations:
    k8s.ovn.org/zone-name: ${zone}
    k8s.ovn.org/node-id: "${index + 1}"
    k8s.ovn.org/node-primary-ifaddr: '{"ipv4": "192.168.1.1${index}/24"}'
    k8s.ovn.org/host-cidrs: '["192.168.1.1${index}/24"]'
---
apiVersion: v1
kind: Pod
metadata: {name: ${zone}-pod, namespace: shop, labels: {app: web}}
spec: {nodeName: ${zone}-node}
status: {podIP: 10.128.${index}.7, podIPs: [{ip: 10.128.${index}.7}]}
`,
  )
  .join('');

const SHOP = `${CLUSTER}---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: {name: default, namespace: shop}
spec: {egress: [{dscp: 10, dstCIDR: 203.0.113.0/24, podSelector: {matchLabels: {app: web}}}]}
`;

const firewall = (port: number): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [{type: Deny, to: {cidrSelector: 198.51.100.0/24}, ports: [{protocol: TCP, port: ${port}}]}]}
`;

test('the files of zones are the same objects after a change of rows that they do not contain', () => {
  const engine = createEngine({ isChecked: true });
  const configuration = configurationOf('interconnect: true\n');
  const shop = { path: 'shop.yaml', text: SHOP };
  const [before, after] = [80, 81].map((port) => {
    const { artefacts, diagnostics } = compile({
      configuration,
      files: [shop, { path: 'firewall.yaml', text: firewall(port) }],
      engine,
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    return new Map(artefacts.map(({ path, content }) => [path, content]));
  });
  const zones = [...(before?.keys() ?? [])].filter((path) => /^northbound\/(?!shared)/.test(path));
  expect(zones.length).toBeGreaterThan(1);
  for (const path of zones) expect(after?.get(path)).toBe(before?.get(path));
  const changed = [...(before?.keys() ?? [])].filter((path) => after?.get(path) !== before?.get(path));
  expect(changed.some((path) => path.startsWith('northbound/shared/namespace-'))).toBe(true);
});

test('the files of a zone are the same objects after a change of a pod in another zone', () => {
  const engine = createEngine({ isChecked: true });
  const configuration = configurationOf('interconnect: true\n');
  const known = memoize((path: string) => memoize((text: string) => ({ path, text })));
  const [before, after] = ['10.128.1.7', '10.128.1.8'].map((address) => {
    const text = `${SHOP}---\n${firewall(80)}`.replaceAll('10.128.1.7', address);
    const files = text.split('---\n').map((document, index) => known(`${index}.yaml`)(document));
    return new Map(compile({ configuration, files, engine }).artefacts.map(({ path, content }) => [path, content]));
  });
  const changed = [...(before?.keys() ?? [])].filter((path) => after?.get(path) !== before?.get(path));
  expect(changed.filter((path) => path.startsWith('northbound/'))).toEqual(['northbound/zones/west.json']);
});

test('the rows of a single zone follow each change of its pods', () => {
  const engine = createEngine();
  const configuration = configurationOf('clusterSubnets: [10.128.0.0/10/24]\n');
  const single = `${SHOP}---\n${firewall(80)}`.replace(/\n {4}k8s.ovn.org\/zone-name: .*/g, '');
  const known = memoize((path: string) => memoize((text: string) => ({ path, text })));
  for (const [name, address] of [
    ['west-pod', '10.128.1.7'],
    ['west-pod', '10.128.1.8'],
    ['west-boat', '10.128.1.8'],
  ] as const) {
    const text = single.replace('west-pod', name).replaceAll('10.128.1.7', address);
    const files = text.split('---\n').map((document, index) => known(`${index}.yaml`)(document));
    expect(compile({ configuration, files, engine }).artefacts).toEqual(compile({ configuration, files }).artefacts);
  }
});
