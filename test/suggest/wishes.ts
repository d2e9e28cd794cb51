import fc from 'fast-check';
import type { TestEnd, TestExpectation } from '../expectations/brute-force.js';
import type { TestNamespace, TestPod, TestWorld } from '../traffic/policies/objects.js';

const NAMESPACES: readonly TestNamespace[] = [
  { name: 'shop', labels: { team: 'red', tier: 'prod' } },
  { name: 'front', labels: { team: 'blue', tier: 'prod' } },
  { name: 'tools', labels: { team: 'red' } },
  { name: 'kube-system', labels: {} },
];
/** The namespaces that policies are suggested for. */
export const NAMED = ['shop', 'front'];
/** One address at least between any two boundaries of the networks in wishes. */
export const ADDRESSES = ['192.0.2.1', '192.0.2.200', '198.51.100.1', '10.9.0.1', '203.0.113.9', '203.0.113.77'];
/** Pinned answers of DNS names. */
export const ANSWERS = { 'api.example.com': '203.0.113.77', 'db.example.org': '203.0.113.9' };

const DNS: TestPod = {
  namespace: 'kube-system',
  name: 'coredns-0',
  address: '10.128.3.1',
  labels: { 'k8s-app': 'kube-dns', 'pod-template-hash': 'd1' },
  ports: [{ name: 'dns', protocol: 'UDP', containerPort: 53 }],
};
const pods: fc.Arbitrary<TestPod[]> = fc
  .array(
    fc.record({
      labels: fc.record(
        {
          app: fc.constantFrom('a', 'b', 'c'),
          role: fc.constantFrom('x', 'y'),
          'pod-template-hash': fc.constantFrom('h1', 'h2'),
        },
        { requiredKeys: ['pod-template-hash'] },
      ),
      namespace: fc.constantFrom(...NAMESPACES.map(({ name }) => name)),
    }),
    { minLength: 6, maxLength: 11 },
  )
  .map((all) => [
    ...all.map(({ labels, namespace }, index): TestPod => {
      return { namespace, name: `pod-${index}`, address: `10.128.0.${10 + index * 8}`, labels, ports: [] };
    }),
    DNS,
  ]);

/** Clusters without policies: pods with labels that some of them share, and a DNS server. */
export const clusters: fc.Arbitrary<TestWorld> = pods.map((own) => ({
  namespaces: NAMESPACES,
  pods: own,
  policies: [],
}));

const namespace = fc.constantFrom('shop', 'front', 'tools');
const labels = fc.constantFrom<Record<string, string>[]>({ app: 'a' }, { app: 'b', role: 'x' }, { role: 'y' });
const podsEnd: fc.Arbitrary<TestEnd> = fc.oneof(
  fc.record({ namespace }),
  fc.record({ namespace, labels }),
  fc.record({ labels }),
);
const addressEnd: fc.Arbitrary<TestEnd> = fc.oneof(
  fc.constant('outside' as const),
  fc
    .constantFrom('192.0.2.0/24', '192.0.2.128/25', '192.0.2.0/25', '198.51.100.0/24', '10.0.0.0/8', '0.0.0.0/0')
    .map((cidr) => ({ cidr })),
);
const anyEnd: fc.Arbitrary<TestEnd> = fc.oneof(
  { weight: 5, arbitrary: podsEnd },
  { weight: 3, arbitrary: addressEnd },
  { weight: 1, arbitrary: fc.constant('anywhere' as const) },
);
const ports = fc.constantFrom(['80/TCP'], ['81-443/TCP', '80/UDP'], ['TCP'], ['UDP', 'SCTP'], ['8080/TCP', '443/UDP']);
const withPorts = (end: fc.Arbitrary<TestEnd>): fc.Arbitrary<TestEnd> =>
  fc
    .tuple(end, fc.option(ports, { nil: undefined }))
    .map(([one, some]): TestEnd => (some === undefined || typeof one === 'string' ? one : { ...one, ports: some }));
const ends = fc.oneof(
  fc.record({ from: podsEnd, to: withPorts(anyEnd) }),
  fc.record({ from: anyEnd, to: withPorts(podsEnd) }),
);

/** Expectations that packets pass. Some of them select nothing. */
export const wishes: fc.Arbitrary<TestExpectation[]> = fc
  .array(ends, { minLength: 1, maxLength: 6 })
  .map((all) => all.map((own, index) => ({ name: `wish ${index}`, ...own, reachable: true as const })));

const fewPorts = fc.constantFrom(['80/TCP'], ['443/TCP', '80/UDP'], undefined);
const network = fc.constantFrom('192.0.2.0/24', '192.0.2.0/25', '198.51.100.0/24', '10.0.0.0/9');
const destination = fc.oneof(
  network.map((cidr) => ({ cidr })),
  fc.constantFrom(...Object.keys(ANSWERS)).map((name) => ({ name })),
);

/** A destination outside of the cluster for all pods of the first of the namespaces. */
export type OutsideWish = { readonly ports?: readonly string[] } & (
  { readonly cidr: string } | { readonly name: string }
);

/** Destinations outside with single ports. */
export const outsideWishes: fc.Arbitrary<OutsideWish[]> = fc.array(
  fc.tuple(destination, fewPorts).map(([to, ports]) => ({ ...to, ...(ports ? { ports } : {}) })),
  { minLength: 1, maxLength: 4 },
);
