import { describe, expect, it } from 'vitest';
import { IPV4, NODES, balance, endpoint, service, slice, slicePort } from '../6-emit/services/fixture.js';
import { clusterOf } from './inventory.js';
import type { JsonObject } from '../../../src/std/json.js';

const web = service('web', { clusterIP: '172.30.5.10', ports: [{ port: 80 }] });
const webSlice = slice('web', [endpoint('10.128.2.5')], [slicePort(8080)]);
const EXTERNAL = IPV4.replace('managed', 'external');

const saidOf = (objects: readonly JsonObject[], yaml = IPV4): string[] =>
  clusterOf([...NODES, ...objects], yaml).reports.map(({ code, location }) =>
    `${code} ${'pointer' in location ? location.pointer : ''}`.trim(),
  );

describe('a Service of a managed topology', () => {
  it('says nothing when all is well', () => {
    expect(saidOf([web, webSlice])).toEqual([]);
  });

  const suspicious: readonly (readonly [string, readonly JsonObject[], readonly string[]])[] = [
    [
      'slices that lead a port to several numbers',
      [web, webSlice, slice('web', [endpoint('10.128.2.6')], [slicePort(9090)], 'b')],
      ['service/several-target-ports /spec/ports/0'],
    ],
    [
      'ports that cannot be ports',
      [
        service('web', {
          clusterIP: '172.30.5.10',
          ports: [{ port: 0 }, { port: 80, protocol: 'ICMP' }, 'http', { port: 80 }],
        }),
        webSlice,
      ],
      ['service/bad-port /spec/ports/0', 'service/bad-port /spec/ports/1', 'service/bad-port /spec/ports/2'],
    ],
    [
      'addresses that are none',
      [
        service(
          'web',
          { type: 'LoadBalancer', clusterIPs: ['172.30.5.10', '172.30.5'], externalIPs: ['1.2.3.4.5'], ports: [] },
          ['x'],
        ),
        webSlice,
      ],
      [
        'service/bad-address /spec/externalIPs/0',
        'service/bad-address /status/loadBalancer/ingress/0/ip',
        'service/bad-address /spec/clusterIPs/1',
      ],
    ],
    [
      'ports of slices without a number',
      [web, slice('web', [endpoint('10.128.2.5')], [{ port: 8080 }, { protocol: 'TCP' }])],
      ['endpoint-slice/incomplete-port /ports/1'],
    ],
    ['no namespace', [{ ...web, metadata: { name: 'web' } }, webSlice, web], ['inventory/missing-namespace /metadata']],
    ['no slice in the whole inventory', [web], ['inventory/no-endpoint-slices']],
  ];

  it.each(suspicious)('is reported with %s', (_, objects, expected) => {
    expect(saidOf(objects)).toEqual(expected);
  });

  it.each(suspicious)('is not reported with %s where something else makes load balancers', (_, objects) => {
    expect(saidOf(objects, EXTERNAL)).toEqual([]);
  });

  it('is not reported when it is headless and the inventory has no slice', () => {
    expect(saidOf([service('web', { clusterIP: 'None', ports: [{ port: 80 }] })])).toEqual([]);
  });

  it('is reported once per namespace on a user defined network', () => {
    const network: JsonObject = {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'UserDefinedNetwork',
      metadata: { name: 'blue', namespace: 'shop' },
      spec: { topology: 'Layer3', layer3: { role: 'Primary' } },
    };
    const labels = { 'k8s.ovn.org/primary-user-defined-network': '' };
    const shop: JsonObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } };
    const other = service('other', { clusterIP: '172.30.5.11', ports: [{ port: 80 }] });
    expect(saidOf([shop, network, web, other, webSlice])).toEqual(['service/user-defined-network /metadata/namespace']);
    expect(saidOf([shop, network, web, other, webSlice], EXTERNAL)).toEqual([]);
  });
});

describe('a Service with more endpoints than anybody runs', () => {
  const ports = Array.from({ length: 1001 }, (_, index) => ({ name: `p${index}`, port: 1000 + index }));
  const addresses = Array.from({ length: 1000 }, (_, index) => `10.128.${index >> 8}.${index & 255}`);
  const large = [
    service('web', { clusterIP: '172.30.5.10', ports }),
    slice(
      'web',
      [{ addresses }],
      ports.map(({ name, port }) => slicePort(port, name)),
    ),
  ];

  it('is left out and reported', () => {
    expect(clusterOf([...NODES, ...large], IPV4).reports.map(({ code }) => code)).toEqual([
      'service/too-many-backends',
    ]);
    expect(balance(IPV4, [...NODES, ...large]).vips).toEqual({});
    expect(saidOf(large, EXTERNAL)).toEqual([]);
  });
});
