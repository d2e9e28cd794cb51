import { describe, expect, it } from 'vitest';
import {
  CLUSTER_GROUP,
  DUAL_STACK,
  IPV4,
  NODES,
  ROUTER_GROUP,
  SWITCH_GROUP,
  TEMPLATES,
  balance,
  endpoint,
  nodeOf,
  service,
  slice,
  slicePort,
} from './fixture.js';

const spec = { type: 'NodePort', clusterIP: '172.30.5.11', ports: [{ port: 80, nodePort: 30_080 }] };
const npSvc = service('np-svc', spec);
const npSlice = slice(
  'np-svc',
  [endpoint('10.128.2.5', 'worker-a'), endpoint('10.129.0.7', 'worker-b')],
  [slicePort(8080)],
);
const hostSlice = slice(
  'np-svc',
  [endpoint('192.168.10.12', 'worker-b'), endpoint('192.168.10.11', 'worker-a')],
  [slicePort(8080)],
);
const BOTH = '10.128.2.5:8080,10.129.0.7:8080';
const HOSTS = '192.168.10.11:8080,192.168.10.12:8080';
const NAME = 'Service_shop/np-svc_TCP';

describe('node ports without templates', () => {
  it('are a load balancer for each node, on its switch and its gateway router', () => {
    const { vips, places, variables } = balance(IPV4, [...NODES, npSvc, npSlice]);
    expect(vips).toEqual({
      [`${NAME}_cluster`]: { '172.30.5.11:80': BOTH },
      [`${NAME}_node_router+switch_worker-a`]: { '192.168.10.11:30080': BOTH },
      [`${NAME}_node_router+switch_worker-b`]: { '192.168.10.12:30080': BOTH },
    });
    expect(places).toEqual({
      [`${NAME}_cluster`]: [CLUSTER_GROUP],
      [`${NAME}_node_router+switch_worker-a`]: ['Logical_Router GR_worker-a', 'Logical_Switch worker-a'],
      [`${NAME}_node_router+switch_worker-b`]: ['Logical_Router GR_worker-b', 'Logical_Switch worker-b'],
    });
    expect(variables).toEqual({});
  });

  it('are on every address of the host, and not on nodes that have them turned off', () => {
    const off = JSON.stringify({
      default: { mode: 'shared', 'mac-address': '52:54:00:00:00:02', 'ip-addresses': ['192.168.10.12/24'] },
    });
    const nodes = [
      nodeOf('worker-a', 1, ['192.168.10.9', '192.168.10.11']),
      nodeOf('worker-b', 2, ['192.168.10.12'], { 'l3-gateway-config': off }),
    ];
    const { vips } = balance(IPV4, [...nodes, npSvc, npSlice]);
    expect(Object.keys(vips)).toEqual([`${NAME}_cluster`, `${NAME}_node_router+switch_worker-a`]);
    expect(vips[`${NAME}_node_router+switch_worker-a`]).toEqual({
      '192.168.10.9:30080': BOTH,
      '192.168.10.11:30080': BOTH,
    });
  });

  it('are not there for a node whose subnets are not known', () => {
    const nodes = [NODES[0] ?? {}, nodeOf('worker-b', 2, ['192.168.10.12'], { 'node-subnets': '{}' })];
    const { vips } = balance(IPV4, [...nodes, npSvc, npSlice]);
    expect(Object.keys(vips)).not.toContain(`${NAME}_node_router+switch_worker-b`);
  });

  it('are those of the nodes of the zone, with the endpoints of all zones', () => {
    const nodes = [
      nodeOf('worker-a', 1, ['192.168.10.11'], { 'zone-name': 'east' }),
      nodeOf('worker-b', 2, ['192.168.10.12'], { 'zone-name': 'west' }),
    ];
    const { vips } = balance(`${IPV4}interconnect: true\n`, [...nodes, npSvc, npSlice], 'west');
    expect(vips).toEqual({
      [`${NAME}_cluster`]: { '172.30.5.11:80': BOTH },
      [`${NAME}_node_router+switch_worker-b`]: { '192.168.10.12:30080': BOTH },
    });
  });
});

