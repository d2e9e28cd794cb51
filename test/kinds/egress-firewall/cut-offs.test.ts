import { describe, expect, it } from 'vitest';
import { lowerObjects, resource } from '../pipeline.js';
import type { Json, JsonObject } from '../../../src/std/json.js';

const NODE_DNS: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'dns-0', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } },
  spec: { nodeName: 'worker-a', hostNetwork: true },
  status: { podIPs: [{ ip: '192.168.10.11' }] },
};

const rule = (type: 'Allow' | 'Deny', ...ports: readonly string[]): Json => ({
  type,
  to: { cidrSelector: '0.0.0.0/0' },
  ...(ports.length > 0 ? { ports: ports.map(portOf) } : {}),
});

function portOf(text: string): JsonObject {
  const [protocol = '', port] = text.split(' ');
  return { protocol, port: Number(port) };
}

/** Where it is reported that a firewall cuts pods off a DNS server on the host network of a node. */
function cutOffs(...egress: Json[]): string[] {
  const { said } = lowerObjects([NODE_DNS, resource('EgressFirewall', 'shop', egress)]);
  return said.filter((one) => one.includes('/denies-dns'));
}

describe("a firewall cuts pods off the cluster's DNS", () => {
  const at = (index: number) => [`warning egress-firewall/denies-dns /spec/egress/${index}`];

  it('where it denies UDP port 53, with other ports or alone', () => {
    expect(cutOffs(rule('Deny'))).toEqual(at(0));
    expect(cutOffs(rule('Deny', 'UDP 53'))).toEqual(at(0));
    expect(cutOffs(rule('Deny', 'TCP 443', 'UDP 53'))).toEqual(at(0));
  });

  it('also where it allows TCP port 53 before', () => {
    expect(cutOffs(rule('Allow', 'TCP 53'), rule('Deny'))).toEqual(at(1));
  });

  it('not where it denies TCP port 53 alone, or another UDP port', () => {
    expect(cutOffs(rule('Deny', 'TCP 53'))).toEqual([]);
    expect(cutOffs(rule('Deny', 'UDP 5353'))).toEqual([]);
  });

  it('not where it allows UDP port 53 before', () => {
    expect(cutOffs(rule('Allow', 'UDP 53'), rule('Deny'))).toEqual([]);
  });

  it('not where its address is of an IP family that is off', () => {
    const server = { ...NODE_DNS, status: { podIPs: [{ ip: 'fd00:10::11' }] } };
    const denied = { type: 'Deny', to: { cidrSelector: '::/0' } };
    const { said } = lowerObjects([server, resource('EgressFirewall', 'shop', [denied])]);
    expect(said.filter((one) => one.includes('/denies-dns'))).toEqual([]);
  });
});
