import { describe, expect, it } from 'vitest';
import { HASHED_PORT_GROUPS, NAMED_PORT_GROUPS } from '../../src/ovn-kubernetes/port-groups.js';

describe('port groups', () => {
  it('are named by the hash of their ids', () => {
    expect(HASHED_PORT_GROUPS.ofPolicy('NetworkPolicy', 'office', 'desk-in')).toEqual({
      key: 'a1539519770394736865',
      external_ids: {
        'k8s.ovn.org/id': 'default-network-controller:NetworkPolicy:office:desk-in',
        'k8s.ovn.org/name': 'office:desk-in',
        'k8s.ovn.org/owner-controller': 'default-network-controller',
        'k8s.ovn.org/owner-type': 'NetworkPolicy',
      },
    });
    expect(HASHED_PORT_GROUPS.ofNamespace('office').key).toBe('a2852218325044225781');
  });

  it('had a readable name among their ids before', () => {
    const { ofCluster, ofNamespace, ofDefaultDeny, ofPolicy, ofAdminPolicy } = NAMED_PORT_GROUPS;
    expect([
      ofCluster('clusterPortGroup'),
      ofNamespace('office'),
      ofDefaultDeny('office', 'Egress'),
      ofPolicy('NetworkPolicy', 'office', 'desk-in'),
      ofAdminPolicy('AdminNetworkPolicy', 'last'),
      ofAdminPolicy('BaselineAdminNetworkPolicy', 'default').external_ids,
    ]).toEqual([
      { key: 'clusterPortGroup', external_ids: { name: 'clusterPortGroup' } },
      { key: 'a5070520980968400785', external_ids: { name: 'office' } },
      {
        key: 'a5070520980968400785_egressDefaultDeny',
        external_ids: { name: 'a5070520980968400785_egressDefaultDeny' },
      },
      { key: 'a1203376130398347045', external_ids: { name: 'office_desk-in' } },
      { key: 'a12382115251698088264', external_ids: { name: 'ANP:last', AdminNetworkPolicy: 'last' } },
      { name: 'BANP:default', BaselineAdminNetworkPolicy: 'default' },
    ]);
  });
});
