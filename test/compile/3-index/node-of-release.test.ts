import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../../src/net/address.js';
import { clusterOf, node } from './inventory.js';

describe('annotations of nodes', () => {
  it.each([
    ['openshift-4.15', ['100.64.0.7']],
    ['1.0', ['100.64.0.7']],
    ['1.1', ['100.64.0.9']],
    ['1.2', undefined],
    ['next', undefined],
  ])('the join addresses of a node with an id, as %s reads them: %s', (release, expected) => {
    const annotations = {
      'node-id': '2',
      'node-gateway-router-lrp-ifaddr': '{"ipv4":"100.64.0.7/16"}',
      'node-gateway-router-lrp-ifaddrs': '{"default":{"ipv4":"100.64.0.9/16"}}',
    };
    const { cluster, said } = clusterOf([node('worker', annotations)], `ovnKubernetes: '${release}'`);
    expect(said).toEqual([]);
    expect(cluster.nodes[0]?.joinAddresses?.map(formatAddress)).toEqual(expected);
  });

  it.each([
    ['openshift-4.15', '0a:58:0a:80:02:02'],
    ['1.0', '0a:58:0a:80:02:02'],
    ['1.1', '0a:58:0a:80:03:02'],
  ])('the MAC address of the management port, as %s reads it: %s', (release, expected) => {
    const annotations = {
      'node-mgmt-port-mac-address': '0a:58:0a:80:02:02',
      'node-mgmt-port-mac-addresses': '{"default":"0a:58:0a:80:03:02"}',
    };
    const { cluster, said } = clusterOf([node('worker', annotations)], `ovnKubernetes: '${release}'`);
    expect(said).toEqual([]);
    expect(cluster.nodes[0]?.managementMac).toBe(expected);
  });

  it('a MAC address of the management port that is none, in a release before networks', () => {
    const { cluster, said } = clusterOf(
      [node('worker', { 'node-mgmt-port-mac-address': '0a:58' })],
      "ovnKubernetes: '1.0'",
    );
    expect(said).toEqual(['node/bad-annotation "0a:58"']);
    expect(cluster.nodes[0]?.managementMac).toBeUndefined();
  });
});
