import { describe, expect, it } from 'vitest';
import { address, annotated, gatewayOf, nodeOf, podOf, topologyOf } from './fixture.js';

const hosts = ['198.18.0.2', '203.0.113.2', '2001:db8::2'].map(address);
const pods = [
  podOf('heron', 'duck', ['10.60.2.7']),
  podOf('heron', 'host', ['198.18.0.2'], { hostNetwork: true }),
  podOf('heron', 'done', ['10.60.2.8'], { completed: true }),
];

describe('one node with a shared gateway', () => {
  const topology = topologyOf('global', [nodeOf('heron', 2, { hostAddresses: hosts })], {}, pods);

  it('has the zone as the name of the database', () => {
    expect(topology.tables.get('NB_Global')).toEqual([{ key: 'global', columns: { name: 'global' } }]);
  });

  it('has a switch with its router port, management port and running pods on the pod network', () => {
    expect(topology.row('Logical_Switch', 'heron')).toEqual({
      name: 'heron',
      other_config: { subnet: '10.60.2.0/24' },
      load_balancer_group: ['clusterLBGroup', 'clusterSwitchLBGroup'],
      acls: ['default-network-controller:NetpolNode:heron:10.60.2.2'],
      ports: ['k8s-heron', 'pond_duck', 'stor-heron'],
    });
    expect(topology.row('Logical_Switch_Port', 'k8s-heron')).toEqual({
      name: 'k8s-heron',
      addresses: ['0a:58:0a:3c:02:02 10.60.2.2'],
    });
    expect(topology.row('Logical_Switch_Port', 'stor-heron')).toEqual({
      name: 'stor-heron',
      type: 'router',
      addresses: ['router'],
      options: { 'router-port': 'rtos-heron', arp_proxy: '0a:58:a9:fe:01:01 169.254.1.1 fe80::1 10.60.0.0/16' },
    });
    expect(topology.row('Logical_Switch_Port', 'pond_duck')).toEqual({
      name: 'pond_duck',
      addresses: ['0a:58:0a:3c:02:07 10.60.2.7'],
      port_security: ['0a:58:0a:3c:02:07 10.60.2.7'],
      external_ids: { namespace: 'pond', pod: 'true' },
      options: { 'iface-id-ver': 'uid-duck', 'requested-chassis': 'chassis-heron' },
    });
  });

  it('pins the router port of the switch to the chassis of the node', () => {
    expect(topology.row('Logical_Router_Port', 'rtos-heron')).toEqual({
      name: 'rtos-heron',
      mac: '0a:58:0a:3c:02:01',
      networks: ['10.60.2.1/24'],
      options: { gateway_mtu: '8900' },
      gateway_chassis: ['rtos-heron-chassis-heron'],
    });
    expect(topology.row('Gateway_Chassis', 'rtos-heron-chassis-heron')).toEqual({
      name: 'rtos-heron-chassis-heron',
      chassis_name: 'chassis-heron',
      priority: 1,
    });
  });

  it('has a gateway router between the join switch and the physical network', () => {
    expect(topology.row('Logical_Router', 'GR_heron')).toMatchObject({
      external_ids: { physical_ip: '198.18.0.2', physical_ips: '198.18.0.2' },
      options: { chassis: 'chassis-heron', dynamic_neigh_routers: 'true' },
      load_balancer_group: ['clusterLBGroup', 'clusterRouterLBGroup'],
      copp: 'ovnkube-default',
      ports: ['rtoe-GR_heron', 'rtoj-GR_heron'],
    });
    expect(topology.row('Logical_Router_Port', 'rtoj-GR_heron')).toMatchObject({
      mac: '0a:58:64:40:00:02',
      networks: ['100.64.0.2/16'],
    });
    expect(topology.row('Logical_Router_Port', 'rtoe-GR_heron')).toMatchObject({
      mac: '02:00:00:00:00:02',
      networks: ['198.18.0.2/24'],
      external_ids: { 'gateway-physical-ip': 'yes' },
    });
    expect(topology.row('Logical_Switch', 'ext_heron')).toEqual({
      name: 'ext_heron',
      ports: ['br-out_heron', 'etor-GR_heron'],
    });
    expect(topology.row('Logical_Switch', 'join')?.ports).toEqual(['jtor-GR_heron', 'jtor-ovn_cluster_router']);
  });

  it('routes pods by their source to the gateway router and translates them there', () => {
    expect(topology.keys('Logical_Router_Static_Route')).toEqual([
      'GR_heron|0.0.0.0/0|198.18.0.254|rtoe-GR_heron',
      'GR_heron|10.60.0.0/16|100.64.0.1',
      'GR_heron|169.254.169.0/29|169.254.169.4|rtoe-GR_heron',
      'ovn_cluster_router|10.60.2.0/24|100.64.0.2|src-ip',
      'ovn_cluster_router|100.64.0.2|100.64.0.2',
    ]);
    expect(topology.row('Logical_Router', 'GR_heron')?.nat).toEqual([
      'GR_heron|snat|198.18.0.2|10.60.0.0/16|40000-50000',
      'GR_heron|snat|198.18.0.2|100.64.0.2|40000-50000',
    ]);
    expect(topology.keys('Static_MAC_Binding')).toEqual(['rtoe-GR_heron|169.254.169.4']);
  });

  it('sends traffic for every host address of an enabled family to the management port', () => {
    expect(topology.tables.get('Logical_Router_Policy')?.map(({ columns }) => columns)).toEqual(
      ['198.18.0.2', '203.0.113.2'].map((ip) => ({
        priority: 1004,
        action: 'reroute',
        match: `inport == "rtos-heron" && ip4.dst == ${ip} /* heron */`,
        nexthops: ['10.60.2.2'],
      })),
    );
  });

  it('lets the node and hairpinned service traffic reach pods', () => {
    expect(topology.row('ACL', 'default-network-controller:NetpolNode:heron:10.60.2.2')).toMatchObject({
      match: 'ip4.src==10.60.2.2',
      action: 'allow-related',
      direction: 'to-lport',
      priority: 1001,
      tier: 2,
    });
    expect(topology.row('Port_Group', 'a13298398610555951118')).toMatchObject({
      ports: ['k8s-heron'],
      acls: [
        'default-network-controller:NetpolDefault:allow-hairpinning:Egress',
        'default-network-controller:NetpolDefault:allow-hairpinning:Ingress',
      ],
    });
    expect(topology.row('ACL', 'default-network-controller:NetpolDefault:allow-hairpinning:Egress')).toMatchObject({
      match: 'ip4.src == 169.254.169.5',
      direction: 'from-lport',
      options: { 'apply-after-lb': 'true' },
    });
  });
});

