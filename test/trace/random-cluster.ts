import { isAvailable } from '../../src/northbound/schema/version.js';
import type { Family, TestCluster, TestPod } from '../ovn/cluster.js';
import { egressFirewall, egressIP, egressQoS, egressService } from '../ovn/egress.js';
import { service } from '../ovn/service.js';
import type { Random } from '../rig/random.js';

export const NAMESPACES = ['harbor', 'quay', 'pier', 'wharf'];
const APPS = ['web', 'db', 'mail'];
const ASSIGNABLE = { 'k8s.ovn.org/egress-assignable': '' };
/** Addresses outside that rules and packets are about. */
export const OUTSIDE: Readonly<Record<Family, readonly string[]>> = {
  IPv4: ['203.0.113.5', '203.0.113.200', '198.51.100.9', '192.0.2.40', '192.168.50.77'],
  IPv6: ['2001:db8:a::5', '2001:db8:b::9', '2001:db8:d::40'],
};
const BLOCKS: Readonly<Record<Family, readonly string[]>> = {
  IPv4: ['203.0.113.0/24', '203.0.113.0/25', '198.51.100.0/24', '0.0.0.0/0', '10.128.2.0/24'],
  IPv6: ['2001:db8:a::/48', '2001:db8::/32', '::/0'],
};
export const PORTS = [80, 443, 8080] as const;
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'] as const;
/** Northbound schemas that brought ACL tiers, and packet marks of QoS rules. */
const TIERS_SINCE = '7.0.4';
const MARKS_SINCE = '7.3.0';

/** A random cluster with resources of all kinds that a schema version takes. */
export function randomCluster(random: Random, schemaVersion: string): TestCluster {
  const base = randomBase(random);
  return { ...base, resources: randomResources(random, base, schemaVersion).flat() };
}

/** A random cluster, and the same after a change: of resources, and of labels that they select by. */
export function randomRevisions(
  random: Random,
  schemaVersion: string,
): { readonly before: TestCluster; readonly after: TestCluster } {
  const base = randomBase(random);
  const old = randomResources(random, base, schemaVersion);
  const now = randomResources(random, base, schemaVersion);
  const chosen = old.map((group, index) => pick(random, [group, group, now[index] ?? [], []]));
  return {
    before: { ...base, resources: old.flat() },
    after: { ...changeLabels(random, base), resources: chosen.flat() },
  };
}

function randomBase(random: Random): TestCluster {
  const families: Family[] = random(2) === 0 ? ['IPv4'] : ['IPv4', 'IPv6'];
  const nodes = ['oak', 'elm', 'fir'].map((name, index) => ({
    name,
    id: index + 2,
    labels: randomNodeLabels(random),
    inSecondary: random(2) === 0,
  }));
  const pods = Array.from({ length: 9 }, (_, index): TestPod => ({
    namespace: pick(random, NAMESPACES),
    name: `pod-${index}`,
    node: nodes[index % nodes.length]?.name ?? '',
    number: 5 + index,
    labels: { app: pick(random, APPS) },
  }));
  return {
    families,
    interconnect: random(2) === 0,
    gatewayMode: random(3) === 0 ? ('local' as const) : ('shared' as const),
    nodes,
    namespaces: NAMESPACES,
    namespaceLabels: randomNamespaceLabels(random),
    pods,
    // ovn-trace knows no variables of chassis.
    serviceTemplates: false,
    dns: { 'api.example.com': ['192.0.2.40'] },
    resources: [],
  };
}

function randomNodeLabels(random: Random): Record<string, string> {
  return { role: random(2) === 0 ? 'infra' : 'worker', ...(random(3) > 0 ? ASSIGNABLE : {}) };
}

function randomNamespaceLabels(random: Random): Record<string, Record<string, string>> {
  return Object.fromEntries(NAMESPACES.map((name) => [name, { team: random(2) === 0 ? 'red' : 'blue' }]));
}

