import { type Family, type RoutedInterface, type TestCluster, type TestPod, podAddress } from '../ovn/cluster.js';
import { egressIP } from '../ovn/egress.js';
import type { Random } from '../rig/random.js';
import { TABLE, ofFamilies } from './mixed-cluster.js';
import { egressServiceOf } from './services.js';

const NAMESPACES = ['harbor', 'quay', 'pier', 'wharf'];
const APPS = ['web', 'db'];
const FAMILIES: readonly (readonly Family[])[] = [['IPv4'], ['IPv6'], ['IPv4', 'IPv6']];

/** Networks that interfaces may be in: `n` is the node's number. The second holds the first. */
const NETWORKS = [
  { name: 'ens4', addresses: ['10.20.30.<n>/24', 'fd20::<n>/64'], vias: ['10.20.30.1', 'fd20::1'] },
  { name: 'ens5', addresses: ['10.20.<n>.1/16', 'fd20:0:0:1::<n>/48'], vias: ['10.20.200.1', 'fd20:0:0:2::1'] },
  { name: 'ens6', addresses: ['172.20.0.<n>/28', 'fd21::<n>/64'], vias: ['172.20.0.9', 'fd21::9'] },
] as const;
const ROUTES = [
  ['default', 'default'],
  ['10.99.0.0/16', 'fd99::/48'],
  ['10.99.1.0/24', 'fd99:0:0:1::/64'],
  ['203.0.113.0/24', '2001:db8:a::/48'],
] as const;
const EGRESS = [
  ...['10.20.30.200', '10.20.30.201', '10.20.77.200', '172.20.0.10', '192.168.50.100'],
  ...['fd20::200', 'fd20::201', 'fd20:0:0:7::200', 'fd21::200', 'fd00:50::100'],
];

/** Whom packets are for: anywhere, by the routes, on the links and at their ends, egress addresses, and nodes. */
export const DESTINATIONS = [
  ...['203.0.113.10', '198.51.100.9', '10.99.1.1', '10.99.2.1', '10.20.30.77', '10.20.66.7', '172.20.0.7'],
  ...['10.20.30.255', '10.20.255.255', '172.20.0.15', '10.20.30.13', '10.20.30.14', '192.168.50.12', '192.168.50.13'],
  ...['2001:db8:a::10', '2001:db8:b::9', 'fd99:0:0:1::1', 'fd99::1', 'fd20::77', 'fd20:0:0:6::7', 'fd21::7'],
  ...['fd20::13', 'fd20::14', 'fd00:50::12', 'fd00:50::13', ...EGRESS],
];

/** A random cluster of three nodes, two of which have interfaces of their own, with EgressIPs and EgressServices. */
export function randomHostCluster(random: Random): TestCluster {
  const families = pick(random, FAMILIES);
  const nodes = ['oak', 'elm', 'fir'].map((name, index) => ({
    name,
    id: index + 2,
    labels: { egress: 'yes', 'k8s.ovn.org/egress-assignable': '' },
    interfaces: index === 0 ? [] : ownInterfaces(random, families, 11 + index + 1),
  }));
  const base: TestCluster = {
    families,
    interconnect: random(2) === 0,
    gatewayMode: random(2) === 0 ? 'shared' : 'local',
    nodes,
    namespaces: NAMESPACES,
    pods: Array.from({ length: 8 }, (_, index) => ({
      namespace: pick(random, NAMESPACES),
      name: `pod-${index}`,
      node: pick(random, nodes).name,
      number: 5 + index,
      labels: { app: pick(random, APPS) },
    })),
    resources: [],
  };
  return { ...base, resources: [...randomEgressIPs(random, families), ...randomServices(random, base)] };
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

function ownInterfaces(random: Random, families: readonly Family[], number: number): RoutedInterface[] {
  return NETWORKS.filter(({ name }) => name === 'ens4' || random(2) === 0).map(({ name, addresses, vias }, index) => {
    const routes = ROUTES.filter(() => random(2) === 0).flatMap((destinations) =>
      vias.map((via, place) => ({ destination: destinations[place] ?? '', via })),
    );
    return {
      name,
      index: 104 + index,
      addresses: ofFamilies(
        families,
        addresses.map((address) => address.replace('<n>', String(number))),
      ),
      routes: routes.filter(({ via }) => ofFamilies(families, [via]).length > 0),
    };
  });
}

function randomEgressIPs(random: Random, families: readonly Family[]): object[] {
  return ofFamilies(families, EGRESS)
    .filter(() => random(3) > 0)
    .map((address, index) => {
      const labels: NonNullable<TestPod['labels']> = random(2) === 0 ? {} : { app: pick(random, APPS) };
      return egressIP(`ferry-${index}`, address, pick(random, NAMESPACES), labels);
    });
}

function randomServices(random: Random, base: TestCluster): object[] {
  return Array.from({ length: random(4) }, (_, index) => {
    const namespace = pick(random, NAMESPACES);
    const pods = base.pods.filter((pod) => pod.namespace === namespace && random(3) > 0);
    const facts = {
      namespace,
      name: `svc-${index}`,
      ingress: ofFamilies(base.families, [`192.0.2.${80 + index}`, `2001:db8:80::${index}`]).filter(
        () => random(4) > 0,
      ),
      endpoints: pods.flatMap((pod) => base.families.map((one) => `${podAddress(base, pod, one)} ${pod.node}`)),
      network: random(2) === 0 ? String(TABLE) : '',
      sourceIPBy: random(3) === 0 ? ('Network' as const) : ('LoadBalancerIP' as const),
    };
    return egressServiceOf(facts);
  }).flat();
}
