import { type Family, type TestCluster, type TestNode, podAddress } from '../ovn/cluster.js';
import { egressIP } from '../ovn/egress.js';
import { egressServiceOf } from './services.js';

/** Anywhere, on the links of ens4 and ens5, by a route of ens5, and another node. */
export const OTHERS = [
  ...['203.0.113.10', '10.20.30.77', '10.20.40.77', '10.99.1.1', '192.168.50.12'],
  ...['2001:db8:a::10', 'fd20::77', 'fd21::77', 'fd99::1', 'fd00:50::12'],
];
/** The host's: of the bridge, of another interface, and egress addresses that Weir gives it. */
export const OWN = [
  ...['192.168.50.13', '10.20.30.13', '10.20.30.200', '10.20.40.200'],
  ...['fd00:50::13', 'fd20::13', 'fd20::200', 'fd21::200'],
];

/** The table of a network of EgressServices, which the administrator has filled. */
export const TABLE = 1001;
export const TABLE_ROUTES = [
  { destination: '0.0.0.0/0', via: '10.20.50.9', interface: 'ens6' },
  { destination: '::/0', via: 'fd22::9', interface: 'ens6' },
];

/** Of a Service that keeps its traffic local. */
export const CLUSTER_IPS = ['172.16.1.10', 'fd02::10'];

/** Interfaces of the host: one with a default route, one without, one that only the table leads to. */
const INTERFACES = [
  {
    name: 'ens4',
    index: 104,
    addresses: ['10.20.30.13/24', 'fd20::13/64'],
    routes: [
      { destination: 'default', via: '10.20.30.1' },
      { destination: 'default', via: 'fd20::1' },
    ],
  },
  {
    name: 'ens5',
    index: 105,
    addresses: ['10.20.40.13/24', 'fd21::13/64'],
    routes: [
      { destination: '10.99.0.0/16', via: '10.20.40.9' },
      { destination: 'fd99::/48', via: 'fd21::9' },
    ],
  },
  { name: 'ens6', index: 106, addresses: ['10.20.50.13/24', 'fd22::13/64'], routes: [] },
] as const;

/** Those addresses, or addresses with the length of their prefix, that are of the families. */
export function ofFamilies(families: readonly Family[], addresses: readonly string[]): string[] {
  return addresses.filter((address) => families.includes(address.includes(':') ? 'IPv6' : 'IPv4'));
}

function interfacesOf(families: readonly Family[]): NonNullable<TestNode['interfaces']> {
  return INTERFACES.map((port) => ({
    ...port,
    addresses: ofFamilies(families, port.addresses),
    routes: port.routes.filter(({ via }) => ofFamilies(families, [via]).length > 0),
  }));
}

/** Egress addresses of the namespaces whose pods have one. An EgressIP has one address on a node, of either family. */
const EGRESS = {
  depot4: '10.20.30.200',
  attic4: '10.20.40.200',
  both4: '10.20.30.201',
  depot6: 'fd20::200',
  attic6: 'fd21::200',
  both6: 'fd20::201',
} as const;

/**
 * A cluster whose node elm is the host of everything: EgressIPs on two interfaces, EgressServices with addresses of load
 * balancers and with a table, and both for one pod. Where the families are two, EgressIPs of each have namespaces of their own.
 */
function mixedCluster(
  gatewayMode: TestCluster['gatewayMode'],
  families: readonly Family[],
  interconnect: boolean,
): TestCluster {
  const egress = Object.entries(EGRESS).filter(([, address]) => ofFamilies(families, [address]).length > 0);
  const namespaces = [...egress.map(([name]) => name), 'harbor', 'pier', 'quay', 'open'];
  const base: TestCluster = {
    families,
    interconnect,
    gatewayMode,
    nodes: [
      { name: 'oak', id: 2 },
      {
        name: 'elm',
        id: 3,
        labels: { egress: 'yes', 'k8s.ovn.org/egress-assignable': '' },
        interfaces: interfacesOf(families),
      },
    ],
    namespaces,
    pods: namespaces.flatMap((namespace, index) =>
      ['oak', 'elm'].map((node) => ({ namespace, name: node, node, number: 5 + index })),
    ),
    resources: [],
  };
  const service = (name: string, ingress: readonly string[], more: object = {}): readonly object[] => {
    const pods = base.pods.filter(({ namespace }) => namespace === name);
    const endpoints = pods.flatMap((pod) => families.map((one) => `${podAddress(base, pod, one)} ${pod.node}`));
    return egressServiceOf({ namespace: name, name, ingress: ofFamilies(families, ingress), endpoints, ...more });
  };
  const clusterIPs = ofFamilies(families, CLUSTER_IPS);
  return {
    ...base,
    resources: [
      ...egress.map(([name, address]) => egressIP(name, address, name)),
      ...egress
        .filter(([name]) => name.startsWith('both'))
        .flatMap(([name]) => service(name, [name === 'both4' ? '192.0.2.81' : '2001:db8:80::2'])),
      ...service('harbor', ['192.0.2.80', '2001:db8:80::1']),
      ...service('pier', ['192.0.2.82', '2001:db8:80::3'], { network: String(TABLE), sourceIPBy: 'Network' }),
      ...service('quay', ['192.0.2.83', '2001:db8:80::4'], {
        network: String(TABLE),
        clusterIPs,
        keepsTrafficLocal: true,
      }),
    ],
  };
}

/** A Northbound schema that takes everything. */
export const SCHEMA = '7.11.0';

/** The mixed cluster in both modes of its gateways and with both families, alone and together. */
export const MODES = [
  ['shared gateways, IPv4', mixedCluster('shared', ['IPv4'], false)],
  ['shared gateways, two families', mixedCluster('shared', ['IPv4', 'IPv6'], true)],
  ['local gateways, two families', mixedCluster('local', ['IPv4', 'IPv6'], true)],
  ['local gateways, IPv6', mixedCluster('local', ['IPv6'], false)],
] as const;
