import fc from 'fast-check';
import { STATELESS } from './brute-force.js';
import type {
  AdminPeer,
  AdminPort,
  NetworkPolicyPeer,
  NetworkPolicyRule,
  Selector,
  TestNamespace,
  TestPod,
  TestWorld,
} from './objects.js';

const PORTS = [80, 443, 8080];
export const NAMESPACES: readonly TestNamespace[] = [
  { name: 'shop', labels: { team: 'red', tier: 'prod' } },
  { name: 'front', labels: { team: 'blue', tier: 'prod' } },
  { name: 'tools', labels: { team: 'red' } },
];

/** Addresses that no pod has: outside, on both sides of a boundary of blocks, and in the pod network. */
export const ADDRESSES = ['192.0.2.1', '192.0.2.200', '10.128.0.200', '10.9.0.1'];

const namedPort = fc.constantFrom(
  { name: 'web', protocol: 'TCP', containerPort: 8080 },
  { name: 'web', protocol: 'TCP', containerPort: 80 },
  { name: 'web', protocol: 'UDP', containerPort: 443 },
);
const pods: fc.Arbitrary<TestPod[]> = fc
  .array(
    fc.record({
      labels: fc.record({ app: fc.constantFrom('a', 'b'), role: fc.constantFrom('x', 'y') }, { requiredKeys: [] }),
      ports: fc.array(namedPort, { maxLength: 1 }),
    }),
    { minLength: 9, maxLength: 9 },
  )
  .map((all) =>
    all.map(({ labels, ports }, index) => ({
      namespace: NAMESPACES[Math.floor(index / 3)]?.name ?? '',
      name: `pod-${index % 3}`,
      address: `10.128.0.${10 + index * 8}`,
      labels: labels,
      ports,
    })),
  );

