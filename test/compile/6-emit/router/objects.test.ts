import { describe, expect, it } from 'vitest';
import { compileRouters, egressRouter, findObject, objectsOf } from './compiled.js';
import type { JsonObject } from '../../../../src/std/json.js';

const REDIRECT = { redirectRules: [{ destinationIP: '203.0.113.10', port: 80, protocol: 'TCP' }] };
const ADDRESSES = [{ ip: '192.0.2.9/24', gateway: '192.0.2.1' }];
const WEIR = 'egressRouter: {image: router}\n';

interface PodSpec {
  readonly initContainers: readonly JsonObject[];
  readonly containers: readonly JsonObject[];
  readonly volumes: readonly JsonObject[];
}
interface Template {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

function deploymentOf(redirect: JsonObject = REDIRECT): { readonly template: Template } {
  const objects = objectsOf(compileRouters([egressRouter('ferry', { redirect, addresses: ADDRESSES })], WEIR));
  return findObject(objects, 'Deployment', 'ferry').spec as unknown as { readonly template: Template };
}

function serviceOf(redirect: JsonObject): JsonObject {
  const objects = objectsOf(compileRouters([egressRouter('ferry', { redirect, addresses: ADDRESSES })], WEIR));
  return findObject(objects, 'Service', 'ferry').spec as JsonObject;
}

describe('the Deployment of a router', () => {
  it('asks for no capability but NET_ADMIN, and that only for the container that ends', () => {
    const { initContainers, containers } = deploymentOf().template.spec;
    const capabilities = (all: readonly JsonObject[]) =>
      all.map(({ securityContext }) => (securityContext as JsonObject).capabilities);
    expect(capabilities(initContainers)).toEqual([{ drop: ['ALL'], add: ['NET_ADMIN'] }]);
    expect(capabilities(containers)).toEqual([{ drop: ['ALL'] }]);
  });

  it('has no privileged container, none that gains privileges, and none that writes to its root', () => {
    const { initContainers, containers } = deploymentOf().template.spec;
    for (const { securityContext } of [...initContainers, ...containers]) {
      expect(securityContext).not.toHaveProperty('privileged');
      expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
    }
  });

  it('makes a new pod when a destination changes', () => {
    const checksum = (template: Template) => template.metadata.annotations['checksum/config'];
    const other = { redirectRules: [{ destinationIP: '203.0.113.11', port: 80, protocol: 'TCP' }] };
    expect(checksum(deploymentOf(other).template)).not.toBe(checksum(deploymentOf().template));
    expect(checksum(deploymentOf().template)).toBe(checksum(deploymentOf().template));
  });
});

describe('the Service of a router', () => {
  it('has an address of its own and the ports that are redirected', () => {
    const service = serviceOf(REDIRECT);
    expect(service).not.toHaveProperty('clusterIP');
    expect(service.ports).toEqual([{ name: 'tcp-80', protocol: 'TCP', port: 80, targetPort: 80 }]);
  });

  it('leads to the pod itself where every port counts', () => {
    expect(serviceOf({ ...REDIRECT, fallbackIP: '203.0.113.99' }).clusterIP).toBe('None');
    const service = serviceOf({ fallbackIP: '203.0.113.99' });
    expect(service.clusterIP).toBe('None');
    expect(service).not.toHaveProperty('ports');
  });
});

it('takes 100,000 rules and hostile text', () => {
  const redirectRules = Array.from({ length: 100_000 }, (_, index) => ({
    destinationIP: '203.0.113.10',
    port: (index % 65535) + 1,
    protocol: index < 65535 ? 'TCP' : 'UDP',
  }));
  const networkInterface = { macvlan: { master: '"};$(x)\n' } };
  const hostile = { redirect: REDIRECT, networkInterface, addresses: ADDRESSES };
  const large = { redirect: { redirectRules }, addresses: [{ ip: '192.0.2.10/24', gateway: '192.0.2.1' }] };
  const files = compileRouters([egressRouter('hostile', hostile), egressRouter('large', large)], WEIR);
  expect([...files.keys()].filter((path) => path.startsWith('routers/harbor/hostile'))).toEqual([]);
  const ruleset = files.get('routers/harbor/large/nftables.nft') ?? '';
  expect(ruleset.match(/ : 203\.0\.113\.10 \. /g)).toHaveLength(100_000);
});

describe('of two rules of one port', () => {
  const redirectRules = [
    { destinationIP: '203.0.113.10', port: 80, protocol: 'TCP' },
    { destinationIP: '203.0.113.11', port: 443, protocol: 'TCP' },
    { destinationIP: '203.0.113.12', port: 80, protocol: 'TCP', targetPort: 8080 },
    { destinationIP: '203.0.113.12', port: 80, protocol: 'UDP' },
  ];
  const rulesetOf = (implementation: string) => {
    const spec = { redirect: { redirectRules }, addresses: ADDRESSES };
    const files = compileRouters(
      [egressRouter('ferry', spec)],
      `egressRouter: {image: x, implementation: ${implementation}}`,
    );
    const lines =
      files
        .get('routers/harbor/ferry/nftables.nft')
        ?.split('\n')
        .map((line) => line.trim()) ?? [];
    return lines.filter((line) => line.includes('203.0.113.'));
  };

  it("OpenShift's plugin loads both, in their order", () => {
    expect(rulesetOf('openshift')).toEqual([
      'add rule ip egress_cni prerouting iif eth0 tcp dport 80 dnat to 203.0.113.10',
      'add rule ip egress_cni prerouting iif eth0 tcp dport 443 dnat to 203.0.113.11',
      'add rule ip egress_cni prerouting iif eth0 tcp dport 80 dnat to 203.0.113.12:8080',
      'add rule ip egress_cni prerouting iif eth0 udp dport 80 dnat to 203.0.113.12',
    ]);
  });

  it('the map of a portable router holds the first, as nftables takes no key twice', () => {
    expect(rulesetOf('portable')).toEqual([
      'tcp . 80 : 203.0.113.10 . 80,',
      'tcp . 443 : 203.0.113.11 . 443,',
      'udp . 80 : 203.0.113.12 . 80,',
    ]);
  });
});

it('a router translates to the address of the smallest network that holds the destination, however they are listed', () => {
  const others = ['10.0.0.9/8', '10.1.2.9/24', '10.1.0.9/16'].map((ip) => ({ ip }));
  for (const addresses of [others, [...others].reverse()]) {
    const spec = { redirect: REDIRECT, addresses: [...ADDRESSES, ...addresses] };
    const ruleset = compileRouters([egressRouter('ferry', spec)], WEIR).get('routers/harbor/ferry/nftables.nft') ?? '';
    expect([...ruleset.matchAll(/oifname "net1" (.*snat.*)/g)].map(([, rule]) => rule)).toEqual([
      'ip daddr 10.1.2.0/24 snat ip to 10.1.2.9',
      'ip daddr 10.1.0.0/16 snat ip to 10.1.0.9',
      'ip daddr 10.0.0.0/8 snat ip to 10.0.0.9',
      'snat ip to 192.0.2.9',
    ]);
  }
});

it('a router translates to its address of the smallest network also where the network with the gateway lies in another', () => {
  const spec = {
    redirect: REDIRECT,
    addresses: [{ ip: '10.0.0.9/8' }, { ip: '10.1.2.9/24', gateway: '10.1.2.1' }, { ip: '10.1.2.10/24' }],
  };
  const ruleset = compileRouters([egressRouter('ferry', spec)], WEIR).get('routers/harbor/ferry/nftables.nft') ?? '';
  expect([...ruleset.matchAll(/oifname "net1" (.*snat.*)/g)].map(([, rule]) => rule)).toEqual([
    'ip daddr 10.1.2.0/24 snat ip to 10.1.2.9',
    'ip daddr 10.0.0.0/8 snat ip to 10.0.0.9',
    'snat ip to 10.1.2.9',
  ]);
});
