import { textOf } from '../../src/model/kubernetes-object.js';
import type { Json, JsonObject } from '../../src/std/json.js';
import { nodeObject } from './init-node.js';

const TOP = 'must-gather.local.415/quay-io-openshift-release-dev-ocp-v4-0-art-dev-sha256-0a1b';
/** Where `oc adm must-gather` puts the Northbound databases of the zones. */
export const DATABASES = `${TOP}/network_logs/ovnk_database_store.tar.gz`;
export const NODES = ['worker-1', 'worker-2', 'worker-3'];

const inside = (path: string): string => `${TOP}/${path}`;
const list = (items: readonly JsonObject[]): string =>
  `---\n${JSON.stringify({ apiVersion: 'v1', kind: 'List', items: items as Json[] })}\n`;
const one = (object: JsonObject): string => `---\n${JSON.stringify(object)}\n`;

/** Objects as a repository has them, one document each. */
export const manifestsOf = (objects: readonly JsonObject[]): string =>
  objects
    .map((object) => one(Object.fromEntries(Object.entries(object).filter(([field]) => field !== 'status'))))
    .join('');

/** A node with what ovnkube of OpenShift 4.15 writes on it: no `node-encap-ips`, and the old names of other annotations. */
function node(number: number): JsonObject {
  const { metadata, ...rest } = nodeObject(number);
  const { annotations, labels, name } = metadata as Record<string, JsonObject>;
  const gateway = textOf(annotations?.['k8s.ovn.org/l3-gateway-config']).replace('"local"', '"shared"');
  const added = {
    'k8s.ovn.org/node-masquerade-subnet': undefined,
    'k8s.ovn.org/l3-gateway-config': gateway,
    'k8s.ovn.org/node-gateway-router-lrp-ifaddr': JSON.stringify({ ipv4: `100.64.0.${number + 1}/16` }),
    'k8s.ovn.org/node-mgmt-port-mac-address': `0a:58:0a:80:0${2 * number}:02`,
    'k8s.ovn.org/remote-zone-migrated': `worker-${number}`,
  };
  return {
    ...rest,
    metadata: {
      name: name as unknown as string,
      labels: { ...labels, 'kubernetes.io/hostname': `worker-${number}`, ...(number === 3 ? { role: 'infra' } : {}) },
      annotations: JSON.parse(JSON.stringify({ ...annotations, ...added })) as JsonObject,
    },
    status: {
      addresses: [
        { type: 'InternalIP', address: `192.168.10.1${number}` },
        { type: 'Hostname', address: `worker-${number}` },
      ],
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

function pod(namespace: string, name: string, number: number, at: number, labels: JsonObject): JsonObject {
  const address = `10.128.${2 * number}.${at}`;
  const network = {
    ip_addresses: [`${address}/23`],
    mac_address: `0a:58:0a:80:0${2 * number}:0${at}`,
    gateway_ips: [`10.128.${2 * number}.1`],
    ip_address: `${address}/23`,
    gateway_ip: `10.128.${2 * number}.1`,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      uid: `5b6f0000-0000-4000-8000-0000000000${number}${at}`,
      labels,
      annotations: { 'k8s.ovn.org/pod-networks': JSON.stringify({ default: network }) },
    },
    spec: { nodeName: `worker-${number}`, containers: [{ name: 'main' }] },
    status: { phase: 'Running', podIPs: [{ ip: address }], podIP: address },
  };
}

const namespace = (name: string, labels: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'kubernetes.io/metadata.name': name, ...labels } },
});

const egressIP = (name: string, address: string, onNode: string, spec: JsonObject): JsonObject => ({
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressIP',
  metadata: { name },
  spec: { egressIPs: [address], ...spec },
  status: { items: [{ egressIP: address, node: onNode }] },
});

/** The resources that the teams of the cluster have in their repository. */
export const RESOURCES: Readonly<Record<string, readonly JsonObject[]>> = {
  'egress/addresses.yaml': [
    egressIP('ferry', '192.168.10.100', 'worker-2', { namespaceSelector: { matchLabels: { team: 'shop' } } }),
    egressIP('lighter', '192.168.10.101', 'worker-1', {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'front' } },
      podSelector: { matchLabels: { app: 'client' } },
    }),
  ],
  'egress/shop.yaml': [
    {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressFirewall',
      metadata: { name: 'default', namespace: 'shop' },
      spec: {
        egress: [
          { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } },
          { type: 'Allow', to: { nodeSelector: { matchLabels: { role: 'infra' } } } },
          { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
        ],
      },
    },
    {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressQoS',
      metadata: { name: 'default', namespace: 'shop' },
      spec: {
        egress: [{ dscp: 46, dstCIDR: '203.0.113.0/24', podSelector: { matchLabels: { app: 'web' } } }, { dscp: 10 }],
      },
    },
  ],
  'policies/db.yaml': [
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'from-shop', namespace: 'db' },
      spec: {
        podSelector: { matchLabels: { app: 'db' } },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          {
            from: [{ namespaceSelector: { matchLabels: { team: 'shop' } } }],
            ports: [{ protocol: 'TCP', port: 5432 }],
          },
        ],
        egress: [
          {
            to: [
              { ipBlock: { cidr: '198.51.100.0/24', except: ['198.51.100.64/26'] } },
              { ipBlock: { cidr: '192.0.2.0/24' } },
            ],
          },
        ],
      },
    },
  ],
};

