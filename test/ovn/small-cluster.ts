import { kinds } from '../../src/kinds/index.js';
import type { TestPacket } from '../traffic/policies/brute-force.js';
import { type TestPod, type TestWorld, manifestsOf } from '../traffic/policies/objects.js';
import { type TestCluster, podAddress } from './cluster.js';
import { idOf } from './model-verdicts.js';

const NODES = [
  { name: 'oak', id: 2 },
  { name: 'elm', id: 3 },
];
const COMPILED = new Set(kinds.map(({ kind }) => kind));
/** Addresses that no pod has. */
export const OUTSIDE = ['192.0.2.1', '192.0.2.200'];
export const PORTS = [80, 443, 8080];
const TRANSPORTS = (['TCP', 'UDP'] as const).flatMap((protocol) => PORTS.map((port) => ({ protocol, port })));

/** The cluster of a small world: three pods of every namespace, on two nodes. Its pods are where those of every other are. */
export function clusterOf(world: TestWorld): TestCluster {
  return {
    families: ['IPv4'],
    interconnect: false,
    gatewayMode: 'shared',
    statelessNetworkPolicy: true,
    nodes: NODES,
    namespaces: world.namespaces.map(({ name }) => name),
    namespaceLabels: Object.fromEntries(world.namespaces.map(({ name, labels }) => [name, labels])),
    pods: world.pods.map(({ namespace, name, labels }, index) => ({
      ...{ namespace, name, labels },
      node: NODES[index % NODES.length]?.name ?? '',
      number: 5 + index,
    })),
    resources: manifestsOf({ ...world, namespaces: [], pods: [] }),
  };
}

/** The world with the pods at the addresses that its cluster gives them. */
export function placed(world: TestWorld): TestWorld {
  const cluster = clusterOf(world);
  const addresses = new Map(cluster.pods.map((pod) => [idOf(pod), podAddress(cluster, pod, 'IPv4')]));
  const pods = world.pods.map((pod): TestPod => ({ ...pod, ports: [], address: addresses.get(idOf(pod)) ?? '' }));
  return { ...world, pods, policies: world.policies.filter(({ kind }) => COMPILED.has(kind)) };
}

/** The address of an end of packets. */
export const addressOf = (end: TestPacket['to']): string => (typeof end === 'string' ? end : end.address);

/** Every pair of pods both ways, and every pod with the addresses outside, with every protocol and port. */
export function packetsOf({ pods }: TestWorld): TestPacket[] {
  return pods.flatMap((from) =>
    [...pods.filter((to) => to !== from), ...OUTSIDE].flatMap((to) =>
      TRANSPORTS.map((transport) => ({ from, to, ...transport })),
    ),
  );
}
