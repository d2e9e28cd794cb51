import { expect, test } from 'vitest';
import { packetOf } from '../../src/trace/packet.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { readWorld } from './read-world.js';

const PORTS = [{ name: 'web', protocol: 'TCP', port: 80, nodePort: 30_080 }];

/** Where a packet of a pod to a node port of its own node arrives, by the releases that name its chassis or its node. */
test.each([undefined, '1.2'])('variables of the chassis of a pod apply in each release: %s', (release) => {
  const spec = { type: 'NodePort', clusterIP: '172.16.1.9', clusterIPs: ['172.16.1.9'], ports: PORTS };
  const resources = service('web', spec, ['10.128.3.6 elm']);
  const { tracer } = readWorld({ ...TWO_NODES, serviceTemplates: true, resources }, '7.11.0', release);
  const { paths } = tracer().tracePacket(
    { type: 'pod', namespace: 'harbor', name: 'crane' },
    packetOf('10.128.2.5', '192.168.50.12', 'TCP', 30_080),
  );
  expect(paths[0]?.stages[0]).toMatchObject({ stage: 'load-balancer', after: { destination: '10.128.3.6' } });
});

test('variables of the chassis for IPv6 addresses apply', () => {
  const clusterIPs = ['172.16.1.9', 'fd02::9'];
  const spec = { type: 'NodePort', clusterIP: '172.16.1.9', clusterIPs, ports: PORTS };
  const resources = service('web', spec, ['10.128.3.6 elm', 'fd01:0:0:3::6 elm']);
  const families = ['IPv4', 'IPv6'] as const;
  const { tracer } = readWorld({ ...TWO_NODES, families, serviceTemplates: true, resources }, '7.11.0');
  const { paths } = tracer().tracePacket(
    { type: 'pod', namespace: 'harbor', name: 'crane' },
    packetOf('fd01:0:0:2::5', 'fd00:50::12', 'TCP', 30_080),
  );
  expect(paths[0]?.stages[0]).toMatchObject({ stage: 'load-balancer', after: { destination: 'fd01:0:0:3::6' } });
});