/** Some other labels: of a pod, of a node, of the namespaces. */
function changeLabels(random: Random, base: TestCluster): TestCluster {
  const [pod, node] = [pick(random, base.pods), pick(random, base.nodes)];
  const labels = { app: pick(random, APPS) };
  return {
    ...base,
    pods: random(2) === 0 ? base.pods.map((one) => (one === pod ? { ...one, labels } : one)) : base.pods,
    nodes:
      random(3) === 0
        ? base.nodes.map((one) => (one === node ? { ...one, labels: randomNodeLabels(random) } : one))
        : base.nodes,
    ...(random(3) === 0 ? { namespaceLabels: randomNamespaceLabels(random) } : {}),
  };
}

/** Random resources, those that belong together in a group. */
function randomResources(random: Random, base: TestCluster, schemaVersion: string): readonly (readonly object[])[] {
  const { families, pods } = base;
  return [
    ...NAMESPACES.map((namespace) => (random(2) === 0 ? [randomFirewall(random, namespace, families)] : [])),
    ...NAMESPACES.map((namespace) => (random(3) === 0 ? [randomQoS(random, namespace, families)] : [])),
    Array.from({ length: random(4) }, (_, index) => networkPolicy(random, index, families)),
    isAvailable(TIERS_SINCE, schemaVersion) ? adminPolicies(random, families) : [],
    isAvailable(MARKS_SINCE, schemaVersion) ? egressIPs(random, families) : [],
    services(random, pods, families),
    externalRoutes(random),
    egressServices(random, base),
  ];
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

function ports(random: Random): { readonly protocol: (typeof PROTOCOLS)[number]; readonly port: number }[] {
  return Array.from({ length: random(3) }, () => ({ protocol: pick(random, PROTOCOLS), port: pick(random, PORTS) }));
}

function randomFirewall(random: Random, namespace: string, families: readonly Family[]): object {
  const rules = Array.from({ length: 1 + random(5) }, () => {
    const to = pick(random, [
      { cidrSelector: pick(random, BLOCKS[pick(random, families)]) },
      { cidrSelector: pick(random, BLOCKS[pick(random, families)]) },
      { dnsName: 'api.example.com' },
      { nodeSelector: { matchLabels: { role: 'infra' } } },
    ]);
    const own = ports(random);
    return {
      type: random(2) === 0 ? ('Allow' as const) : ('Deny' as const),
      to,
      ...(own.length > 0 ? { ports: own } : {}),
    };
  });
  return egressFirewall(namespace, ...rules);
}

function randomQoS(random: Random, namespace: string, families: readonly Family[]): object {
  const rules = Array.from({ length: 1 + random(3) }, () => ({
    dscp: random(64),
    ...(random(2) === 0 ? { dstCIDR: pick(random, BLOCKS[pick(random, families)]) } : {}),
    ...(random(2) === 0 ? { podSelector: { matchLabels: { app: pick(random, APPS) } } } : {}),
  }));
  return egressQoS(namespace, ...rules);
}

function peer(random: Random, families: readonly Family[]): object {
  return pick(random, [
    { podSelector: { matchLabels: { app: pick(random, APPS) } } },
    { namespaceSelector: { matchLabels: { team: 'red' } } },
    { ipBlock: { cidr: pick(random, BLOCKS[pick(random, families)]) } },
    { ipBlock: { cidr: '0.0.0.0/0', except: ['203.0.113.0/25', '10.128.3.0/24'] } },
  ]);
}

function networkPolicy(random: Random, index: number, families: readonly Family[]): object {
  const rules = (side: 'from' | 'to'): object[] =>
    Array.from({ length: random(3) }, () => {
      const own = ports(random);
      return { [side]: [peer(random, families), peer(random, families)], ...(own.length > 0 ? { ports: own } : {}) };
    });
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { namespace: pick(random, NAMESPACES), name: `policy-${index}` },
    spec: {
      podSelector: random(2) === 0 ? {} : { matchLabels: { app: pick(random, APPS) } },
      policyTypes: pick(random, [['Ingress'], ['Egress'], ['Ingress', 'Egress']]),
      ingress: rules('from'),
      egress: rules('to'),
    },
  };
}

