import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashedName, objectIds } from '../../src/ovn-kubernetes/object-ids.js';
import { checkProperty } from '../rig/random.js';

/** FNV-1a as its authors define it, on one big number. */
function hashedNameByDefinition(id: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(id))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn;
  return `a${hash}`;
}

describe('hashedName', () => {
  it.each([
    ['', 'a14695981039346656037'],
    ['default-network-controller:Cluster:clusterPortGroup', 'a13298398610555951118'],
    ['default-network-controller:Namespace:shop', 'a18210041798273111445'],
    ['default-network-controller:NetpolNamespace:shop:Egress', 'a4050221322341443912'],
    ['default-network-controller:EgressFirewallDNS:api.example.com.:v4', 'a10776130410316270867'],
    ['default-network-controller:EgressQoS:media:1000:v6', 'a18054981846957000379'],
    ['default-network-controller:EgressIP:node-ips:v4:default', 'a712973235162149816'],
  ])('hashes %j as OVN-Kubernetes does', (id, name) => {
    expect(hashedName(id)).toBe(name);
  });

  it('is 64-bit FNV-1a of the UTF-8 bytes for every text', () => {
    checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (id) => {
        expect(hashedName(id)).toBe(hashedNameByDefinition(id));
      }),
    );
  });
});

describe('objectIds', () => {
  it('joins owner and values in the order of the keys and prefixes only some of them', () => {
    expect(objectIds('EgressQoS', ['priority', 1000], ['name', 'reeds'])).toEqual({
      'k8s.ovn.org/id': 'default-network-controller:EgressQoS:1000:reeds',
      'k8s.ovn.org/owner-controller': 'default-network-controller',
      'k8s.ovn.org/owner-type': 'EgressQoS',
      'k8s.ovn.org/name': 'reeds',
      priority: '1000',
    });
  });

  it('does not escape values that hold the separator', () => {
    const ids = objectIds('NetpolNode', ['name', 'heron'], ['ip', 'fd00:60::2']);
    expect(ids['k8s.ovn.org/id']).toBe('default-network-controller:NetpolNode:heron:fd00:60::2');
  });
});
