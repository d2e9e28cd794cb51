import { expect, test } from 'vitest';
import { emitClusterRows } from '../../../src/compile/6-emit/zone-rows.js';
import { compile } from '../../../src/compile/compile.js';
import { createEngine } from '../../../src/engine/engine.js';
import { configurationOf } from '../3-index/inventory.js';

const CLUSTER = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Node
metadata: {name: east}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}}
spec: {nodeName: east}
status: {podIP: 10.128.0.7, podIPs: [{ip: 10.128.0.7}]}
`;

const QOS = `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: {name: default, namespace: shop}
spec: {egress: [{dscp: 10, dstCIDR: 203.0.113.0/24, podSelector: {matchLabels: {app: web}}}]}
`;

const policy = (port: number, app = 'web'): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: own, namespace: shop}
spec: {podSelector: {matchLabels: {app: ${app}}}, policyTypes: [Ingress], ingress: [{ports: [{port: ${port}}]}]}
`;

const adminPolicy = (port: number): string => `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: tier}
spec:
  priority: 7
  subject: {namespaces: {matchLabels: {kubernetes.io/metadata.name: shop}}}
  egress:
  - {action: Deny, to: [{networks: [198.51.100.0/24]}], ports: [{portNumber: {protocol: TCP, port: ${port}}}]}
`;

/** Compiles texts one after the other with one engine. */
function compileSeries(texts: readonly string[]) {
  const engine = createEngine({ isChecked: true });
  const configuration = configurationOf('');
  const cluster = { path: 'cluster.yaml', text: CLUSTER, role: 'inventory' } as const;
  return texts.map((text) => {
    const compiled = compile({ configuration, files: [cluster, { path: 'policy.yaml', text }], engine });
    expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const rows = emitClusterRows({ ...compiled, configuration }, () => undefined, { engine });
    const zone = compiled.artefacts.find(({ path }) => path.startsWith('northbound/zones/'));
    return { ...rows, zone };
  });
}

test.each([
  ['a NetworkPolicy', [80, 81].map((port) => policy(port))],
  ['an AdminNetworkPolicy', [80, 81].map(adminPolicy)],
])('an edited rule of %s changes its ACLs, and leaves the rows and files of zones the same', (_, texts) => {
  const [before, after] = compileSeries(texts);
  const acls = [before, after].map((made) => made?.shared.rows.rows.get('ACL'));
  expect(acls[0]?.length).toBeGreaterThan(0);
  expect(acls[1]).not.toEqual(acls[0]);
  expect(after?.ownOf).toBe(before?.ownOf);
  expect(before?.zone?.sources).not.toEqual([]);
  expect(after?.zone?.content).toBe(before?.zone?.content);
});

test('another selector of a NetworkPolicy changes the ports of its zone', () => {
  const [before, after] = compileSeries([policy(80), policy(80, 'none')]);
  const ports = [before, after].map((made) =>
    made
      ?.ownOf('global')
      .rows.rows.get('Port_Group')
      ?.map(({ columns }) => columns),
  );
  expect(JSON.stringify(ports[0])).toContain('shop_web');
  expect(ports[1]).not.toEqual(ports[0]);
});

test('a setting that only one kind reads leaves the cluster, the intents and the rows of the others the same', () => {
  const engine = createEngine({ isChecked: true });
  const files = [
    { path: 'cluster.yaml', text: CLUSTER, role: 'inventory' } as const,
    { path: 'policy.yaml', text: policy(80) },
    { path: 'qos.yaml', text: QOS },
  ];
  const [before, after] = ['', 'dns: {api.example.com: [198.51.100.7]}\n'].map((text) => {
    const configuration = configurationOf(text);
    const compiled = compile({ configuration, files, engine });
    const options = { engine, inQueries: true };
    return { ...compiled, ...emitClusterRows({ ...compiled, configuration }, () => undefined, options) };
  });
  expect(after?.cluster.dnsAnswers).not.toEqual(before?.cluster.dnsAnswers);
  expect(after?.cluster.nodes).toBe(before?.cluster.nodes);
  expect(after?.intents.length).toBeGreaterThan(0);
  for (const [index, intent] of (before?.intents ?? []).entries()) expect(after?.intents[index]).toBe(intent);
  expect(after?.shared).toBe(before?.shared);
  expect(after?.ownOf).toBe(before?.ownOf);
});

test('a setting that rows depend on changes them', () => {
  const engine = createEngine({ isChecked: true });
  const files = [
    { path: 'cluster.yaml', text: CLUSTER, role: 'inventory' } as const,
    { path: 'policy.yaml', text: policy(80) },
  ];
  for (const text of ['', 'allowIcmpNetworkPolicy: true\n', 'ipFamilies: [IPv4, IPv6]\n', '']) {
    const configuration = configurationOf(text);
    expect(compile({ configuration, files, engine }).artefacts).toEqual(compile({ configuration, files }).artefacts);
  }
});
