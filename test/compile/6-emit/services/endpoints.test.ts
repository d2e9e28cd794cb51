import { describe, expect, it } from 'vitest';
import { IPV4, NODES, balance, endpoint, service, slice, slicePort } from './fixture.js';
import type { JsonObject } from '../../../../src/std/json.js';

const READY = { ready: true, serving: true, terminating: false };
const NOT_READY = { ready: false, serving: false, terminating: false };
const DRAINING = { ready: false, serving: true, terminating: true };
const GONE = { ready: false, serving: false, terminating: true };

/** What is behind 172.30.5.10:80 of a Service `web` with one port. */
function targetsOf(slices: readonly JsonObject[], spec: JsonObject = {}): unknown {
  const web = service('web', { clusterIP: '172.30.5.10', ports: [{ port: 80, targetPort: 8080 }], ...spec });
  const vips = balance(IPV4, [...NODES, web, ...slices]).vips['Service_shop/web_TCP_cluster'];
  return (vips as Record<string, unknown>)['172.30.5.10:80'];
}

const one = (...endpoints: JsonObject[]): JsonObject[] => [slice('web', endpoints, [slicePort(8080)])];

describe('the endpoints of a port', () => {
  it('are those that are ready', () => {
    const endpoints = [endpoint('10.128.2.5', '', READY), endpoint('10.128.2.6', '', NOT_READY)];
    expect(targetsOf(one(...endpoints, endpoint('10.128.2.7', '', DRAINING)))).toBe('10.128.2.5:8080');
  });

  it('are ready where their conditions do not say', () => {
    expect(targetsOf(one(endpoint('10.128.2.5'), endpoint('10.128.2.6', '', { ready: null })))).toBe(
      '10.128.2.5:8080,10.128.2.6:8080',
    );
  });

  it('are those that still serve while they are shut down, when none is ready', () => {
    const endpoints = [
      endpoint('10.128.2.5', '', NOT_READY),
      endpoint('10.128.2.6', '', DRAINING),
      endpoint('10.128.2.7', '', GONE),
      endpoint('10.128.2.8', '', { ready: false, serving: true, terminating: false }),
      endpoint('10.128.2.9', '', { ready: false, terminating: true }),
    ];
    expect(targetsOf(one(...endpoints))).toBe('10.128.2.6:8080');
  });

  it('are all of a Service that publishes those that are not ready', () => {
    const endpoints = [endpoint('10.128.2.5', '', NOT_READY), endpoint('10.128.2.6', '', READY)];
    expect(targetsOf(one(...endpoints), { publishNotReadyAddresses: true })).toBe('10.128.2.5:8080,10.128.2.6:8080');
  });

  it('are of all slices, each once', () => {
    const slices = [
      slice('web', [endpoint('10.128.2.5'), endpoint('10.128.2.6')], [slicePort(8080)]),
      slice('web', [endpoint('10.128.2.6'), endpoint('10.128.2.10')], [slicePort(8080)], 'b'),
    ];
    const expected = '10.128.2.10:8080,10.128.2.5:8080,10.128.2.6:8080';
    expect(targetsOf(slices)).toBe(expected);
    expect(targetsOf([...slices].reverse())).toBe(expected);
  });

  it('are those of slices with a port of the same name and protocol', () => {
    const slices = [
      slice('web', [endpoint('10.128.2.5')], [slicePort(8080, 'http')]),
      slice('web', [endpoint('10.128.2.6')], [slicePort(8080, '', 'UDP')], 'b'),
      slice('web', [endpoint('10.128.2.7')], [{ protocol: 'TCP', port: 8080 }], 'c'),
    ];
    expect(targetsOf(slices)).toBe('10.128.2.7:8080');
  });

  it('are those on the lowest of several numbers', () => {
    const slices = [
      slice('web', [endpoint('10.128.2.5')], [slicePort(9090)]),
      slice('web', [endpoint('10.128.2.6')], [slicePort(8080)], 'b'),
    ];
    expect(targetsOf(slices)).toBe('10.128.2.6:8080');
  });

  it.each([0, 65_536, 80.5])('are none on %s, which is no port', (number) => {
    expect(targetsOf([slice('web', [endpoint('10.128.2.5')], [slicePort(number)])])).toBe('');
  });

  it('are not found by ports without a number', () => {
    expect(targetsOf([slice('web', [endpoint('10.128.2.5')], [{ name: '', protocol: 'TCP' }])])).toBe('');
  });

  it('are found by ports without a name or protocol, which the API server completes', () => {
    expect(targetsOf([slice('web', [endpoint('10.128.2.5')], [{ port: 8080 }])])).toBe('10.128.2.5:8080');
  });

  it('are not those of a slice of host names', () => {
    expect(
      targetsOf([{ ...slice('web', [endpoint('pod.example.com')], [slicePort(8080)]), addressType: 'FQDN' }]),
    ).toBe('');
  });

  it('come from an Endpoints object where there is no slice', () => {
    const endpoints: JsonObject = {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'web', namespace: 'shop' },
      subsets: [
        {
          addresses: [{ ip: '10.128.2.5' }],
          notReadyAddresses: [{ ip: '10.128.2.6' }],
          ports: [{ port: 8080 }],
        },
      ],
    };
    expect(targetsOf([endpoints])).toBe('10.128.2.5:8080');
    expect(targetsOf([endpoints, ...one(endpoint('10.128.2.9'))])).toBe('10.128.2.9:8080');
  });
});

describe('the endpoints of one node', () => {
  it('are chosen among those of that node alone', () => {
    const spec = { clusterIP: '172.30.5.10', internalTrafficPolicy: 'Local', ports: [{ port: 80 }] };
    const endpoints = [
      endpoint('10.128.2.5', 'worker-a', READY),
      endpoint('10.129.0.6', 'worker-b', DRAINING),
      endpoint('10.129.0.7', '', READY),
    ];
    const { vips } = balance(IPV4, [...NODES, service('web', spec), slice('web', endpoints, [slicePort(8080)])]);
    expect(vips['Service_shop/web_TCP_node_switch_worker-a']).toEqual({ '172.30.5.10:80': '10.128.2.5:8080' });
    expect(vips['Service_shop/web_TCP_node_switch_worker-b']).toEqual({ '172.30.5.10:80': '10.129.0.6:8080' });
  });
});
