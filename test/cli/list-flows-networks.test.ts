import { describe, expect, it } from 'vitest';
import { listFlows } from './flows.js';

/** A namespace whose primary network is user-defined, with a workload. */
function namespace(name: string, network: string): string {
  return `
apiVersion: v1
kind: Namespace
metadata: {name: ${name}, labels: {network: "${network}", k8s.ovn.org/primary-user-defined-network: ""}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: ${name}}
spec: {template: {metadata: {labels: {app: web}}}}
`;
}

function network(name: string): string {
  return `
apiVersion: k8s.ovn.org/v1
kind: ClusterUserDefinedNetwork
metadata: {name: ${name}}
spec:
  namespaceSelector: {matchLabels: {network: ${name}}}
  network: {topology: Layer2, layer2: {role: Primary, subnets: [203.0.113.0/24]}}
`;
}

const DEFAULT = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {metadata: {labels: {app: web}}}}
`;
const POLICY = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web, namespace: east}
spec: {podSelector: {}, ingress: [{from: [{namespaceSelector: {}}], ports: [{port: 80}]}]}
`;

/** Flows between pods of the networks `sea`, with two namespaces, and `land`, and of the default network. */
function listPods(...more: readonly string[]): string[] {
  const networks = [network('sea'), network('land')];
  const namespaces = [namespace('east', 'sea'), namespace('west', 'sea'), namespace('hill', 'land')];
  const text = listFlows({ 'all.yaml': [...networks, ...namespaces, DEFAULT, ...more].join('---') });
  return text.split('\n').filter((line) => !line.includes('255.255.255.255'));
}

describe('weir list flows with user-defined primary networks', () => {
  it('has no flow from one network to another, and every one within each', () => {
    expect(listPods()).toEqual([
      'east/web[Deployment] => west/web[Deployment] : All Connections',
      'west/web[Deployment] => east/web[Deployment] : All Connections',
    ]);
  });

  it('filters by the policies of the namespaces of a network', () => {
    expect(listPods(POLICY)).toEqual([
      'east/web[Deployment] => west/web[Deployment] : All Connections',
      'west/web[Deployment] => east/web[Deployment] : TCP 80',
    ]);
  });

  it('filters by the policies of all namespaces', () => {
    const policy = `
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: closed}
spec: {priority: 1, subject: {namespaces: {}}, ingress: [{action: Deny, from: [{namespaces: {}}]}]}
`;
    expect(listPods(policy)).toEqual([]);
  });

  it('lets pods of each network reach the outside', () => {
    const files = { 'all.yaml': [network('land'), namespace('hill', 'land'), DEFAULT].join('---') };
    expect(listFlows(files, { to: '192.0.2.1' })).toBe(
      [
        'shop/web[Deployment] => 0.0.0.0-255.255.255.255 : All Connections',
        'hill/web[Deployment] => 0.0.0.0-255.255.255.255 : All Connections',
      ].join('\n'),
    );
  });

  it('knows nothing of addresses that its pods have in the default network', () => {
    const pod = `
apiVersion: v1
kind: Pod
metadata: {name: db, namespace: east}
status: {podIPs: [{ip: 10.128.0.9}]}
`;
    const policy = POLICY.replace('{namespaceSelector: {}}', '{ipBlock: {cidr: 10.128.0.9/32}}');
    expect(listPods(pod, policy.replace('podSelector: {}', 'podSelector: {matchLabels: {app: web}}'))).not.toContain(
      'east/db[Pod] => east/web[Deployment] : TCP 80',
    );
  });
});

describe('weir list flows with virtual machines', () => {
  const MACHINE = `
apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: {name: mill, namespace: shop}
spec: {runStrategy: Always, template: {metadata: {labels: {app: mill}}, spec: {domain: {devices: {}}}}}
`;
  const POLICIES = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: mill, namespace: shop}
spec: {podSelector: {matchLabels: {app: mill}}, ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 22}]}]}
`;
  const LAUNCHER = `
apiVersion: v1
kind: Pod
metadata:
  name: virt-launcher-mill-x7k2p
  namespace: shop
  labels: {app: mill, kubevirt.io: virt-launcher}
  ownerReferences: [{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance, name: mill, controller: true}]
status: {podIPs: [{ip: 10.128.0.9}]}
`;

  it.each([
    ['has no pod yet', []],
    ['runs', [LAUNCHER]],
  ])('has one line for a machine that %s', (_, pods) => {
    const files = { 'all.yaml': [DEFAULT, MACHINE, POLICIES, ...pods].join('---') };
    expect(listFlows(files, { to: 'shop/mill' })).toBe('shop/web[Deployment] => shop/mill[VirtualMachine] : TCP 22');
  });
});
