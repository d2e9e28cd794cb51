import type { Json } from '../rig/json-rpc.js';

/** Rows of others, beside those of a managed topology. */
export const FOREIGN: readonly Json[] = [
  {
    op: 'insert',
    table: 'ACL',
    'uuid-name': 'acl',
    row: {
      action: 'drop',
      direction: 'to-lport',
      match: 'ip4',
      priority: 1001,
      external_ids: ['map', [['owner', 'somebody']]],
    },
  },
  { op: 'insert', table: 'Port_Group', row: { name: 'theirs', acls: ['named-uuid', 'acl'] } },
  { op: 'insert', table: 'Address_Set', row: { name: 'theirs', addresses: ['set', ['192.0.2.1', '192.0.2.2']] } },
  { op: 'insert', table: 'Logical_Switch_Port', 'uuid-name': 'port', row: { name: 'their_port' } },
  { op: 'insert', table: 'Logical_Switch', row: { name: 'theirs', ports: ['named-uuid', 'port'] } },
  {
    op: 'insert',
    table: 'NAT',
    'uuid-name': 'nat',
    row: { type: 'snat', logical_ip: '10.0.0.0/8', external_ip: '192.0.2.9' },
  },
  { op: 'insert', table: 'Logical_Router', row: { name: 'theirs', nat: ['named-uuid', 'nat'] } },
  { op: 'insert', table: 'Load_Balancer', row: { name: 'theirs', vips: ['map', [['192.0.2.3:80', '10.0.0.1:80']]] } },
];
