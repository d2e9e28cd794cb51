import { expect, it } from 'vitest';
import { listOf, mapOf } from '../../src/northbound/row-columns.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { readWorld } from '../trace/read-world.js';
import { proveChanged, proveRows } from './changed-rows.js';

const PER_NODE = 'services/load-balancers-of-single-nodes';

it('a Service that keeps external traffic on the node shows its backends the address of the client', async () => {
  const found = await proveChanged(PER_NODE, 'Load_Balancer', /node_local_router/, (columns) => ({
    options: { ...mapOf(columns, 'options'), skip_snat: 'false' },
  }));
  expect(found).toContainEqual(expect.stringMatching(/^(to \S+), with the client's address ≠ \1$/));
});

it('a load balancer that a gateway router lacks is found', async () => {
  const found = await proveChanged(PER_NODE, 'Logical_Router', /^GR_/, (columns) => ({
    load_balancer: listOf(columns, 'load_balancer').slice(1),
    load_balancer_group: [],
  }));
  expect(found).toContainEqual(expect.stringMatching(/^to .* ≠ no load balancer$/));
});

/** A pod behind a node port. */
const CLUSTER = {
  ...TWO_NODES,
  resources: service(
    'web',
    {
      type: 'NodePort',
      clusterIP: '172.16.1.9',
      clusterIPs: ['172.16.1.9'],
      ports: [{ name: 'web', protocol: 'TCP', port: 80, nodePort: 30_080 }],
    },
    ['10.128.2.5 oak'],
  ),
};

it('packets from outside arrive at backends with the address of the gateway router', () => {
  const state = readWorld(CLUSTER, '7.11.0');
  const found = proveRows(state, 'Logical_Router', /^GR_elm/, (columns) => ({
    options: { ...mapOf(columns, 'options'), lb_force_snat_ip: '' },
  }));
  expect(found).toEqual([
    expect.stringMatching(/^arrives at pod harbor\/crane from 100.64.0.3 ≠ arrives at pod harbor\/crane from (?!100)/),
  ]);
});

it('packets from outside arrive at the pods behind a node port', () => {
  const state = readWorld(CLUSTER, '7.11.0');
  const found = proveRows(state, 'Logical_Router_Static_Route', /^GR_elm\|10\./, () => ({ nexthop: '100.64.0.99' }));
  expect(found).toContain('arrives at pod harbor/crane from 100.64.0.3 ≠ arrives nowhere');
});
