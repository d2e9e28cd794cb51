import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/std/json.js';
import { compile } from '../../src/compile/compile.js';
import { messages } from '../../src/compile/5-lower/policies/messages.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import { lowerObjects, resource } from './pipeline.js';

const namespace = (name: string, labels: Record<string, string> = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
});
const pod = (home: string, name: string, address: string, labels: Record<string, string>): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: home, labels },
  spec: { nodeName: 'heron', containers: [{ name: 'main', ports: [{ name: 'http', containerPort: 8080 }] }] },
  status: { phase: 'Running', podIPs: [{ ip: address }] },
});

/** A cluster as platform teams have it: an application, the cluster's DNS, an ingress controller and monitoring. */
const CLUSTER: readonly JsonObject[] = [
  {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'heron', annotations: { 'k8s.ovn.org/host-cidrs': '["172.20.0.12/24"]' } },
  },
  namespace('shop', { team: 'shop' }),
  namespace('kube-system'),
  namespace('ingress-nginx', { 'network.openshift.io/policy-group': 'ingress' }),
  namespace('monitoring'),
  pod('shop', 'web-0', '10.128.0.5', { app: 'web' }),
  pod('shop', 'db-0', '10.128.0.6', { app: 'db' }),
  pod('kube-system', 'coredns-0', '10.128.0.7', { 'k8s-app': 'kube-dns' }),
  pod('ingress-nginx', 'controller-0', '10.128.0.8', { app: 'ingress' }),
  pod('monitoring', 'prometheus-0', '10.128.0.9', { app: 'prometheus' }),
];

const policy = (name: string, spec: JsonObject): JsonObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, namespace: 'shop' },
  spec,
});
const named = (name: string): JsonObject => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});
const ports = (...numbers: readonly number[]): Json => numbers.map((port) => ({ protocol: 'TCP', port }));
const DNS: JsonObject = {
  to: [{ ...named('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
  ports: [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ],
};
const anp = (name: string, priority: number, spec: JsonObject): JsonObject => ({
  apiVersion: 'policy.networking.k8s.io/v1alpha1',
  kind: 'AdminNetworkPolicy',
  metadata: { name },
  spec: { priority, subject: { namespaces: {} }, ...spec },
});

/** What is said of rules that others make pointless. */
function pointless(objects: readonly JsonObject[]): string[] {
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const { diagnostics } = compile({ configuration: configurationOf(''), files: [{ path: 'all.yaml', text }] });
  const codes = new Set(Object.values(messages).map(({ definition }) => definition.code));
  return diagnostics.flatMap(({ code, pointer = '' }) => (codes.has(code) ? [`${code} ${pointer}`] : []));
}

describe('policies that platform teams write every day have no finding', () => {
  const recipes: Readonly<Record<string, readonly JsonObject[]>> = {
    'deny all': [policy('deny-all', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] })],
    'deny all incoming connections': [policy('deny-ingress', { podSelector: {} })],
    'allow from the same namespace': [policy('same', { podSelector: {}, ingress: [{ from: [{ podSelector: {} }] }] })],
    'allow DNS': [policy('dns', { podSelector: {}, policyTypes: ['Egress'], egress: [DNS] })],
    'allow DNS to whatever server': [
      policy('dns', {
        podSelector: {},
        policyTypes: ['Egress'],
        egress: [{ ports: [{ protocol: 'UDP', port: 53 }] }],
      }),
    ],
    'allow an outside network beside a policy for DNS': [
      policy('dns', { podSelector: {}, policyTypes: ['Egress'], egress: [DNS] }),
      policy('partner', {
        podSelector: { matchLabels: { app: 'web' } },
        policyTypes: ['Egress'],
        egress: [{ to: [{ ipBlock: { cidr: '203.0.113.0/24' } }], ports: ports(443) }],
      }),
    ],
    'allow everything outside but private networks': [
      policy('internet', {
        podSelector: {},
        policyTypes: ['Egress'],
        egress: [DNS, { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '192.168.0.0/16'] } }] }],
      }),
    ],
    'allow from the ingress controller': [
      policy('ingress', {
        podSelector: { matchLabels: { app: 'web' } },
        ingress: [
          {
            from: [{ namespaceSelector: { matchLabels: { 'network.openshift.io/policy-group': 'ingress' } } }],
            ports: ports(8080),
          },
        ],
      }),
    ],
    'allow from monitoring': [
      policy('monitoring', {
        podSelector: {},
        ingress: [
          {
            from: [{ ...named('monitoring'), podSelector: { matchLabels: { app: 'prometheus' } } }],
            ports: ports(9090),
          },
        ],
      }),
    ],
    'allow an application its database': [
      policy('db', {
        podSelector: { matchLabels: { app: 'db' } },
        ingress: [{ from: [{ podSelector: { matchLabels: { app: 'web' } } }], ports: ports(5432) }],
      }),
    ],
    'allow everything': [policy('open', { podSelector: {}, ingress: [{}] })],
    'guard rails of the platform': [
      anp('platform', 10, {
        ingress: [
          {
            name: 'monitoring',
            action: 'Allow',
            from: [{ namespaces: named('monitoring').namespaceSelector as Json }],
          },
        ],
        egress: [
          { name: 'dns', action: 'Allow', to: [{ namespaces: named('kube-system').namespaceSelector as Json }] },
          { name: 'metadata', action: 'Deny', to: [{ networks: ['169.254.169.254/32'] }] },
        ],
      }),
      anp('tenants', 20, {
        ingress: [{ name: 'rest', action: 'Pass', from: [{ namespaces: {} }] }],
        egress: [{ action: 'Deny', to: [{ nodes: {} }], ports: [{ portNumber: { port: 22 } }] }],
      }),
      {
        apiVersion: 'policy.networking.k8s.io/v1alpha1',
        kind: 'BaselineAdminNetworkPolicy',
        metadata: { name: 'default' },
        spec: { subject: { namespaces: {} }, ingress: [{ action: 'Deny', from: [{ namespaces: {} }] }] },
      },
    ],
  };

  it.each(Object.entries(recipes))('%s', (_, policies) => {
    expect(lowerObjects([...CLUSTER, ...policies]).said).toEqual([]);
    expect(pointless([...CLUSTER, ...policies])).toEqual([]);
  });

  it('nor have they beside each other, an EgressFirewall, and a policy of an application that repeats them', () => {
    const names = [
      'deny all',
      'deny all incoming connections',
      'allow from the same namespace',
      'allow an outside network beside a policy for DNS',
      'allow from the ingress controller',
      'allow from monitoring',
      'guard rails of the platform',
    ];
    const application = policy('application', {
      podSelector: { matchLabels: { app: 'web' } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        { from: [named('ingress-nginx')], ports: ports(8080) },
        { from: [named('monitoring')], ports: ports(9090) },
      ],
      egress: [DNS, { to: [{ podSelector: { matchLabels: { app: 'db' } } }], ports: ports(5432) }],
    });
    const firewall = resource('EgressFirewall', 'shop', [
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } },
      { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
    ]);
    const objects = [...CLUSTER, ...names.flatMap((name) => recipes[name] ?? []), application, firewall];
    expect(pointless(objects)).toEqual([]);
  });

  it('nor have they without any inventory, but for that', () => {
    const said = Object.values(recipes).flatMap((policies) => lowerObjects(policies).said);
    expect([...new Set(said)]).toEqual(['warning inventory/no-nodes']);
  });
});