const podSelector: fc.Arbitrary<Selector> = fc.constantFrom<Selector[]>(
  {},
  { matchLabels: { app: 'a' } },
  { matchLabels: { app: 'b', role: 'x' } },
  { matchExpressions: [{ key: 'role', operator: 'NotIn', values: ['y'] }] },
  { matchExpressions: [{ key: 'role', operator: 'DoesNotExist' }] },
);
const namespaceSelector: fc.Arbitrary<Selector> = fc.constantFrom<Selector[]>(
  {},
  { matchLabels: { team: 'red' } },
  { matchLabels: { 'kubernetes.io/metadata.name': 'front' } },
  { matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
);
const block = fc.constantFrom<NonNullable<NetworkPolicyPeer['ipBlock']>[]>(
  { cidr: '0.0.0.0/0' },
  { cidr: '0.0.0.0/0', except: ['10.128.0.0/14', '192.0.2.0/25'] },
  { cidr: '192.0.2.0/24', except: ['192.0.2.128/25'] },
  { cidr: '10.128.0.32/27' },
  { cidr: '10.0.0.0/8', except: ['10.128.0.16/28'] },
);
const networkPolicyPeer: fc.Arbitrary<NetworkPolicyPeer> = fc.oneof(
  podSelector.map((one) => ({ podSelector: one })),
  namespaceSelector.map((one) => ({ namespaceSelector: one })),
  fc.record({ podSelector, namespaceSelector }),
  block.map((ipBlock) => ({ ipBlock })),
);
const protocol = fc.constantFrom('TCP', 'UDP');
const networkPolicyPort = fc.oneof(
  fc.record({ protocol, port: fc.constantFrom(...PORTS) }, { requiredKeys: ['port'] }),
  fc.record({ protocol, port: fc.constant(80), endPort: fc.constantFrom(80, 443, 8080) }),
);
const some = <T>(one: fc.Arbitrary<T>, maxLength: number) => fc.array(one, { maxLength });
/** Beside numbers of its protocol OVN-Kubernetes does not see an entry without a port: the two are not mixed here. */
const networkPolicyPorts = fc.oneof(
  some(networkPolicyPort, 2),
  protocol.map((one) => [{ protocol: one }]),
);
const networkPolicyRule = (field: 'from' | 'to') =>
  fc.record({ [field]: some(networkPolicyPeer, 2), ports: networkPolicyPorts }, { requiredKeys: [] });
/** Rules of a direction that the types leave out would be rows all the same: they are not written here. */
const networkPolicySpec = fc
  .record({
    podSelector,
    policyTypes: fc.constantFrom<(readonly string[] | undefined)[]>(
      undefined,
      ['Ingress'],
      ['Egress'],
      ['Ingress', 'Egress'],
    ),
    ingress: some(networkPolicyRule('from'), 2),
    egress: some(networkPolicyRule('to'), 2),
  })
  .map(({ policyTypes, ingress, egress, ...rest }) => ({
    ...rest,
    ...(policyTypes ? { policyTypes } : {}),
    ...(policyTypes?.includes('Ingress') === false ? {} : { ingress }),
    ...(policyTypes?.includes('Egress') === false ? {} : { egress }),
  }));

const adminSubject = fc.oneof(
  namespaceSelector.map((namespaces) => ({ namespaces })),
  fc.record({ namespaceSelector, podSelector }).map((own) => ({ pods: own })),
);
const adminPort: fc.Arbitrary<AdminPort> = fc.oneof(
  fc.record({ protocol, port: fc.constantFrom(...PORTS) }).map((portNumber) => ({ portNumber })),
  fc.constant({ portRange: { protocol: 'TCP', start: 81, end: 8080 } }),
);
const namedAdminPort = fc.oneof(adminPort, fc.constant({ namedPort: 'web' }));
const actions = {
  AdminNetworkPolicy: ['Allow', 'Deny', 'Pass'],
  BaselineAdminNetworkPolicy: ['Allow', 'Deny'],
} as const;
type AdminKind = keyof typeof actions;
const adminRule = (
  kind: AdminKind,
  field: 'from' | 'to',
  peer: fc.Arbitrary<AdminPeer>,
  port: fc.Arbitrary<AdminPort>,
) =>
  fc.record(
    {
      action: fc.constantFrom(...actions[kind]),
      [field]: fc.array(peer, { minLength: 1, maxLength: 2 }),
      ports: some(port, 2),
    },
    { requiredKeys: ['action', field] },
  );
const network: fc.Arbitrary<AdminPeer> = fc
  .constantFrom('0.0.0.0/0', '192.0.2.0/24', '10.128.0.32/27')
  .map((cidr) => ({ networks: [cidr] }));
const adminPolicy = (kind: AdminKind, priority?: number) =>
  fc
    .record({
      subject: adminSubject,
      ingress: some(adminRule(kind, 'from', adminSubject, namedAdminPort), 2),
      egress: some(
        fc.oneof(
          adminRule(kind, 'to', adminSubject, namedAdminPort),
          adminRule(kind, 'to', fc.oneof(network, adminSubject), adminPort),
        ),
        2,
      ),
    })
    .map((spec) => ({
      kind,
      name: priority === undefined ? 'default' : `guard-${priority}`,
      spec: { ...spec, ...(priority === undefined ? {} : { priority }) },
    }));

const firewallRule = fc.record(
  {
    type: fc.constantFrom('Allow', 'Deny'),
    to: fc
      .constantFrom('0.0.0.0/0', '192.0.2.0/24', '192.0.2.1/32', '10.0.0.0/8')
      .map((cidrSelector) => ({ cidrSelector })),
    ports: fc.array(fc.record({ protocol, port: fc.constantFrom(...PORTS) }), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['type', 'to'] },
);
const name = fc.constantFrom(...NAMESPACES.map((one) => one.name));

/** Small clusters: three namespaces of three pods, and some policies of every kind. */
export const worlds: fc.Arbitrary<TestWorld> = fc
  .record({
    pods,
    networkPolicies: fc.array(fc.record({ namespace: name, spec: networkPolicySpec }), { maxLength: 4 }),
    first: fc.option(adminPolicy('AdminNetworkPolicy', 10), { nil: undefined }),
    second: fc.option(adminPolicy('AdminNetworkPolicy', 20), { nil: undefined }),
    baseline: fc.option(adminPolicy('BaselineAdminNetworkPolicy'), { nil: undefined }),
    firewall: fc.option(fc.record({ namespace: name, egress: fc.array(firewallRule, { maxLength: 3 }) }), {
      nil: undefined,
    }),
  })
  .map(({ pods: own, networkPolicies, first, second, baseline, firewall }) => ({
    namespaces: NAMESPACES,
    pods: own,
    policies: [
      ...networkPolicies.map((one, index) => ({ kind: 'NetworkPolicy', name: `policy-${index}`, ...one })),
      ...[first, second, baseline].filter((one) => one !== undefined),
      ...(firewall
        ? [{ kind: 'EgressFirewall', namespace: firewall.namespace, spec: { egress: firewall.egress } }]
        : []),
    ] as TestWorld['policies'],
  }));

/** Worlds where some of the NetworkPolicies are stateless, and their rules may be for all ports of clients. */
export function withStateless(all: fc.Arbitrary<TestWorld>): fc.Arbitrary<TestWorld> {
  const marks = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
  return fc.tuple(all, marks, fc.boolean()).map(([world, stateless, isWide]) => ({
    ...world,
    policies: world.policies.map((policy, index) => {
      if (policy.kind !== 'NetworkPolicy' || stateless[index] !== true) return policy;
      const { ingress, egress, ...rest } = policy.spec;
      const widened = isWide ? { ingress: ingress?.map(widen), egress: egress?.map(widen) } : { ingress, egress };
      const rules = Object.entries(widened).filter(([, own]) => own !== undefined);
      return { ...policy, annotations: { [STATELESS]: 'true' }, spec: { ...rest, ...Object.fromEntries(rules) } };
    }),
  }));
}

/** The rule for all ports of clients too; entries with a port are not mixed with those without. */
function widen(rule: NetworkPolicyRule): NetworkPolicyRule {
  const { ports = [] } = rule;
  const all = ['TCP', 'UDP'].map((one) => ({ protocol: one, port: 1024, endPort: 65_535 }));
  return ports.some(({ port }) => port === undefined) ? rule : { ...rule, ports: [...ports, ...all] };
}
