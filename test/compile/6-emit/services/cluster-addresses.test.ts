import { describe, expect, it } from 'vitest';
import {
  CLUSTER_GROUP,
  DUAL_STACK,
  IPV4,
  NODES,
  balance,
  endpoint,
  nodeOf,
  service,
  slice,
  slicePort,
} from './fixture.js';
import type { JsonObject } from '../../../../src/std/json.js';

const web = (spec: JsonObject): JsonObject =>
  service('web', {
    clusterIP: '172.30.5.10',
    ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 8080 }],
    ...spec,
  });
const webSlice = slice(
  'web',
  [endpoint('10.129.0.7', 'worker-b'), endpoint('10.128.2.5', 'worker-a')],
  [slicePort(8080, 'http')],
);
const clientIP = (timeoutSeconds: number): JsonObject => ({
  sessionAffinity: 'ClientIP',
  sessionAffinityConfig: { clientIP: { timeoutSeconds } },
});
const WEB = 'Service_shop/web_TCP_cluster';

describe('a Service with a cluster address', () => {
  it('is one load balancer for all switches and gateway routers', () => {
    const { columnsOf, places } = balance(IPV4, [...NODES, web(clientIP(600)), webSlice]);
    expect(columnsOf(WEB)).toEqual({
      name: WEB,
      protocol: 'tcp',
      vips: { '172.30.5.10:80': '10.128.2.5:8080,10.129.0.7:8080' },
      options: {
        affinity_timeout: '600',
        event: 'false',
        hairpin_snat_ip: '169.254.169.5 fd69::5',
        neighbor_responder: 'none',
        reject: 'true',
        skip_snat: 'false',
      },
      external_ids: { 'k8s.ovn.org/kind': 'Service', 'k8s.ovn.org/owner': 'shop/web' },
    });
    expect(places).toEqual({ [WEB]: [CLUSTER_GROUP] });
  });

  it('keeps a client for good by a hash instead of a timeout of a day', () => {
    const columns = balance(IPV4, [...NODES, web(clientIP(86_400)), webSlice]).columnsOf(WEB);
    expect(columns?.selection_fields).toEqual(['ip_dst', 'ip_src']);
    expect(columns?.options).not.toHaveProperty('affinity_timeout');
  });

  it('keeps a client for three hours where it does not say for how long', () => {
    const columns = balance(IPV4, [...NODES, web({ sessionAffinity: 'ClientIP' }), webSlice]).columnsOf(WEB);
    expect(columns?.options).toMatchObject({ affinity_timeout: '10800' });
  });

  it('has no affinity without ClientIP', () => {
    const columns = balance(IPV4, [...NODES, web({ ...clientIP(600), sessionAffinity: 'None' }), webSlice]).columnsOf(
      WEB,
    );
    expect(columns?.options).not.toHaveProperty('affinity_timeout');
    expect(columns).not.toHaveProperty('selection_fields');
  });

  it('rejects connections while it has no endpoints', () => {
    expect(balance(IPV4, [...NODES, web({})]).vips).toEqual({ [WEB]: { '172.30.5.10:80': '' } });
  });

  it('is there also in a zone without nodes', () => {
    expect(balance(IPV4, [web({}), webSlice]).places).toEqual({ [WEB]: [CLUSTER_GROUP] });
  });

  it('uses the masquerade address of the cluster that has other ones', () => {
    const yaml = `${IPV4}masqueradeSubnets: [169.254.0.0/17]\n`;
    expect(balance(yaml, [...NODES, web({}), webSlice]).columnsOf(WEB)?.options).toMatchObject({
      hairpin_snat_ip: '169.254.0.5 fd69::5',
    });
  });
});

describe('a Service of both families with several ports', () => {
  const nodes = [nodeOf('worker-a', 1, ['192.168.10.11', 'fd00:10::11'])];
  const dns = service('dns', {
    clusterIP: '172.30.5.20',
    clusterIPs: ['172.30.5.20', 'FD02:0::20'],
    externalIPs: ['198.51.100.30'],
    ports: [
      { name: 'dns', protocol: 'UDP', port: 53 },
      { name: 'dns-tcp', port: 53 },
      { name: 'metrics', port: 9153 },
    ],
  });
  const ports = [slicePort(5353, 'dns', 'UDP'), slicePort(5353, 'dns-tcp')];
  const slices = [
    slice('dns', [endpoint('10.128.2.10'), endpoint('10.128.2.5')], ports),
    slice('dns', [endpoint('fd01:0:0:2::a')], ports, 'b'),
  ];
  const { vips } = balance(DUAL_STACK, [...nodes, dns, ...slices]);

  it('has a load balancer for each protocol, and each address has the endpoints of its family, sorted as text', () => {
    const four = '10.128.2.10:5353,10.128.2.5:5353';
    const six = '[fd01:0:0:2::a]:5353';
    expect(vips).toEqual({
      'Service_shop/dns_TCP_cluster': {
        '172.30.5.20:53': four,
        '198.51.100.30:53': four,
        '[fd02::20]:53': six,
        '172.30.5.20:9153': '',
        '198.51.100.30:9153': '',
        '[fd02::20]:9153': '',
      },
      'Service_shop/dns_UDP_cluster': { '172.30.5.20:53': four, '198.51.100.30:53': four, '[fd02::20]:53': six },
    });
  });
});

describe('addresses towards the outside', () => {
  const spec = { clusterIP: '172.30.5.10', externalIPs: ['198.51.100.9', 'nonsense'], ports: [{ port: 80 }] };
  const keysOf = (one: JsonObject): string[] => Object.keys(balance(IPV4, [...NODES, one]).vips[WEB] ?? {});

  it('are the ingress addresses of a LoadBalancer too, without host names', () => {
    const ingress = ['203.0.113.7', 'balancer.example.com'];
    expect(keysOf(service('web', { type: 'LoadBalancer', ...spec }, ingress))).toEqual([
      '172.30.5.10:80',
      '198.51.100.9:80',
      '203.0.113.7:80',
    ]);
  });

  it('are not the ingress addresses that another type of Service still has', () => {
    expect(keysOf(service('web', spec, ['203.0.113.7']))).toEqual(['172.30.5.10:80', '198.51.100.9:80']);
  });
});

describe('no load balancer', () => {
  it.each([
    ['a headless Service', { clusterIP: 'None', clusterIPs: ['None'], ports: [{ port: 80 }] }],
    [
      'an ExternalName',
      { type: 'ExternalName', externalName: 'example.com', clusterIP: '172.30.5.10', ports: [{ port: 80 }] },
    ],
    ['a Service without an address yet', { ports: [{ port: 80 }] }],
    ['a Service without ports', { clusterIP: '172.30.5.10' }],
  ])('is made of %s', (_, spec) => {
    expect(balance(IPV4, [...NODES, service('web', spec)]).vips).toEqual({});
  });

  it('is made of the Services of a namespace on a user defined network', () => {
    const network: JsonObject = {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'UserDefinedNetwork',
      metadata: { name: 'blue', namespace: 'shop' },
      spec: { topology: 'Layer3', layer3: { role: 'Primary' } },
    };
    const shop: JsonObject = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', labels: { 'k8s.ovn.org/primary-user-defined-network': '' } },
    };
    expect(balance(IPV4, [...NODES, shop, network, web({}), webSlice]).vips).toEqual({});
  });
});
