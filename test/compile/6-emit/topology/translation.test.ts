import { describe, expect, it } from 'vitest';
import { clusterSubnet, dualStack, dualStackNodeOf, nodeOf, podOf, topologyOf } from './fixture.js';

describe('address translation', () => {
  it('is per pod of the node when SNAT for multiple gateways is disabled', () => {
    const pods = [
      podOf('heron', 'duck', ['10.60.2.7', 'fd00:60:0:2::7']),
      podOf('heron', 'done', ['10.60.2.8'], { completed: true }),
      podOf('egret', 'coot', ['10.60.3.7']),
    ];
    const configuration = { ...dualStack, disableSnatMultipleGateways: true };
    const topology = topologyOf(
      'global',
      [dualStackNodeOf('heron', 2), dualStackNodeOf('egret', 3)],
      configuration,
      pods,
    );
    expect(topology.row('Logical_Router', 'GR_heron')?.nat).toEqual([
      'GR_heron|snat|198.18.0.2|10.60.2.7|40000-50000',
      'GR_heron|snat|198.18.0.2|100.64.0.2|40000-50000',
      'GR_heron|snat|fd18::2|fd00:60:0:2::7|40000-50000',
      'GR_heron|snat|fd18::2|fd98::2|40000-50000',
    ]);
    expect(topology.row('NAT', 'GR_heron|snat|198.18.0.2|10.60.2.7|40000-50000')).toEqual({
      type: 'snat',
      external_ip: '198.18.0.2',
      logical_ip: '10.60.2.7',
      external_port_range: '40000-50000',
      options: { stateless: 'false' },
    });
  });

  it('and routes are per cluster subnet when there are two of a family', () => {
    const clusterSubnets = [clusterSubnet('10.60.0.0/16', 24), clusterSubnet('10.44.0.9/32', 32)];
    const topology = topologyOf('global', [nodeOf('heron', 2)], { clusterSubnets });
    expect(topology.row('Logical_Router', 'GR_heron')).toMatchObject({
      nat: [
        'GR_heron|snat|198.18.0.2|10.44.0.9|40000-50000',
        'GR_heron|snat|198.18.0.2|10.60.0.0/16|40000-50000',
        'GR_heron|snat|198.18.0.2|100.64.0.2|40000-50000',
      ],
      static_routes: [
        'GR_heron|0.0.0.0/0|198.18.0.254|rtoe-GR_heron',
        'GR_heron|10.44.0.9/32|100.64.0.1',
        'GR_heron|10.60.0.0/16|100.64.0.1',
        'GR_heron|169.254.169.0/29|169.254.169.4|rtoe-GR_heron',
      ],
    });
    expect(topology.row('Logical_Switch_Port', 'stor-heron')?.options).toMatchObject({
      arp_proxy: '0a:58:a9:fe:01:01 169.254.1.1 fe80::1 10.60.0.0/16 10.44.0.9/32',
    });
  });
});
