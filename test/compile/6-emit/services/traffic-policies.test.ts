import { describe, expect, it } from 'vitest';
import { CLUSTER_GROUP, IPV4, NODES, balance, endpoint, service, slice, slicePort } from './fixture.js';
import type { JsonObject } from '../../../../src/std/json.js';

describe('a Service that keeps traffic from outside on its node', () => {
  const NAME = 'Service_shop/lb-local_TCP';
  const TARGET = '10.128.2.5:8080';
  const spec = {
    type: 'LoadBalancer',
    clusterIP: '172.30.5.12',
    externalTrafficPolicy: 'Local',
    ports: [{ port: 80, nodePort: 30_090 }],
  };
  const objects = (more: JsonObject = {}): JsonObject[] => [
    ...NODES,
    service('lb-local', { ...spec, ...more }, ['198.51.100.20']),
    slice('lb-local', [endpoint('10.128.2.5', 'worker-a')], [slicePort(8080)]),
  ];
  const { vips, places, columnsOf } = balance(IPV4, objects());

  it('answers for its addresses towards the outside only where its endpoints are, but inside everywhere', () => {
    expect(vips).toEqual({
      [`${NAME}_cluster`]: { '172.30.5.12:80': TARGET },
      [`${NAME}_node_local_router_worker-a`]: { '192.168.10.11:30090': TARGET, '198.51.100.20:80': TARGET },
      [`${NAME}_node_switch_worker-a`]: {
        '169.254.169.3:30090': TARGET,
        '192.168.10.11:30090': TARGET,
        '198.51.100.20:80': TARGET,
      },
      [`${NAME}_node_router_worker-b`]: { '192.168.10.12:30090': '', '198.51.100.20:80': '' },
      [`${NAME}_node_switch_worker-b`]: {
        '169.254.169.3:30090': '',
        '192.168.10.12:30090': TARGET,
        '198.51.100.20:80': TARGET,
      },
    });
  });

  it('is attached node by node', () => {
    expect(places).toEqual({
      [`${NAME}_cluster`]: [CLUSTER_GROUP],
      [`${NAME}_node_local_router_worker-a`]: ['Logical_Router GR_worker-a'],
      [`${NAME}_node_switch_worker-a`]: ['Logical_Switch worker-a'],
      [`${NAME}_node_router_worker-b`]: ['Logical_Router GR_worker-b'],
      [`${NAME}_node_switch_worker-b`]: ['Logical_Switch worker-b'],
    });
  });

  it('keeps the source of a connection only on the gateway routers with endpoints', () => {
    const skipping = Object.keys(vips).filter(
      (name) => (columnsOf(name)?.options as Record<string, string>).skip_snat === 'true',
    );
    expect(skipping).toEqual([`${NAME}_node_local_router_worker-a`]);
  });
});

describe('a Service that keeps traffic from inside on its node', () => {
  const NAME = 'Service_shop/itp_TCP';
  const spec = { clusterIP: '172.30.5.10', internalTrafficPolicy: 'Local', ports: [{ port: 80 }] };
  const itpSlice = slice('itp', [endpoint('10.128.2.5', 'worker-a')], [slicePort(8080)]);

  it('has endpoints on the switches of their own nodes, and all on gateway routers', () => {
    const { vips, places } = balance(IPV4, [...NODES, service('itp', spec), itpSlice]);
    expect(vips).toEqual({
      [`${NAME}_node_router+switch_worker-a_merged`]: { '172.30.5.10:80': '10.128.2.5:8080' },
      [`${NAME}_node_switch_worker-b`]: { '172.30.5.10:80': '' },
    });
    expect(places).toEqual({
      [`${NAME}_node_router+switch_worker-a_merged`]: [
        'Logical_Router GR_worker-a',
        'Logical_Router GR_worker-b',
        'Logical_Switch worker-a',
      ],
      [`${NAME}_node_switch_worker-b`]: ['Logical_Switch worker-b'],
    });
  });

  it('keeps to that for its cluster addresses only', () => {
    const objects = [...NODES, service('itp', { ...spec, externalIPs: ['198.51.100.9'] }), itpSlice];
    expect(balance(IPV4, objects).vips[`${NAME}_node_switch_worker-b`]).toEqual({
      '172.30.5.10:80': '',
      '198.51.100.9:80': '10.128.2.5:8080',
    });
  });
});

describe('endpoints on the network of a host', () => {
  const NAME = 'Service_shop/kubernetes_TCP';
  const objects = [
    ...NODES,
    service('kubernetes', { clusterIP: '172.30.0.1', ports: [{ name: 'https', port: 443 }] }),
    slice('kubernetes', [endpoint('192.168.10.11')], [slicePort(6443, 'https')]),
  ];

  it('are reached by their own gateway router under the masquerade address of the host', () => {
    const { vips, places } = balance(IPV4, objects);
    expect(vips).toEqual({
      [`${NAME}_node_router_worker-a`]: { '172.30.0.1:443': '169.254.169.2:6443' },
      [`${NAME}_node_switch_worker-a_merged`]: { '172.30.0.1:443': '192.168.10.11:6443' },
    });
    expect(places[`${NAME}_node_switch_worker-a_merged`]).toEqual([
      'Logical_Router GR_worker-b',
      'Logical_Switch worker-a',
      'Logical_Switch worker-b',
    ]);
  });

  it('are not merged with those of another protocol', () => {
    const both = [
      ...NODES,
      service('dual', {
        clusterIP: '172.30.0.2',
        ports: [
          { name: 'a', port: 53 },
          { name: 'b', port: 53, protocol: 'UDP' },
        ],
      }),
      slice('dual', [endpoint('192.168.10.99')], [slicePort(53, 'a'), slicePort(53, 'b', 'UDP')]),
    ];
    expect(Object.keys(balance(IPV4, both).vips)).toEqual([
      'Service_shop/dual_TCP_node_router+switch_worker-a_merged',
      'Service_shop/dual_UDP_node_router+switch_worker-a_merged',
    ]);
  });
});
