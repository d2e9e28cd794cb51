import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServedKind } from '../../apply/cluster/discovery.js';
import type { JsonObject } from '../../../src/std/json.js';
import { eventually } from '../../rig/eventually.js';
import type { Running } from './run.js';

/** Kinds that a policy of the tests is about, beside those that every rig serves. */
export const MORE_KINDS: readonly ServedKind[] = [
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    plural: 'endpointslices',
    namespaced: true,
    hasStatus: false,
  },
  { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressQoS', plural: 'egressqoses', namespaced: true, hasStatus: true },
];

/** A repository whose rows depend on the pods of a namespace. */
export const REPOSITORY = {
  'weir.yaml': 'topology: managed\nfeatures: [egressQoS, egressIP]\nmanifests: [egress/*.yaml]\n',
  'egress/qos.yaml': `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: {name: default, namespace: shop}
spec:
  egress:
    - {dscp: 46, podSelector: {matchLabels: {app: till}}}
`,
  'egress/egressip.yaml': `apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: {name: ferry}
spec:
  egressIPs: [192.168.10.50]
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}
`,
};

/** Puts a repository into the folder of a rig, with which it goes. */
export function writeRepository(rig: { readonly folder: string }, files: Readonly<Record<string, string>>): string {
  const folder = join(rig.folder, 'repository');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export function node(name: string, index: number): JsonObject {
  const address = `192.168.10.${index}`;
  const gateway = {
    mode: 'shared',
    'interface-id': `br-ex_${name}`,
    'mac-address': `52:54:00:00:00:${index}`,
    'ip-addresses': [`${address}/24`],
    'next-hops': ['192.168.10.1'],
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'k8s.ovn.org/egress-assignable': '' },
      annotations: {
        'k8s.ovn.org/node-id': String(index),
        'k8s.ovn.org/node-subnets': `{"default": ["10.128.${2 * index}.0/23"]}`,
        'k8s.ovn.org/node-primary-ifaddr': `{"ipv4": "${address}/24"}`,
        'k8s.ovn.org/host-cidrs': `["${address}/24"]`,
        'k8s.ovn.org/node-chassis-id': `chassis-${name}`,
        'k8s.ovn.org/l3-gateway-config': JSON.stringify({ default: gateway }),
      },
    },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

export function pod(name: string, address: string, nodeName = 'heron'): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', labels: { app: 'till' } },
    spec: { nodeName, containers: [] },
    status: { phase: 'Running', podIP: address, podIPs: [{ ip: address }] },
  };
}

/** Two nodes, a namespace and a pod. */
export const CLUSTER: readonly JsonObject[] = [
  node('heron', 11),
  node('otter', 12),
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop', labels: { 'kubernetes.io/metadata.name': 'shop' } },
  },
  pod('till-0', '10.128.22.5'),
];

/** Waits until a live applier has ended a cycle that began after this was called: the second that ends from now on. */
export async function aCycle({ logs }: Pick<Running, 'logs'>): Promise<void> {
  const ended = (): number => logs().match(/"msg":"(?:in sync|applied|failed|blocked)"/g)?.length ?? 0;
  const start = ended();
  await eventually('a cycle is over', () => ended() >= start + 2);
}
