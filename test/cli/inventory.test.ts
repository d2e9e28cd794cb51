import { expect, it } from 'vitest';
import { retainObjects } from '../../src/cli/inventory/reduce.js';
import { pulledKinds } from '../../src/cli/inventory/kinds.js';
import {
  IPV4,
  NODES,
  TEMPLATES,
  balance,
  endpoint,
  service,
  slice,
  slicePort,
} from '../compile/6-emit/services/fixture.js';
import type { JsonObject } from '../../src/std/json.js';

const affinity = { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 600 } } };
const OBJECTS: readonly JsonObject[] = [
  ...NODES,
  service(
    'everything',
    {
      ...affinity,
      type: 'LoadBalancer',
      clusterIP: '172.30.5.10',
      externalIPs: ['198.51.100.9'],
      internalTrafficPolicy: 'Local',
      externalTrafficPolicy: 'Local',
      publishNotReadyAddresses: true,
      ports: [{ name: 'http', port: 80, nodePort: 30_080 }],
    },
    ['198.51.100.20'],
  ),
  service('plain', { type: 'NodePort', clusterIP: '172.30.5.11', ports: [{ port: 80, nodePort: 30_081 }] }),
  slice(
    'everything',
    [endpoint('10.128.2.5', 'worker-a', { ready: false }), endpoint('10.129.0.7', 'worker-b')],
    [slicePort(8080, 'http')],
  ),
  slice('plain', [endpoint('10.128.2.6', '', { ready: false, serving: true, terminating: true })], [slicePort(8080)]),
];

it('an inventory that Weir reads from a cluster gives the same load balancers as the objects of the cluster', () => {
  const retained = OBJECTS.flatMap((object) => {
    const pulled = pulledKinds.find(({ kind }) => kind === object.kind);
    return pulled ? retainObjects([object], pulled) : [];
  });
  const [fromCluster, fromInventory] = [OBJECTS, retained].map((objects) => balance(IPV4 + TEMPLATES, objects));
  expect(Object.keys(fromCluster?.vips ?? {}).length).toBeGreaterThan(4);
  for (const name of Object.keys(fromCluster?.vips ?? {})) {
    expect(fromInventory?.columnsOf(name), name).toEqual(fromCluster?.columnsOf(name));
  }
  expect([fromInventory?.places, fromInventory?.variables]).toEqual([fromCluster?.places, fromCluster?.variables]);
});
