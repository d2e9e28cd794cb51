import { expect, it } from 'vitest';
import { egressIP } from '../ovn/egress.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { readWorld } from '../trace/read-world.js';
import { proveRows } from './changed-rows.js';

const NODE_PORT = {
  type: 'NodePort',
  clusterIP: '172.16.1.9',
  clusterIPs: ['172.16.1.9'],
  ports: [{ name: 'web', protocol: 'TCP', port: 80, nodePort: 30_080 }],
};

/** What a proof says if the gateway router of a node has no route to the pods. */
function proveWithoutRoute(node: string, resources: readonly object[]): string[] {
  const state = readWorld({ ...TWO_NODES, resources }, '7.11.0');
  const key = new RegExp(`^GR_${node}\\|10\\.`);
  return proveRows(state, 'Logical_Router_Static_Route', key, () => ({ ip_prefix: '10.99.0.0/16' }));
}

it('replies to packets that leave the cluster come back', () => {
  const said = 'source 192.168.50.12, node oak, next hop 192.168.50.1';
  expect(proveWithoutRoute('oak', [])).toContain(`${said} ≠ ${said}, replies are lost`);
});

it('replies to packets with an egress address come back from the node that has it', () => {
  const said = 'source 192.168.50.100, node elm, next hop 192.168.50.1';
  const resources = [egressIP('ferry', '192.168.50.100', 'harbor')];
  expect(proveWithoutRoute('elm', resources)).toContain(`${said} ≠ ${said}, replies are lost`);
});

it('replies to clients outside come back through the gateway router that they used', () => {
  const resources = service('web', NODE_PORT, ['10.128.2.5 oak']);
  const state = readWorld({ ...TWO_NODES, resources }, '7.11.0');
  const found = proveRows(state, 'Logical_Router_Static_Route', /^ovn_cluster_router\|100\.64\.0\.3/, () => ({
    nexthop: '100.88.0.99',
  }));
  const said = 'arrives at pod harbor/crane from 100.64.0.3';
  expect(found).toContain(`${said} ≠ ${said}, replies are lost`);
});