describe('one node with a local gateway', () => {
  const topology = topologyOf('global', [nodeOf('heron', 2, { hostAddresses: hosts })], { gatewayMode: 'local' });

  it('routes pods by their source to the management port', () => {
    const routes = topology.row('Logical_Router', 'ovn_cluster_router')?.static_routes;
    expect(routes).toEqual([
      'ovn_cluster_router|10.60.2.0/24|10.60.2.2|src-ip',
      'ovn_cluster_router|100.64.0.2|100.64.0.2',
    ]);
  });

  it('has a policy for the gateway address only', () => {
    expect(topology.keys('Logical_Router_Policy')).toEqual([
      'ovn_cluster_router|1004|inport == "rtos-heron" && ip4.dst == 198.18.0.2 /* heron */',
    ]);
  });
});

describe('what a node says about its gateway', () => {
  it('decides VLAN, node ports and MTU', () => {
    const gateway = gatewayOf('heron', 2, { vlanId: 7, nodePortEnable: false });
    const topology = topologyOf('global', [nodeOf('heron', 2, { gateway, gatewayMtuSupport: false })]);
    expect(topology.row('Logical_Switch_Port', 'br-out_heron')?.tag_request).toBe(7);
    expect(topology.row('Logical_Router', 'GR_heron')?.load_balancer_group).toEqual(['clusterLBGroup']);
    expect(topology.row('Logical_Router_Port', 'rtoj-GR_heron')).not.toHaveProperty('options');
  });

  it('adds a second switch for a second interface', () => {
    const external = {
      interfaceId: 'br-gw_heron',
      macAddress: '02:00:00:00:01:02',
      ipAddresses: [annotated('198.19.0.2/24')],
    };
    const topology = topologyOf('global', [nodeOf('heron', 2, { gateway: gatewayOf('heron', 2, { external }) })]);
    expect(topology.row('Logical_Switch', 'exgw-ext_heron')?.ports).toEqual(['br-gw_heron', 'exgw-etor-GR_heron']);
    expect(topology.row('Logical_Switch_Port', 'br-gw_heron')?.options).toEqual({ network_name: 'exgwphysnet' });
    expect(topology.row('Logical_Router_Port', 'exgw-rtoe-GR_heron')?.networks).toEqual(['198.19.0.2/24']);
    expect(topology.row('Logical_Router', 'GR_heron')?.ports).toContain('exgw-rtoe-GR_heron');
  });

  it('is written in canonical text', () => {
    const gateway = gatewayOf('heron', 2, {
      macAddress: '02:AB:00:00:00:02',
      ipAddresses: [annotated('198.18.0.2/24')],
    });
    const topology = topologyOf('global', [nodeOf('heron', 2, { gateway, managementMac: '0A:58:00:00:00:09' })]);
    expect(topology.row('Logical_Router_Port', 'rtoe-GR_heron')?.mac).toBe('02:ab:00:00:00:02');
    expect(topology.row('Logical_Switch_Port', 'k8s-heron')?.addresses).toEqual(['0a:58:00:00:00:09 10.60.2.2']);
  });
});