/** An AdminNetworkPolicy whose peers are those of network-policy-api v0.1.2, which later releases do not know. */
export const OLD_ADMIN_POLICY: JsonObject = {
  apiVersion: 'policy.networking.k8s.io/v1alpha1',
  kind: 'AdminNetworkPolicy',
  metadata: { name: 'keep-out' },
  spec: {
    priority: 10,
    subject: { namespaces: { matchLabels: { 'kubernetes.io/metadata.name': 'db' } } },
    ingress: [{ action: 'Deny', from: [{ namespaces: { namespaceSelector: { matchLabels: { zone: 'guest' } } } }] }],
  },
};

const OVNKUBE = `[default]
mtu="1400"
cluster-subnets="10.128.0.0/14/23"
encap-port="6081"
enable-lflow-cache=true
lflow-cache-limit-kb=1048576

[kubernetes]
service-cidrs="172.30.0.0/16"
ovn-config-namespace="openshift-ovn-kubernetes"
cacert="/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"
apiserver="https://api-int.example.invalid:6443"
host-network-namespace="openshift-host-network"
platform-type="BareMetal"
healthz-bind-address="0.0.0.0:10256"
dns-service-namespace="openshift-dns"
dns-service-name="dns-default"

[ovnkubernetesfeature]
enable-egress-ip=true
enable-egress-firewall=true
enable-egress-qos=true
enable-egress-service=true
egressip-node-healthcheck-port=9107
enable-multi-network=true
enable-multi-network-policy=false
enable-admin-network-policy=true
enable-multi-external-gateway=true

[gateway]
mode=shared
nodeport=true
`;

/**
 * The must-gather of a cluster of OpenShift 4.15 with three nodes, each a zone. The databases of the zones are no part of it:
 * they belong to `DATABASES`.
 */
export function mustGather415(): Readonly<Record<string, string>> {
  const namespaced = Object.values(RESOURCES)
    .flat()
    .map((object) => [object, object.metadata as Record<string, string | undefined>, textOf(object.kind)] as const);
  return {
    [`${TOP}/version`]: 'openshift/must-gather\n4.15.0-202402082307.p0.g1a2b3c4.assembly.stream.el9-1a2b3c4\n',
    ...Object.fromEntries(
      NODES.map((name, index) => [inside(`cluster-scoped-resources/core/nodes/${name}.yaml`), one(node(index + 1))]),
    ),
    [inside('cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml')]: one({
      apiVersion: 'config.openshift.io/v1',
      kind: 'ClusterVersion',
      metadata: { name: 'version' },
      spec: { channel: 'stable-4.15', clusterID: '00000000-0000-4000-8000-000000000415' },
      status: {
        desired: { version: '4.15.28' },
        history: [
          { state: 'Completed', version: '4.15.28' },
          { state: 'Completed', version: '4.15.3' },
        ],
      },
    }),
    [inside('cluster-scoped-resources/config.openshift.io/networks/cluster.yaml')]: one({
      apiVersion: 'config.openshift.io/v1',
      kind: 'Network',
      metadata: { name: 'cluster' },
      spec: {
        clusterNetwork: [{ cidr: '10.128.0.0/14', hostPrefix: 23 }],
        serviceNetwork: ['172.30.0.0/16'],
        networkType: 'OVNKubernetes',
      },
      status: {
        clusterNetwork: [{ cidr: '10.128.0.0/14', hostPrefix: 23 }],
        serviceNetwork: ['172.30.0.0/16'],
        networkType: 'OVNKubernetes',
        clusterNetworkMTU: 1400,
      },
    }),
    [inside('namespaces/openshift-ovn-kubernetes/core/configmaps.yaml')]: list([
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'ovnkube-config', namespace: 'openshift-ovn-kubernetes' },
        data: { 'ovnkube.conf': OVNKUBE },
      },
    ]),
    ...Object.fromEntries(
      [
        namespace('shop', { team: 'shop' }),
        namespace('front'),
        namespace('db'),
        namespace('guest', { zone: 'guest' }),
      ].map((object) => {
        const { name } = object.metadata as Record<string, string>;
        return [inside(`namespaces/${name}/${name}.yaml`), one(object)];
      }),
    ),
    [inside('namespaces/shop/core/pods.yaml')]: list([
      pod('shop', 'web-0', 1, 5, { app: 'web' }),
      pod('shop', 'web-1', 2, 5, { app: 'web' }),
      pod('shop', 'batch-0', 3, 5, { app: 'batch' }),
    ]),
    [inside('namespaces/front/core/pods.yaml')]: list([pod('front', 'client-0', 3, 6, { app: 'client' })]),
    [inside('namespaces/db/core/pods.yaml')]: list([pod('db', 'db-0', 2, 6, { app: 'db' })]),
    [inside('namespaces/guest/core/pods.yaml')]: list([pod('guest', 'visitor-0', 1, 6, { app: 'visitor' })]),
    ...Object.fromEntries(
      namespaced.map(([object, { name = '', namespace: place }, kind]) => {
        const plural =
          {
            EgressIP: 'egressips',
            EgressFirewall: 'egressfirewalls',
            EgressQoS: 'egressqoses',
            NetworkPolicy: 'networkpolicies',
          }[kind] ?? '';
        const group = textOf(object.apiVersion).split('/', 1).join();
        return place === undefined
          ? [inside(`cluster-scoped-resources/${group}/${plural}/${name}.yaml`), one(object)]
          : [inside(`namespaces/${place}/${group}/${plural}/${name}.yaml`), one(object)];
      }),
    ),
  };
}
