import { expect, it } from 'vitest';
import { packetOf } from '../../src/trace/packet.js';
import { createTracer } from '../../src/trace/trace.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { compileRows } from './compile-rows.js';

const CRANE = '10.128.2.5';

it.each([
  ['ClientIP', 'to 192.168.50.13:80; OVN drops the first connection of a client that has no endpoint yet'],
  ['None', 'to 192.168.50.13:80'],
])('a trace to a Service with the affinity %s says what OVN does with a first connection', (sessionAffinity, text) => {
  const ports = [{ name: 'web', protocol: 'TCP', port: 8000 }];
  const resources = service('loyal', { clusterIP: '172.16.1.16', sessionAffinity, ports }, ['192.168.50.13 elm']);
  const { state } = compileRows({ ...TWO_NODES, resources }, '7.11.0');
  const packet = packetOf(CRANE, '172.16.1.16', 'TCP', 8000);
  const { verdict, paths } = createTracer(state).tracePacket(
    { type: 'pod', namespace: 'harbor', name: 'crane' },
    packet,
  );
  expect(verdict).toBe('delivered');
  const stages = paths.flatMap((path) => path.stages.filter(({ stage }) => stage === 'load-balancer'));
  expect(stages.map((stage) => stage.text)).toEqual([text]);
});
