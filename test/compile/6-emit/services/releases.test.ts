import { describe, expect, it } from 'vitest';
import { balance, endpoint, nodeOf, service, slice, slicePort } from './fixture.js';
import type { JsonObject } from '../../../../src/std/json.js';

const DRAINING = { ready: false, serving: true, terminating: true };

const settingsOf = (release: string) => `ovnKubernetes: '${release}'
clusterSubnets: [10.128.0.0/14/23]
serviceCIDRs: [172.30.0.0/16]
features: [services]
`;

const NODES = [nodeOf('worker-a', 1), nodeOf('worker-b', 2)];
const web = (spec: JsonObject = {}): JsonObject =>
  service('web', { clusterIP: '172.30.5.10', ports: [{ port: 80 }], ...spec });

function balancersOf(release: string, slices: readonly JsonObject[], spec: JsonObject = {}) {
  return balance(settingsOf(release), [...NODES, web(spec), ...slices]);
}

function targetsOf(release: string, slices: readonly JsonObject[], spec: JsonObject = {}): unknown {
  const vips = balancersOf(release, slices, spec).vips['Service_shop/web_TCP_cluster'];
  return (vips as Record<string, unknown>)['172.30.5.10:80'];
}

describe('the load balancers of a release', () => {
  it.each([
    ['openshift-4.15', '10.128.2.5:9090,10.128.2.6:9090'],
    ['1.0', '10.128.2.5:9090,10.128.2.6:9090'],
    ['1.1', '10.128.2.5:9090,10.128.2.6:9090'],
    ['1.2', '10.128.2.5:8080'],
    ['1.3', '10.128.2.5:8080'],
    ['next', '10.128.2.5:8080,10.128.2.6:9090'],
  ])('of %s lead a port with two numbers to %s', (release, expected) => {
    const slices = [
      slice('web', [endpoint('10.128.2.5')], [slicePort(8080)]),
      slice('web', [endpoint('10.128.2.6')], [slicePort(9090)], 'b'),
    ];
    expect(targetsOf(release, slices)).toBe(expected);
    expect(targetsOf(release, [...slices].reverse())).toBe(expected);
  });

  it.each([
    ['openshift-4.15', '10.128.2.5:8080,10.128.2.6:8080'],
    ['1.0', '10.128.2.5:8080'],
  ])('of %s lead to %s while an endpoint shuts down', (release, expected) => {
    const endpoints = [endpoint('10.128.2.5'), endpoint('10.128.2.6', '', DRAINING)];
    expect(targetsOf(release, [slice('web', endpoints, [slicePort(8080)])])).toBe(expected);
  });

  it.each([
    ['openshift-4.15', '10.128.2.5:8080'],
    ['1.0', ''],
  ])('of %s lead a port without a name to %s by a slice that names its port', (release, expected) => {
    expect(targetsOf(release, [slice('web', [endpoint('10.128.2.5')], [slicePort(8080, 'http')])])).toBe(expected);
  });

  it.each([
    ['openshift-4.15', undefined, '86400'],
    ['1.0', ['ip_dst', 'ip_src'], undefined],
  ])('of %s keep clients for a day by hashing %j or a timeout of %s', (release, fields, timeout) => {
    const spec = { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_400 } } };
    const slices = [slice('web', [endpoint('10.128.2.5')], [slicePort(8080)])];
    const columns = balancersOf(release, slices, spec).columnsOf('Service_shop/web_TCP_cluster');
    expect(columns?.selection_fields).toEqual(fields);
    expect((columns?.options as JsonObject).affinity_timeout).toBe(timeout);
  });

  it.each([
    ['openshift-4.15', '', '10.128.2.5:8080'],
    ['1.0', '10.128.2.5:8080', ''],
  ])('of %s look for the endpoints of a node by its addresses or by its name', (release, named, addressed) => {
    const spec = { internalTrafficPolicy: 'Local' };
    const slices = [slice('web', [endpoint('10.128.2.5', 'worker-b')], [slicePort(8080)])];
    const { vips, places } = balancersOf(release, slices, spec);
    const targetsOn = (node: string): unknown =>
      vips[Object.keys(vips).find((name) => places[name]?.includes(`Logical_Switch ${node}`)) ?? ''];
    expect(targetsOn('worker-b')).toEqual({ '172.30.5.10:80': named });
    expect(targetsOn('worker-a')).toEqual({ '172.30.5.10:80': addressed });
  });
});
