import type { Json } from '../../rig/json-rpc.js';

/** Rows of others: some beside ours, some hanging on ours, some that ours hang on. */
export const FOREIGN: Json[] = [
  { op: 'insert', table: 'ACL', 'uuid-name': 'multicast', row: acl('MulticastNS', 'shop', 1012) },
  { op: 'insert', table: 'ACL', 'uuid-name': 'policy', row: acl('NetworkPolicy', 'shop:web', 1001) },
  {
    op: 'insert',
    table: 'Port_Group',
    row: {
      name: 'theirs',
      acls: [
        'set',
        [
          ['named-uuid', 'multicast'],
          ['named-uuid', 'policy'],
        ],
      ],
      external_ids: ['map', [['owner', 'somebody']]],
    },
  },
  { op: 'insert', table: 'Address_Set', row: { name: 'theirs', addresses: ['set', ['192.0.2.1', '192.0.2.2']] } },
  { op: 'insert', table: 'Logical_Switch_Port', 'uuid-name': 'port', row: { name: 'shop_web' } },
  { op: 'insert', table: 'Logical_Switch', row: { name: 'worker-a', ports: ['named-uuid', 'port'] } },
  {
    op: 'insert',
    table: 'NAT',
    'uuid-name': 'nat',
    row: { type: 'snat', logical_ip: '10.0.0.0/8', external_ip: '192.0.2.9' },
  },
  {
    op: 'insert',
    table: 'Logical_Router_Policy',
    'uuid-name': 'route',
    row: { priority: 1004, match: 'ip4.dst == 192.0.2.9', action: 'allow' },
  },
  {
    op: 'insert',
    table: 'Logical_Router',
    row: { name: 'ovn_cluster_router', nat: ['named-uuid', 'nat'], policies: ['named-uuid', 'route'] },
  },
  { op: 'insert', table: 'Load_Balancer', row: { name: 'theirs', vips: ['map', [['192.0.2.3:80', '10.0.0.1:80']]] } },
];

function acl(type: string, name: string, priority: number): Json {
  const ids = [
    ['k8s.ovn.org/id', `default-network-controller:${type}:${name}:Egress`],
    ['k8s.ovn.org/owner-controller', 'default-network-controller'],
    ['k8s.ovn.org/owner-type', type],
  ];
  return { action: 'allow', direction: 'from-lport', match: 'ip4', priority, external_ids: ['map', ids] };
}