describe('node ports with templates', () => {
  it('are one load balancer with the addresses of the nodes in variables', () => {
    const { vips, places, columnsOf, variables } = balance(IPV4 + TEMPLATES, [...NODES, npSvc, npSlice]);
    const name = `${NAME}_node_switch_template_IPv4_merged`;
    expect(vips).toEqual({
      [`${NAME}_cluster`]: { '172.30.5.11:80': BOTH },
      [name]: { '^NODEIP_IPv4_0:30080': BOTH },
    });
    expect(places[name]).toEqual([ROUTER_GROUP, SWITCH_GROUP]);
    expect(columnsOf(name)?.options).toMatchObject({ 'address-family': 'ipv4', template: 'true', skip_snat: 'false' });
    expect(variables).toEqual({
      'chassis-a': { NODEIP_IPv4_0: '192.168.10.11' },
      'chassis-b': { NODEIP_IPv4_0: '192.168.10.12' },
    });
  });

  it('lead gateway routers to endpoints on their own host by a variable too', () => {
    const { vips, places, variables } = balance(IPV4 + TEMPLATES, [...NODES, npSvc, hostSlice]);
    const variable = 'Service__shop_np_svc__TCP__30080__node__router__template__IPv4';
    expect(vips).toEqual({
      [`${NAME}_node_switch_template_IPv4`]: { '^NODEIP_IPv4_0:30080': HOSTS },
      [`${NAME}_node_router_template_IPv4`]: { '^NODEIP_IPv4_0:30080': `^${variable}` },
      [`${NAME}_node_router_worker-a`]: { '172.30.5.11:80': '169.254.169.2:8080,192.168.10.12:8080' },
      [`${NAME}_node_switch_worker-a_merged`]: { '172.30.5.11:80': HOSTS },
      [`${NAME}_node_router_worker-b`]: { '172.30.5.11:80': '192.168.10.11:8080,169.254.169.2:8080' },
    });
    expect(places).toEqual({
      [`${NAME}_node_switch_template_IPv4`]: [SWITCH_GROUP],
      [`${NAME}_node_router_template_IPv4`]: [ROUTER_GROUP],
      [`${NAME}_node_router_worker-a`]: ['Logical_Router GR_worker-a'],
      [`${NAME}_node_switch_worker-a_merged`]: ['Logical_Switch worker-a', 'Logical_Switch worker-b'],
      [`${NAME}_node_router_worker-b`]: ['Logical_Router GR_worker-b'],
    });
    expect(variables).toEqual({
      'chassis-a': { NODEIP_IPv4_0: '192.168.10.11', [variable]: '169.254.169.2:8080,192.168.10.12:8080' },
      'chassis-b': { NODEIP_IPv4_0: '192.168.10.12', [variable]: '192.168.10.11:8080,169.254.169.2:8080' },
    });
  });

  it.each([
    ['traffic from outside stays on its node', { externalTrafficPolicy: 'Local' }],
    ['clients stay with an endpoint for a time', { sessionAffinity: 'ClientIP' }],
  ])('are load balancers of single nodes where %s', (_, more) => {
    const { vips } = balance(IPV4 + TEMPLATES, [...NODES, service('np-svc', { ...spec, ...more }), npSlice]);
    expect(Object.keys(vips).filter((name) => name.includes('template'))).toEqual([]);
    expect(Object.keys(vips).filter((name) => name.includes('worker-b'))).not.toEqual([]);
  });

  it('are made for both families of nodes, also for a Service of one', () => {
    const nodes = [
      nodeOf('worker-a', 1, ['192.168.10.11', 'fd00:10::11']),
      nodeOf('worker-b', 2, ['192.168.10.12', '192.168.10.22', 'fd00:10::12']),
    ];
    const { vips, variables } = balance(DUAL_STACK + TEMPLATES, [...nodes, npSvc, npSlice]);
    expect(vips[`${NAME}_node_switch_template_IPv4_merged`]).toEqual({
      '^NODEIP_IPv4_0:30080': BOTH,
      '^NODEIP_IPv4_1:30080': BOTH,
    });
    expect(vips[`${NAME}_node_switch_template_IPv6_merged`]).toEqual({ '^NODEIP_IPv6_0:30080': '' });
    expect(variables).toEqual({
      'chassis-a': { NODEIP_IPv4_0: '192.168.10.11', NODEIP_IPv6_0: 'fd00:10::11' },
      'chassis-b': { NODEIP_IPv4_0: '192.168.10.12', NODEIP_IPv4_1: '192.168.10.22', NODEIP_IPv6_0: 'fd00:10::12' },
    });
  });

  it('leave out a node of two families that has no IPv4 address', () => {
    const nodes = [
      nodeOf('worker-a', 1, ['192.168.10.11', 'fd00:10::11']),
      nodeOf('worker-b', 2, ['192.168.10.12', 'fd00:10::12'], { 'host-cidrs': '["fd00:10::12/64"]' }),
    ];
    const { variables } = balance(DUAL_STACK + TEMPLATES, [...nodes, npSvc, npSlice]);
    expect(Object.keys(variables)).toEqual(['chassis-a']);
  });

  it('have variables only for nodes of the zone, and none for a node without chassis', () => {
    const nodes = [
      nodeOf('worker-a', 1, ['192.168.10.11'], { 'zone-name': 'east' }),
      nodeOf('worker-b', 2, ['192.168.10.12'], { 'zone-name': 'west' }),
      nodeOf('worker-c', 3, ['192.168.10.13'], { 'zone-name': 'west', 'node-chassis-id': '' }),
    ];
    const { variables } = balance(`${IPV4}interconnect: true\n${TEMPLATES}`, [...nodes, npSvc, npSlice], 'west');
    expect(Object.keys(variables)).toEqual(['chassis-b']);
  });

  it('have the variables of nodes also while no Service has a node port', () => {
    expect(Object.keys(balance(IPV4 + TEMPLATES, NODES).variables)).toEqual(['chassis-a', 'chassis-b']);
  });
});
