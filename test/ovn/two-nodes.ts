import type { TestCluster } from './cluster.js';

/** A zone for each of two nodes: a pod on one, EgressIPs on the other. */
export const TWO_NODES: TestCluster = {
  families: ['IPv4'],
  interconnect: true,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, labels: { 'k8s.ovn.org/egress-assignable': '' } },
  ],
  namespaces: ['harbor'],
  pods: [{ namespace: 'harbor', name: 'crane', node: 'oak', number: 5 }],
  resources: [],
};
