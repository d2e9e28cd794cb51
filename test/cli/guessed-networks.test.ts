import { expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const CLUSTER = [
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, spec: { podCIDR: '10.244.0.0/24' } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { nodeName: 'a' },
    status: { podIP: '10.244.0.7', podIPs: [{ ip: '10.244.0.7' }] },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'closed', namespace: 'shop' },
    spec: { podSelector: {}, policyTypes: ['Ingress'] },
  },
];
const TEXT = CLUSTER.map((object) => JSON.stringify(object)).join('\n---\n');

it('a folder without a weir.yaml has the pod networks that its nodes and pods show', async () => {
  const { code, out, err } = await weir(scratch({ 'all.yaml': TEXT }), ['check']);
  expect(code).toBe(0);
  expect(out + err).not.toContain('pod-address-outside');
});

it('weir init writes a weir.yaml with a guess of the pod networks that weir check takes', async () => {
  const folder = scratch({ 'cluster.json': TEXT });
  const { code, err } = await weir(folder, ['init', '--from-inventory', 'cluster.json']);
  expect({ code, err }).toMatchObject({ code: 0 });
  const checked = await weir(folder, ['check', '--allow-empty']);
  expect(checked.out + checked.err).not.toContain('configuration/pod-address-outside');
});
