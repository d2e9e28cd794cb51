import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: closed, namespace: shop}
spec: {podSelector: {}, policyTypes: [Ingress]}
`;
const TEMPLATE = 'apiVersion: v1\nkind: Service\nmetadata: {name: {{ .Name }}, namespace: shop}\n';
const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec: {containers: []}
status: {podIP: 172.17.0.9, podIPs: [{ip: 172.17.0.9}]}
`;
const CILIUM = `apiVersion: cilium.io/v2
kind: CiliumNetworkPolicy
metadata: {name: closed, namespace: shop}
spec: {endpointSelector: {}}
`;

const manifestsIn = (folder: string): string | undefined =>
  readFileSync(join(folder, 'weir.yaml'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('manifests'));

it('weir init names manifests without the templates and lists of other tools beside them', async () => {
  const folder = scratch({
    'deploy/policy.yaml': POLICY,
    'deploy/web/templates/service.yaml': TEMPLATE,
    'deploy/web/policy.yaml': POLICY.replace('closed', 'web'),
    'deploy/tasks.yaml': '- name: install\n',
  });
  expect((await weir(folder, ['init'])).code).toBe(0);
  expect(manifestsIn(folder)).toBe('manifests: [deploy/policy.yaml, deploy/web/policy.yaml]');
  const { code, out, err } = await weir(folder, ['check']);
  expect({ code, text: out + err }).toEqual({ code: 0, text: expect.not.stringContaining('error') as string });
});

it('weir init without a cluster guesses the pod networks from the pods of the folder', async () => {
  const folder = scratch({ 'deploy/policy.yaml': POLICY, 'deploy/pod.yaml': POD });
  const { code, out } = await weir(folder, ['init']);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('1 pod,') as string });
  expect(readFileSync(join(folder, 'weir.yaml'), 'utf8')).toContain('172.17.0.0/16');
  const checked = await weir(folder, ['check']);
  expect(checked.out + checked.err).not.toContain('pod-address-outside');
});

it('weir init counts the policies of other networks as weir check does', async () => {
  const folder = scratch({ 'policy.yaml': CILIUM });
  const { code, out } = await weir(folder, ['init']);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining(
      '1 CiliumNetworkPolicy of cilium.io is not supported, so results about packets ignore it',
    ) as string,
  });
});

it('weir init counts the policies of another network that the inventory omits, and asks for no annotations', async () => {
  const node = `apiVersion: v1\nkind: Node\nmetadata: {name: oak, annotations: {network.cilium.io/ipv4-cilium-host: 10.0.0.1}}\n`;
  const folder = scratch({ 'dump.yaml': `${node}---\n${CILIUM}---\n${CILIUM.replace('closed', 'open')}` });
  const { code, out } = await weir(folder, ['init', '--from-inventory', 'dump.yaml']);
  expect(code).toBe(0);
  expect(out).toContain('\nNetwork    Cilium, not OVN-Kubernetes');
  expect(out).toContain('\nSkipped    2 CiliumNetworkPolicies of cilium.io are not supported');
  expect(out).not.toContain('Node       oak lacks');
});