function adminPolicies(random: Random, families: readonly Family[]): object[] {
  const rules = (side: 'from' | 'to', isBaseline: boolean): object[] =>
    Array.from({ length: random(3) }, () => {
      const own = ports(random).map((port) => ({ portNumber: { protocol: port.protocol, port: port.port } }));
      const peers: object[] = [{ namespaces: { matchLabels: { team: pick(random, ['red', 'blue']) } } }];
      if (side === 'to' && random(2) === 0) peers.push({ networks: [pick(random, BLOCKS[pick(random, families)])] });
      const action = pick(random, isBaseline ? ['Allow', 'Deny'] : ['Allow', 'Deny', 'Pass']);
      return { action, [side]: peers, ...(own.length > 0 ? { ports: own } : {}) };
    });
  const policy = (kind: string, name: string, priority?: number): object => ({
    apiVersion: 'policy.networking.k8s.io/v1alpha1',
    kind,
    metadata: { name },
    spec: {
      ...(priority === undefined ? {} : { priority }),
      subject: { namespaces: random(2) === 0 ? {} : { matchLabels: { team: 'blue' } } },
      ingress: rules('from', priority === undefined),
      egress: rules('to', priority === undefined),
    },
  });
  return [
    ...(random(2) === 0 ? [policy('AdminNetworkPolicy', 'guard', 10)] : []),
    ...(random(3) === 0 ? [policy('AdminNetworkPolicy', 'watch', 20)] : []),
    ...(random(2) === 0 ? [policy('BaselineAdminNetworkPolicy', 'default')] : []),
  ];
}

function egressIPs(random: Random, families: readonly Family[]): object[] {
  return Array.from({ length: random(3) }, (_, index) => {
    const isIPv6 = families.includes('IPv6') && random(3) === 0;
    const secondary = random(3) === 0;
    const address = isIPv6
      ? `${secondary ? 'fd20' : 'fd00:50'}::${200 + index}`
      : `${secondary ? '10.20.30' : '192.168.50'}.${200 + index}`;
    const labels: NonNullable<TestPod['labels']> = random(2) === 0 ? {} : { app: pick(random, APPS) };
    return egressIP(`ferry-${index}`, address, pick(random, NAMESPACES), labels);
  });
}

function services(random: Random, pods: readonly TestPod[], families: readonly Family[]): object[] {
  return Array.from({ length: 2 }, (_, index) => {
    const endpoints = pods
      .filter(() => random(4) === 0)
      .map(({ node, number }) => `10.128.${['oak', 'elm', 'fir'].indexOf(node) + 2}.${number} ${node}`);
    const clusterIPs = [`172.16.1.${10 + index}`, ...(families.includes('IPv6') ? [`fd02::${10 + index}`] : [])];
    const isNodePort = random(2) === 0;
    const nodePort = 30_000 + index;
    return service(
      `svc-${index}`,
      {
        type: isNodePort ? 'NodePort' : 'ClusterIP',
        clusterIP: clusterIPs[0],
        clusterIPs,
        ...(random(4) === 0 ? { internalTrafficPolicy: 'Local' } : {}),
        ...(isNodePort && random(3) === 0 ? { externalTrafficPolicy: 'Local' } : {}),
        ports: [{ name: 'web', protocol: 'TCP', port: 80, ...(isNodePort ? { nodePort } : {}) }],
      },
      endpoints,
    );
  }).flat();
}

function externalRoutes(random: Random): object[] {
  if (random(3) > 0) return [];
  const namespace = pick(random, NAMESPACES);
  return [
    {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'AdminPolicyBasedExternalRoute',
      metadata: { name: 'far' },
      spec: {
        from: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } },
        nextHops: { static: [{ ip: '192.168.50.101' }, ...(random(2) === 0 ? [{ ip: '192.168.50.102' }] : [])] },
      },
    },
  ];
}

function egressServices(random: Random, { pods }: TestCluster): readonly object[] {
  if (random(3) > 0) return [];
  const [pod] = pods.filter(({ namespace }) => namespace === 'pier');
  if (!pod) return [];
  const address = `10.128.${['oak', 'elm', 'fir'].indexOf(pod.node) + 2}.${pod.number}`;
  return egressService({
    namespace: 'pier',
    name: 'front',
    ingress: ['192.0.2.99'],
    endpoints: [`${address} ${pod.node}`],
  });
}
